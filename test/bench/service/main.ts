import { findPostgreSql } from '../../support/own-postgresql';
import { hasProgram } from '../../support/services';
import { describeRun } from './machine';
import { type EngineFigures, measureEngine } from './measure-engine';
import { measureStarts } from './measure-starts';
import { type EngineName, readOptions } from './options';
import { printRows } from './print-rows';

/** `npm run bench` (docs/benchmarks.md): the service, a bare server and peers on the same rows, in turn. */
async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  if (options.start) {
    process.stdout.write(await measureStarts(options.effort.rounds, options.nodeFlags));
    return;
  }
  const begin = describeRun(options, args);
  const engines: EngineFigures[] = [];
  for (const engine of options.engines) {
    const missing = missingFor(engine);
    if (missing !== undefined) {
      process.stderr.write(`${engine} was skipped: there is no ${missing}\n`);
      continue;
    }
    engines.push(await measureEngine(engine, options));
  }
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ run: begin, engines })}\n`);
    return;
  }
  for (const { engine, version, rows, notes } of engines) {
    const lines = notes.map((note) => `\n${note}.\n`);
    process.stdout.write(`\n### ${engine}\n\n${begin.text}; ${engine} ${version}.\n\n${printRows(engine, rows)}${lines.join('')}`); // prettier-ignore
  }
}

/** Returns the program that an engine needs and this machine lacks. */
function missingFor(engine: EngineName): string | undefined {
  if (engine === 'mariadb' && !hasProgram('mariadbd')) return 'mariadbd';
  return engine === 'postgresql' && findPostgreSql() === undefined ? 'server of PostgreSQL' : undefined;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
