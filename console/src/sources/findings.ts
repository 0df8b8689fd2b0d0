import type { PlacedFault } from '../editor/editor';

/** Returns a warning of an answer with its place, which such texts begin with: `line 3, column 42: ..`. */
export function readWarning(text: string): PlacedFault {
  const [, line, column, message] = /^line (\d+), column (\d+): (.*)$/s.exec(text) ?? [];
  if (message === undefined) return { message: text, isWarning: true };
  return { message, isWarning: true, position: { line: Number(line), column: Number(column) } };
}
