import { parseStatements, printStatement } from '../../compiler/statement';
import { quotedTexts, readAsTexts, type OntologyDefinitions } from '../../compiler/ontology';

/** A mapping that an earlier version contains with double-quoted tokens. */
export interface QuotedMapping {
  readonly name: string;
  /** The tokens that were read as strings and are names in statements written now. */
  readonly texts: readonly string[];
}

/**
 * Returns the mappings of these definitions that one of the stored scripts defines with double-quoted strings and that
 * are unchanged since.
 */
export function findQuotedMappings(
  { mappings }: OntologyDefinitions,
  scripts: readonly string[],
): readonly QuotedMapping[] {
  const current = new Set([...mappings.values()].map((mapping) => printStatement({ ...mapping, orReplace: true })));
  const found = new Map<string, QuotedMapping>();
  for (const statement of scripts
    .filter((script) => script.includes('"'))
    .flatMap((script) => parseStatements(script))) {
    if (statement.kind !== 'create-mapping') continue;
    const texts = quotedTexts(statement);
    const printed = printStatement({ ...readAsTexts(statement), orReplace: true });
    if (texts.length > 0 && current.has(printed)) found.set(printed, { name: statement.name.name, texts });
  }
  return [...found.values()];
}
