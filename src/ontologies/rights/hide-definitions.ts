import { type OntologyDefinitions } from '../../compiler/ontology';
import { type CreateDataSource, parseStatements, printStatement } from '../../compiler/statement';
import { allows, type Caller } from '../../model';

/**
 * The definitions as the caller may read them. Where a data source lies (host, user, path) is for those with ADMIN on it, who alone may
 * define it; for others its statement has no options. Policies, which may hold what they keep from others, are for those with EDIT.
 */
export function hideDefinitions(caller: Caller, definitions: OntologyDefinitions): OntologyDefinitions {
  const { name } = definitions;
  const dataSources = [...definitions.dataSources].map(([key, source]) => {
    return [key, readableBy(caller, name, source)] as const;
  });
  const policies = readsPolicies(caller, name) ? definitions.policies : new Map<never, never>();
  return { ...definitions, dataSources: new Map(dataSources), policies };
}

/** The same for statements as the history of `ontology` keeps them, in canonical text. */
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
