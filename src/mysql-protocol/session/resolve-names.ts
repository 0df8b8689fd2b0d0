import { isExpression, mapChildren, rebuildQuery } from '../../compiler/tree';
import { ServiceError, suggest } from '../../errors';
import {
  type Call,
  type Expression,
  type Identifier,
  type Literal,
  nameKey,
  type Ontology,
  type Query,
  schemaNames,
  type SelectItem,
  type Source,
  type TableSource,
  type Written,
} from '../../model';
import { INFORMATION_SCHEMA, METADATA_NAMES, nameOfMetadata } from '../metadata/information-schema';
import { offsetAskedBy } from './clock-offset';
import { SessionError } from './refusal';

/** Databases whose tables are those of INFORMATION_SCHEMA with the same name. */
const LIKE_INFORMATION_SCHEMA: ReadonlySet<string> = new Set([INFORMATION_SCHEMA, 'performance_schema']);

/** Returns the name of the only database that a statement names before its tables; undefined if it names none. */
export function databaseOf(query: Query<Written>, serviceName: string): Identifier | undefined {
  const schemas = new Set(schemaNames(serviceName).map(nameKey));
  let found: Identifier | undefined;
  for (const { parts } of namedTables(query).tables) {
    const [database] = parts;
    if (parts.length !== 2 || database === undefined) continue;
    const key = nameKey(database.name);
    if (schemas.has(key) || LIKE_INFORMATION_SCHEMA.has(key)) continue;
    if (found !== undefined && nameKey(found.name) !== key)
      throw new ServiceError(
        'plan_several_data_sources',
        `one statement cannot read both "${found.name}" and "${database.name}"`,
        {
          hint: 'a statement reads one ontology',
          offset: database.at,
        },
      );
    found = database;
  }
  return found;
}

/** Whether a statement reads concepts or views, and not only metadata or nothing. */
export function readsOntology(query: Query<Written>): boolean {
  const { tables, common } = namedTables(query);
  return tables.some(({ parts }) => {
    const [first] = parts;
    return parts.length === 1
      ? !common.has(nameKey(first?.name ?? ''))
      : !LIKE_INFORMATION_SCHEMA.has(nameKey(first?.name ?? ''));
  });
}

/** What the names and functions of a statement mean in a session. */
export interface Meaning {
  /** The ontology that it reads; undefined if it reads none. */
  readonly ontology: Ontology | undefined;
  /** Whether names without a database are those of INFORMATION_SCHEMA, which is the current one. */
  readonly isMetadata: boolean;
  readonly serviceName: string;
  /** Returns the value of a function of the session, by its name in upper case; undefined for any other function. */
  readonly valueOf: (name: string) => Literal | undefined;
}

/**
 * Returns a statement of a client in the language of the ontology: names of databases become those of schemas, views are found by their names
 * alone, tables of INFORMATION_SCHEMA by the names of the compiler, and functions of the session have their values.
 */
export function resolveNames(query: Query<Written>, meaning: Meaning): Query<Written> {
  return new NameResolver(meaning, namedTables(query).common).query(query);
}

class NameResolver {
  private readonly schemas: readonly string[];

  constructor(
    private readonly meaning: Meaning,
    private readonly common: ReadonlySet<string>,
  ) {
    this.schemas = schemaNames(meaning.serviceName);
  }

  query(query: Query<Written>): Query<Written> {
    const expression = (node: Expression<Written>): Expression<Written> => this.expression(node);
    const inner = (one: Query<Written>): Query<Written> => this.query(one);
    const source = (one: Source<Written>): Source<Written> => this.source(one);
    const rebuilt = rebuildQuery<Written, Written>(query, { expression, query: inner, source });
    if (rebuilt.kind === 'set') return rebuilt;
    return { ...rebuilt, items: rebuilt.items.map((item) => this.item(item)) };
  }

  private item(item: SelectItem<Written>): SelectItem<Written> {
    const { expression } = item;
    if (isExpression(expression)) return item;
    return { ...item, expression: { ...expression, qualifier: this.withoutDatabase(expression.qualifier) } };
  }

  private expression(node: Expression<Written>): Expression<Written> {
    if (node.kind === 'literal') return node;
    if (node.kind === 'reference') {
      const parts = this.withoutDatabase(node.reference.parts, 3);
      return { ...node, reference: { ...node.reference, parts } };
    }
    const value = node.kind === 'call' ? this.valueOf(node) : undefined;
    if (value !== undefined) return value;
    return mapChildren<Written, Written>(node, {
      expression: (child) => this.expression(child),
      query: (inner) => this.query(inner),
    });
  }

  private valueOf(call: Call<Written>): Literal | undefined {
    const { name, arguments: given, at } = call;
    const value = given.length === 0 ? this.meaning.valueOf(name) : (textOfCodes(call) ?? offsetAskedBy(call));
    return value && { ...value, at };
  }

  /** Returns a name without the database before that of its table. Schemas remain, because the compiler knows them. */
  private withoutDatabase(parts: readonly Identifier[], most = 2): readonly Identifier[] {
    const [database] = parts;
    if (parts.length !== most || database === undefined || this.isSchema(database.name)) return parts;
    return parts.slice(1);
  }

  private source(source: Source<Written>): Source<Written> {
    if (source.kind === 'table') return this.table(source);
    if (source.kind === 'derived') return { ...source, query: this.query(source.query) };
    const { on, ...join } = source;
    const rest = { ...join, left: this.source(source.left), right: this.source(source.right) };
    return on === undefined ? rest : { ...rest, on: this.expression(on) };
  }

  private table(source: TableSource<Written>): TableSource<Written> {
    const { parts, at } = source.table;
    const [first, second] = parts;
    if (first === undefined || parts.length > 2) return source;
    if (second === undefined) return this.unqualified(source, first);
    if (this.isSchema(first.name)) return source;
    if (LIKE_INFORMATION_SCHEMA.has(nameKey(first.name))) return this.metadata(source, second);
    return { ...source, table: { at, parts: this.inOntology(second) } };
  }

  private unqualified(source: TableSource<Written>, name: Identifier): TableSource<Written> {
    if (this.common.has(nameKey(name.name))) return source;
    if (this.meaning.isMetadata) return this.metadata(source, name);
    return { ...source, table: { at: source.table.at, parts: this.inOntology(name) } };
  }

  private metadata(source: TableSource<Written>, table: Identifier): TableSource<Written> {
    const name = nameOfMetadata(table.name);
    if (name === undefined)
      throw new ServiceError('plan_unknown_table', `there is no table "${table.name}" in information_schema`, {
        hint: suggest(table.name, METADATA_NAMES),
        offset: table.at,
      });
    const parts = [
      { name: this.schemas[0] ?? '', at: table.at },
      { name, at: table.at },
    ];
    return { ...source, table: { parts, at: source.table.at }, alias: source.alias ?? { name: table.name } };
  }

  /** Returns the name of a concept or, if there is none, of a view. */
  private inOntology(table: Identifier): readonly Identifier[] {
    const { ontology } = this.meaning;
    if (ontology === undefined) throw new SessionError(1046, '3D000', 'no database is selected', { offset: table.at });
    const [, , deep = '', views = ''] = this.schemas;
    const key = nameKey(table.name);
    const isView = !ontology.concepts.has(key) && ontology.views.has(key);
    return [{ name: isView ? views : deep, at: table.at }, table];
  }

  private isSchema(name: string): boolean {
    return this.schemas.some((schema) => nameKey(schema) === nameKey(name));
  }
}

/** Returns the value of CHAR for the codes of ASCII characters, which clients of the protocol write for quotes. */
function textOfCodes({ name, arguments: given }: Call<Written>): Literal | undefined {
  if (name !== 'CHAR') return undefined;
  const codes = given.map((code) => (code.kind === 'literal' && code.type === 'integer' ? Number(code.text) : NaN));
  if (!codes.every((code) => code > 0 && code < 0x80)) return undefined;
  return { kind: 'literal', type: 'string', text: String.fromCharCode(...codes) };
}

/** The names in the FROMs of a statement, at any depth. */
interface NamedTables {
  readonly tables: readonly TableSource<Written>['table'][];
  /** The name keys of common tables. */
  readonly common: ReadonlySet<string>;
}

function namedTables(query: Query<Written>): NamedTables {
  const tables: TableSource<Written>['table'][] = [];
  const common = new Set<string>();
  const seeSource = (source: Source<Written>): Source<Written> => {
    if (source.kind === 'table') tables.push(source.table);
    else if (source.kind === 'derived') seeQuery(source.query);
    else {
      seeSource(source.left);
      seeSource(source.right);
      if (source.on !== undefined) seeExpression(source.on);
    }
    return source;
  };
  const seeExpression = (node: Expression<Written>): Expression<Written> =>
    node.kind === 'literal' || node.kind === 'reference'
      ? node
      : mapChildren<Written, Written>(node, { expression: seeExpression, query: seeQuery });
  const seeQuery = (inner: Query<Written>): Query<Written> => {
    for (const { name } of inner.with?.tables ?? []) common.add(nameKey(name.name));
    return rebuildQuery<Written, Written>(inner, { expression: seeExpression, query: seeQuery, source: seeSource });
  };
  seeQuery(query);
  return { tables, common };
}
