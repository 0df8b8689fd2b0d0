import { readCsv } from '../../support/csv';
import { type LoadRequest } from './load';

/** How the rows of an answer are printed. */
export type Format = 'json' | 'csv' | 'ndjson';

/** A server with requests for the same rows as the requests of the others. */
interface AnsweringSide {
  readonly name: string;
  readonly server: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  readonly requests: readonly LoadRequest[];
}

/**
 * Throws unless all sides return the same rows to each of the first `count` requests. Names of columns and the types of JSON may differ, and
 * the order of rows unless it `isOrdered`.
 */
export async function compareAnswers(
  sides: readonly AnsweringSide[],
  { count, format, isOrdered }: { readonly count: number; readonly format: Format; readonly isOrdered: boolean },
): Promise<void> {
  for (let number = 0; number < count; number++) {
    const answers: { readonly name: string; readonly path: string; readonly rows: readonly string[] }[] = [];
    for (const { name, server, requests } of sides) {
      const request = requests[number % requests.length]!;
      const rows = readRows(await getText(server, request), format);
      answers.push({ name, path: request.path, rows: isOrdered ? rows : rows.toSorted() });
    }
    const [first, ...others] = answers;
    for (const { name, path, rows } of others) {
      const place = findDifference(first!.rows, rows);
      if (place === undefined) continue;
      const [one, other] = [first!.rows[place] ?? 'nothing', rows[place] ?? 'nothing'];
      throw new Error(`${first!.name} and ${name} answer differently, ${one} and ${other} (row ${place + 1}): ${first!.path} and ${path}`); // prettier-ignore
    }
  }
}

/** Returns each row of an answer as a string of its values, without names: those of arrays in any order. */
export function readRows(text: string, format: Format): readonly string[] {
  if (format === 'csv') return readCsv(text).slice(1).map((record) => JSON.stringify(record)); // prettier-ignore
  if (format === 'ndjson') return text.split('\n').filter((line) => line !== '').map((line) => JSON.stringify(valuesOf(JSON.parse(line)))); // prettier-ignore
  const body: unknown = JSON.parse(text);
  const rows = isObject(body) && 'data' in body ? body.data : body;
  return (Array.isArray(rows) ? rows : [rows]).map((row) => JSON.stringify(valuesOf(row)));
}

/** An object with one member counts as its value. */
function valuesOf(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((item) => JSON.stringify(valuesOf(item))).toSorted();
  if (!isObject(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  const values = Object.values(value).map(valuesOf);
  return values.length === 1 ? values[0] : values;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function findDifference(rows: readonly string[], others: readonly string[]): number | undefined {
  const length = Math.max(rows.length, others.length);
  for (let place = 0; place < length; place++) if (rows[place] !== others[place]) return place;
  return undefined;
}

/** Returns the body of a response; throws on any status except 200. */
export async function getText(server: AnsweringSide['server'], { path, body }: LoadRequest): Promise<string> {
  const headers = body === undefined ? server.headers : { ...server.headers, 'content-type': 'application/json' };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body };
  const response = await fetch(`${server.url}${path}`, init);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${server.url}${path} answered ${response.status}: ${text.slice(0, 500)}`); // prettier-ignore
  return text;
}
