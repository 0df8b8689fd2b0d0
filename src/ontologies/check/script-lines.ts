import { type OntologyDefinitions, printOntology } from '../../compiler/ontology';
import { locateOffset, parseStatements, type Statement } from '../../compiler/statement';
import { nameKey } from '../../model';

/** The statements by which SHOW CREATE ONTOLOGY defines what a check may be about. */
const KINDS: ReadonlyMap<Statement['kind'], string> = new Map([
  ['create-datasource', 'data source'],
  ['create-property', 'property'],
  ['create-measure', 'measure'],
  ['create-concept', 'concept'],
  ['create-mapping', 'mapping'],
  ['create-view', 'view'],
]);

/** Finds definitions in the script of an ontology that SHOW CREATE ONTOLOGY prints. */
export class ScriptLines {
  readonly statements: readonly Statement[];
  private readonly script: string;
  private readonly offsets = new Map<string, number>();

  constructor(definitions: OntologyDefinitions, serviceName: string) {
    this.script = printOntology(definitions, serviceName);
    this.statements = parseStatements(this.script);
    for (const statement of this.statements) {
      const kind = KINDS.get(statement.kind);
      if (kind !== undefined && 'name' in statement) this.offsets.set(keyOf(kind, statement.name.name), statement.at);
    }
  }

  /** Returns the line of a definition, from 1; null if the script does not contain it. */
  lineOf(kind: string, name: string): number | null {
    const offset = this.offsets.get(keyOf(kind, name));
    return offset === undefined ? null : locateOffset(this.script, offset).line;
  }
}

function keyOf(kind: string, name: string): string {
  return `${kind} ${nameKey(name)}`;
}
