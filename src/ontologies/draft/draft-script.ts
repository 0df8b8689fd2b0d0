import { type Engine, readSourceCatalogue, readSourceComments } from '../../engines';
import { ServiceError } from '../../errors';
import { completeTables } from './complete-tables';
import { type DraftedSource, draftOntology, type DraftOptions, shownTables } from './draft-ontology';
import { printDraft } from './print-draft';
import { openProber, type Verification } from './prober';

/** What a draft is made of, and how. */
export interface DraftRequest extends Pick<DraftOptions, 'style' | 'maskColumns' | 'orReplace' | 'into'> {
  /** The name of the data source, and of a new ontology. */
  readonly name: string;
  readonly source: DraftedSource;
  readonly verification: Verification;
  /** The limit of each statement that reads the catalogue. */
  readonly timeoutMs: number;
  /** The limit of all guesses together; those that are left are not verified. Without it, only each of them has a limit. */
  readonly guessesMs?: number;
}

/** Returns the script of a draft over the tables of an open data source, which is only read. */
export async function draftScript(engine: Engine, request: DraftRequest): Promise<string> {
  const { name, source, verification, timeoutMs, guessesMs, ...options } = request;
  const all = shownTables(source, await readSourceCatalogue(engine, { timeoutMs }));
  if (all.length === 0) throw new ServiceError('ontology_invalid', 'the data source has no visible tables');
  const comments = await readSourceComments(engine, { timeoutMs });
  const { tables, ...found } = await completeTables(all, openProber(engine, verification, guessesMs));
  return printDraft(draftOntology(name, source, tables, { ...options, ...found, comments }));
}
