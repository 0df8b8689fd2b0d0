import { findMappingFaults } from '../../compiler/ontology';
import { type Engine, readKnownTables } from '../../engines';
import { ServiceError } from '../../errors';
import { type AppliedMapping } from './applied-mappings';

/** The time limit of each statement of a check, in milliseconds. */
export const ANSWER_MS = 2_000;

/** The result of a check: a mapping that does not fit its data source, or mappings that could not be checked. */
export interface Finding {
  readonly kind: 'fault' | 'unchecked';
  /** The name of the mapping; of the data source, if it could not be read. */
  readonly name: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly offset?: number | undefined;
}

/** Returns why the data source failed, in words, for callers who may see it; else undefined. */
export type TellReason = (error: ServiceError) => string | undefined;

const OPTIONS = { timeoutMs: ANSWER_MS };
const NAMES = 'in a mapping, write names in backticks or double quotes, strings in single quotes';

/** Compares mappings with the tables of their data source. Rejects if the data source does not answer. */
export async function findFaults(
  engine: Engine,
  mappings: readonly AppliedMapping[],
  tell: TellReason,
): Promise<readonly Finding[]> {
  const tables = await readKnownTables(engine, OPTIONS);
  const findings: Finding[] = [];
  for (const applied of mappings) {
    const { mapping, at } = applied;
    if (mapping.source.kind === 'opaque') {
      findings.push(...(await prepareText(engine, applied, tell)));
      continue;
    }
    for (const fault of findMappingFaults(mapping.source.query, tables)) {
      const message = `mapping \`${mapping.name}\`: ${fault.message}`;
      findings.push({ kind: 'fault', name: mapping.name, message, hint: fault.hint ?? NAMES, offset: fault.at ?? at });
    }
  }
  return findings;
}

/** Lets the data source prepare the text of a mapping WITHOUT PARSING, as the derived table that it is in statements. */
async function prepareText(
  engine: Engine,
  { mapping, at }: AppliedMapping,
  tell: TellReason,
): Promise<readonly Finding[]> {
  const { name, source } = mapping;
  if (source.kind !== 'opaque') return [];
  try {
    await engine.prepare(`SELECT * FROM (${source.text}) m`, OPTIONS);
    return [];
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === 'source_timed_out') throw error;
    if (error.code === 'source_unavailable' || error.code === 'source_busy') throw error;
    const column = error.details.column?.split('.').at(-1);
    const what =
      column === undefined ? `its data source rejects it (${error.code})` : `there is no column \`${column}\``;
    const message = `mapping \`${name}\`: ${what}`;
    const hint = column === undefined ? tell(error) : NAMES;
    const within = Math.max(0, source.text.indexOf(column ?? ''));
    return [{ kind: 'fault', name, message, hint, offset: source.at === undefined ? at : source.at + within }];
  }
}
