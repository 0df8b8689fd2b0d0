import { printStatement, type AlterOntology, type StatementBody } from '../statement';
import type { OntologyDefinitions } from './ontology-definitions';
import { withCommonSchemas } from './schema-names';

/**
 * Returns the script that creates the same ontology (SHOW CREATE ONTOLOGY), which is also the stored form of a version.
 * Applying it and printing the result returns the same script. Schemas are printed as `svc`, `esvc`, `dsvc` and `vsvc`,
 * which every service accepts whatever its own name is.
 */
export function printOntology(definitions: OntologyDefinitions, serviceName = 'svc'): string {
  const printLine = (statement: StatementBody): string =>
    `${printStatement(withCommonSchemas(statement, serviceName))};\n`;
  const sections = [
    ontologyStatements(definitions),
    dataSourceStatements(definitions),
    replacing(definitions.properties.values()),
    replacing(definitions.concepts.values()),
    replacing(definitions.mappings.values()),
    replacing(definitions.views.values()),
    replacing(definitions.policies.values()),
  ];
  return sections
    .filter((section) => section.length > 0)
    .map((section) => section.map(printLine).join(''))
    .join('\n');
}

function replacing(definitions: Iterable<StatementBody & { readonly orReplace: boolean }>): StatementBody[] {
  return [...definitions].map((definition) => ({ ...definition, orReplace: true }));
}

function ontologyStatements(definitions: OntologyDefinitions): StatementBody[] {
  const name = { name: definitions.name };
  const settings = [...definitions.settings].map(([setting, value]): AlterOntology => {
    return { kind: 'alter-ontology', name, setting: { name: { name: setting }, value } };
  });
  const description = definitions.description === '' ? {} : { description: definitions.description };
  return [{ kind: 'create-ontology', orReplace: true, name, ...description }, ...settings];
}

/** Returns the data source statements. The first data source is the active one unless ALTER DATASOURCE sets another. */
function dataSourceStatements(definitions: OntologyDefinitions): StatementBody[] {
  const statements = replacing(definitions.dataSources.values());
  const [first] = definitions.dataSources.keys();
  const active = definitions.dataSources.get(definitions.activeDataSource ?? '');
  if (active === undefined || definitions.activeDataSource === first) return statements;
  return [...statements, { kind: 'alter-datasource', name: active.name, action: 'set-active' }];
}
