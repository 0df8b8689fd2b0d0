import { type INestApplicationContext } from '@nestjs/common';
import { DATA_SOURCE_TYPES } from '../../src/compiler/dialects';
import { isModelStatement } from '../../src/compiler/ontology';
import {
  type AccountStatement,
  type DefinitionStatement,
  isAccount,
  isRead,
  parseStatements,
  type Statement,
} from '../../src/compiler/statement';
import { ServiceError } from '../../src/errors';
import { nameKey } from '../../src/model';
import { applyWork, ONTOLOGY_MODULES, type Work } from './apply-work';
import { locateError, printWarning } from './locate-error';
import { openService } from './open-service';

/** A script and its origin. `ontology` is the target of its statements until one creates another. */
export interface Script {
  readonly file: string;
  readonly text: string;
  readonly ontology: string | undefined;
  /** The password of the one data source of the script that needs a password and has none. */
  readonly password?: string | undefined;
  /** Receives the list of changes. */
  readonly output: Pick<NodeJS.WriteStream, 'write'>;
  /** Whether the script is only checked. */
  readonly isDryRun?: boolean;
}

/** Applies all statements of a script in one transaction and prints the changes. Errors contain the position in the file. */
export async function runScript(script: Script): Promise<void> {
  const { file, text, ontology, password, output, isDryRun = false } = script;
  try {
    const statements = parseStatements(text);
    const work = sortStatements(password === undefined ? statements : addPassword(statements, password));
    if (ontology === undefined) checkAddressee(work);
    const applied = async (service: INestApplicationContext): Promise<void> => {
      const { report, notices } = await applyWork(service, work, { ontology: ontology ?? '', isDryRun });
      output.write(report);
      for (const notice of notices) process.stderr.write(`${printWarning(notice, file, text)}\n`);
    };
    await openService(ONTOLOGY_MODULES, applied);
  } catch (error) {
    throw locateError(error, file, text);
  }
}

function sortStatements(statements: readonly Statement[]): Work {
  const definitions: (Statement & DefinitionStatement)[] = [];
  const accounts: (Statement & AccountStatement)[] = [];
  for (const statement of statements) {
    if (isAccount(statement)) accounts.push(statement);
    else if (statement.kind === 'query' || isRead(statement)) throw refuseReading(statement);
    else definitions.push(statement);
  }
  return { definitions, accounts };
}

/** Adds the password to the only data source of the statements that lacks one. */
function addPassword(statements: readonly Statement[], value: string): readonly Statement[] {
  const lacking = statements.filter(lacksPassword);
  const [first, ...others] = lacking;
  if (first === undefined || others.length > 0) {
    throw new Error(`--password is for one data source without a password, and the script has ${lacking.length}`);
  }
  const options = [...first.options, { name: { name: 'password' }, value }];
  return statements.map((statement) => (statement === first ? { ...first, options } : statement));
}

function lacksPassword(statement: Statement): statement is Statement & { readonly kind: 'create-datasource' } {
  if (statement.kind !== 'create-datasource' || !DATA_SOURCE_TYPES[statement.type].hasPassword) return false;
  return !statement.options.some(({ name }) => nameKey(name.name) === 'password');
}

function refuseReading({ at }: Statement): ServiceError {
  return new ServiceError('statement_not_allowed', 'a script can contain only definitions and grants', {
    hint: 'send it to POST query/ of the service',
    offset: at,
  });
}

function checkAddressee({ definitions }: Work): void {
  const first = definitions.find((statement) => isModelStatement(statement) && statement.kind !== 'alter-ontology');
  if (first === undefined || first.kind === 'create-ontology') return;
  throw new ServiceError('ontology_unknown', 'no ontology is selected for this statement', {
    hint: 'use --ontology <name>, or write CREATE ONTOLOGY before it',
    offset: first.at,
  });
}
