import { type OntologyDefinitions } from '../../compiler/ontology';
import { type CreateDataSource, parseStatements, printStatement } from '../../compiler/statement';
import { allows, type Caller } from '../../model';

/**
 * Returns the definitions that the caller may read. The options of a data source (host, user, path) require ADMIN on
 * it; other callers see its statement without options. Policies require EDIT, because they may contain the values that
 * they protect.
 */
export function hideDefinitions(caller: Caller, definitions: OntologyDefinitions): OntologyDefinitions {
  const { name } = definitions;
  const dataSources = [...definitions.dataSources].map(([key, source]) => {
    return [key, readableBy(caller, name, source)] as const;
  });
  const policies = readsPolicies(caller, name) ? definitions.policies : new Map<never, never>();
  return { ...definitions, dataSources: new Map(dataSources), policies };
}

/** Applies the same rules to statements in canonical form, as in the history of `ontology`. */
export function hideDefinitionsInText(caller: Caller, ontology: string, text: string): string {
  if (allows(caller, 'ADMIN', { kind: 'ontology', ontology })) return text;
  const isShown = readsPolicies(caller, ontology);
  const shown = parseStatements(text).flatMap((statement) => {
    const isPolicy = statement.kind === 'create-mask-policy' || statement.kind === 'create-filter-policy';
    if (isPolicy && !isShown) return [];
    if (statement.kind !== 'create-datasource') return [`${text.slice(statement.at, statement.end)};`];
    return [`${printStatement(readableBy(caller, ontology, statement))};`];
  });
  return shown.join('\n');
}

function readsPolicies(caller: Caller, ontology: string): boolean {
  return allows(caller, 'EDIT', { kind: 'ontology', ontology });
}

function readableBy<Definition extends CreateDataSource>(
  caller: Caller,
  ontology: string,
  definition: Definition,
): Definition {
  const isTheirs = allows(caller, 'ADMIN', { kind: 'datasource', ontology, dataSource: definition.name.name });
  return isTheirs ? definition : { ...definition, options: [] };
}
