import { parseStatements, printStatement } from '../src/compiler/statement';
import { quotedTexts, readAsTexts, type OntologyDefinitions } from '../src/compiler/ontology';

/** A mapping that an earlier version holds with tokens in double quotes. */
export interface QuotedMapping {
  readonly name: string;
  /** The tokens that were read as texts, and are names in what is written now. */
  readonly texts: readonly string[];
}

/** The mappings of these definitions that one of the kept scripts defines with texts in double quotes, and that are still what they were then. */
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
