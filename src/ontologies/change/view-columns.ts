import { linkColumnType, type PlanContext, planStatement } from '../../compiler/plan';
import { ServiceError } from '../../errors';
import {
  type Caller,
  type Mapping,
  nameKey,
  type Ontology,
  type OutputColumn,
  printScalarType,
  type Query,
  type View,
  type Written,
} from '../../model';

const UNRESTRICTED: Caller = {
  id: '',
  name: '',
  roles: [],
  grants: [{ right: 'ADMIN', resource: { kind: 'all' } }],
};

/** Returns the context for planning statements of the model itself: all rights, no masks. The plans are never executed. */
export function modelContext(ontology: Ontology, serviceName: string): PlanContext {
  return { ontology, caller: UNRESTRICTED, serviceName, maskColumns: [], hashKeyOf: () => '' };
}

/**
 * Returns the names and types of a view's columns, or only the names if its statement cannot be planned, for example
 * over unmapped concepts.
 */
export function viewColumns(ontology: Ontology, view: View, serviceName: string): readonly OutputColumn[] {
  return planView(ontology, view, serviceName).columns;
}

/** Returns the columns of a view like `viewColumns`, and the mappings that its statement reads. */
export function planView(
  ontology: Ontology,
  view: View,
  serviceName: string,
): { readonly columns: readonly OutputColumn[]; readonly mappings: readonly Mapping[] } {
  try {
    const { columns, mappings } = planStatement(modelContext(ontology, serviceName), view.query);
    return { columns, mappings: mappings.flatMap((name) => ontology.mappings.get(nameKey(name)) ?? []) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { columns: namedColumns(view.query), mappings: [] };
  }
}

/** Finds a table in the catalogue of a data source, if the catalogue is loaded. */
export type FindTable = PlanContext['findTable'];

/** Returns the type of a link column, or `unknown` if the catalogue does not contain the column. */
export function printLinkColumnType(mappings: readonly Mapping[], column: string, findTable: FindTable): string {
  const type = linkColumnType({ context: { findTable } }, mappings, nameKey(column));
  return type === undefined ? 'unknown' : printScalarType(type);
}

/** Returns the named columns of a statement, without their types. */
export function namedColumns(query: Query<Written>): OutputColumn[] {
  if (query.kind === 'set') return namedColumns(query.left);
  return query.items.flatMap(({ expression, alias, text }) => {
    const own = expression.kind === 'reference' ? expression.reference.parts.at(-1)?.name : text;
    const name = alias?.name ?? own;
    return name === undefined ? [] : [{ name, type: 'unknown' as const }];
  });
}
