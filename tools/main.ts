import { ServiceError } from '../src/errors';
import { createProgram } from './create-program';

createProgram()
  .parseAsync()
  .catch((error: unknown) => {
    process.stderr.write(`${printProblem(error)}\n`);
    process.exit(1);
  });

function printProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const hint = error instanceof ServiceError ? error.details.hint : undefined;
  return hint === undefined ? error.message : `${error.message}: ${hint}`;
}
