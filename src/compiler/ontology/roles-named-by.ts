import type { Identifier } from '../../model';
import type { Statement } from '../statement';

/**
 * Returns the roles that policies in the statements reference. Roles belong to the service, so the ontology cannot
 * check that they exist.
 */
export function rolesNamedBy(statements: readonly Statement[]): readonly Identifier[] {
  return statements.flatMap((statement) => {
    if (statement.kind === 'create-mask-policy') return statement.exceptRoles;
    return statement.kind === 'create-filter-policy' ? statement.roles : [];
  });
}
