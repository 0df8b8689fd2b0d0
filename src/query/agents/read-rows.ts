import { answerPieces } from '../running/answer-pieces';
import type { QueryResponse } from '../running/query-spec';

/** The first rows of an answer, as objects. */
export interface FirstRows {
  readonly rows: readonly unknown[];
  /** Whether there are more rows. */
  readonly truncated: boolean;
}

const MOST_CHARACTERS = 2 ** 20;

/** Returns the first rows of an answer in NDJSON, up to `most` rows and 1 MiB. The statement on the data source ends there. */
export async function readRows(response: QueryResponse, most: number): Promise<FirstRows> {
  const rows: unknown[] = [];
  let [length, rest] = [0, ''];
  const decoder = new TextDecoder();
  const { pieces } = await answerPieces(response);
  for await (const piece of pieces) {
    const lines = (rest + (typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }))).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      length += line.length;
      if (rows.length === most || length > MOST_CHARACTERS) return { rows, truncated: true };
      rows.push(JSON.parse(line));
    }
  }
  return { rows, truncated: false };
}
