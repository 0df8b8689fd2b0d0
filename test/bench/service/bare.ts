import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformFileSync } from '@swc/core';
import { exportsOf } from './exports';
import { ROOT, type Server, startProgram } from './processes';
import { type Source } from './sources';
import { workloadsOf } from './workloads';

const PARTS = ['bare-server', 'print-by-hand'];
const SWC = { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'commonjs' } } as const;

/** Compiles the bare server next to the built service, and writes the statements of its workloads. Returns what starts it. */
export function prepareBare(folder: string, source: Source, employees: number): () => Promise<Server> {
  const built = join(ROOT, 'dist', 'bench');
  mkdirSync(built, { recursive: true });
  for (const part of PARTS)
    writeFileSync(join(built, `${part}.js`), transformFileSync(join(__dirname, `${part}.ts`), SWC).code);
  const statements = [...workloadsOf(employees), ...exportsOf(employees)].flatMap(({ id, bare }) => (bare === 'constant' ? [] : [[id, bare]])); // prettier-ignore
  const file = join(folder, 'statements.json');
  writeFileSync(file, JSON.stringify(Object.fromEntries(statements)));
  return () => startProgram(join(built, 'bare-server.js'), [source.bare, file]);
}
