/** Returns the text with the number of each line in front of it, from 1, as `CHECK ONTOLOGY` counts them. */
export function numberLines(text: string): string {
  const lines = text.trimEnd().split('\n');
  const width = String(lines.length).length;
  return lines.map((line, index) => `${String(index + 1).padStart(width)}  ${line}`).join('\n');
}
