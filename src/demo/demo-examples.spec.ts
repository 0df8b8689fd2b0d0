import { execFileSync } from 'node:child_process';
import { parseFilter } from '../compiler/filter';
import { parseStatements } from '../compiler/statement';
import { demoExamples } from './demo-examples';

const API = 'http://127.0.0.1:3000/svc/api';

/** Returns the arguments that a shell passes for the line. */
function argumentsOf(line: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; ${line}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

const lines = demoExamples(API, 'tk_1').map(argumentsOf);

it('query a list, a concept and a statement, each with the API key', () => {
  expect(lines.map((line) => line.find((argument) => argument.startsWith('http'))!.split('?')[0])).toEqual([
    `${API}/get_ontologies/`,
    `${API}/q/world/concept/capital`,
    `${API}/query/`,
  ]);
  for (const line of lines) expect(line).toContain('x-api-key: tk_1');
});

it('contain a valid filter and a valid statement', () => {
  const address = new URL(lines[1]!.find((argument) => argument.startsWith('http'))!);
  expect(parseFilter([...address.searchParams]).groups).toHaveLength(1);
  const body = JSON.parse(lines[2]!.at(-1)!) as { ontology_name: string; query: string };
  expect(body.ontology_name).toBe('world');
  expect(parseStatements(body.query).map((statement) => statement.kind)).toEqual(['query']);
});
