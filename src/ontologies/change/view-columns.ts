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

/** The context in which statements of the model itself are planned: with all rights, nothing masked, never executed. */
export function modelContext(ontology: Ontology, serviceName: string): PlanContext {
  return { ontology, caller: UNRESTRICTED, serviceName, maskColumns: [], hashKeyOf: () => '' };
}

/** Names and types of a view's columns; names alone where its statement cannot be planned, such as over unmapped concepts. */
export function viewColumns(ontology: Ontology, view: View, serviceName: string): readonly OutputColumn[] {
  try {
    return planStatement(modelContext(ontology, serviceName), view.query).columns;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return namedColumns(view.query);
  }
}

/** Finds a table in the catalogue of a data source, where that is known. */
export type FindTable = PlanContext['findTable'];

/** The type of a column of a link, `unknown` where the catalogue does not have its column. */
export function printLinkColumnType(mappings: readonly Mapping[], column: string, findTable: FindTable): string {
  const type = linkColumnType({ context: { findTable } }, mappings, nameKey(column));
  return type === undefined ? 'unknown' : printScalarType(type);
}

/** The columns that a statement gives a name, without their types. */
export function namedColumns(query: Query<Written>): OutputColumn[] {
  if (query.kind === 'set') return namedColumns(query.left);
  return query.items.flatMap(({ expression, alias, text }) => {
    const own = expression.kind === 'reference' ? expression.reference.parts.at(-1)?.name : text;
    const name = alias?.name ?? own;
    return name === undefined ? [] : [{ name, type: 'unknown' as const }];
  });
}
