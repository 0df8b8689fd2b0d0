import { type Command } from 'commander';
import { isAccount, parseStatements } from '../src/compiler/statement';
import { ServiceError } from '../src/errors';
import { applyAccountStatement } from './terminal/apply-work';
import { locateError } from './terminal/locate-error';

const EXAMPLES = {
  grant: [
    'QUERY ON ontology.shop TO ROLE analyst',
    'ROLE analyst TO USER ana',
    "'EDIT ON ontology.`my shop` TO USER ana'",
  ],
  revoke: ['QUERY ON ontology.shop FROM ROLE analyst', 'ROLE analyst FROM USER ana'],
} as const;

/** Adds the commands `grant` and `revoke`, which read the rest of the line as the statement of the language that begins with the same word. */
export function addGrantCommands(program: Command): void {
  for (const verb of ['grant', 'revoke'] as const) {
    program
      .command(verb)
      .description(`${verb} a right or a role, as the statement ${verb.toUpperCase()} of the language does`)
      .argument('<statement...>', 'the statement after its first word; quote it if it contains backticks')
      .addHelpText('after', `\nExamples:\n${EXAMPLES[verb].map((example) => `  ${verb} ${example}\n`).join('')}`)
      .action((words: readonly string[]) => applyText(`${verb} ${words.join(' ')}`));
  }
}

async function applyText(text: string): Promise<void> {
  try {
    const [statement, other] = parseStatements(text);
    if (statement === undefined || !isAccount(statement) || other !== undefined) throw severalStatements(other?.at);
    await applyAccountStatement(statement);
  } catch (error) {
    throw locateError(error, 'the statement', text);
  }
}

function severalStatements(offset: number | undefined): ServiceError {
  const hint = 'use "ontology run -" for several';
  return new ServiceError('statement_not_allowed', 'this command accepts one statement', { hint, offset });
}
