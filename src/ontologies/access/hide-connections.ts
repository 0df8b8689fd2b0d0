import { type OntologyDefinitions } from '../../compiler/ontology';
import { type CreateDataSource, parseStatements, printStatement } from '../../compiler/statement';
import { allows, type Caller } from '../../model';

/**
 * The definitions as the caller may read them: where a data source lies (host, user, path) is for those with ADMIN on it, who alone may
 * define it; for others its statement has no options.
 */
export function hideConnections(caller: Caller, definitions: OntologyDefinitions): OntologyDefinitions {
  const dataSources = [...definitions.dataSources].map(([key, source]) => {
    return [key, readableBy(caller, definitions.name, source)] as const;
  });
  return { ...definitions, dataSources: new Map(dataSources) };
}

/** The same for statements as the history of `ontology` keeps them, in canonical text. */
export function hideConnectionsInText(caller: Caller, ontology: string, text: string): string {
  if (allows(caller, 'ADMIN', { kind: 'ontology', ontology })) return text;
  let shown = text;
  for (const statement of parseStatements(text).toReversed()) {
    if (statement.kind !== 'create-datasource') continue;
    const printed = printStatement(readableBy(caller, ontology, statement));
    shown = shown.slice(0, statement.at) + printed + shown.slice(statement.end);
  }
  return shown;
}

function readableBy<Definition extends CreateDataSource>(
  caller: Caller,
  ontology: string,
  definition: Definition,
): Definition {
  const isTheirs = allows(caller, 'ADMIN', { kind: 'datasource', ontology, dataSource: definition.name.name });
  return isTheirs ? definition : { ...definition, options: [] };
}
