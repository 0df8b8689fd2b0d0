import type { JSX } from 'preact';
import type { Row } from '../api/service';
import { printValue } from '../parts/print-value';
import { numberLines } from './number-lines';

interface Props {
  readonly script: string;
  /** Rows of CHECK ONTOLOGY; each is shown below its line. */
  readonly findings: readonly Row[];
}

/** A script with numbered lines, and what is wrong with it below the lines. */
export function ScriptView({ script, findings }: Props): JSX.Element {
  const lines = numberLines(script).split('\n');
  const marked = [...new Set(findings.map(({ line }) => Number(line)))].filter(
    (line) => line >= 1 && line <= lines.length,
  );
  const ends = [...marked.toSorted((a, b) => a - b), lines.length];
  return (
    <pre>
      {ends.map((end, index) => {
        const part = lines.slice(ends[index - 1] ?? 0, end).join('\n');
        return (
          <span key={end}>
            {part}
            {'\n'}
            {findings
              .filter(({ line }) => Number(line) === end)
              .map(({ severity, message }) => (
                <mark key={printValue(message)} class="finding">
                  {printValue(severity)}: {printValue(message)}
                  {'\n'}
                </mark>
              ))}
          </span>
        );
      })}
    </pre>
  );
}
