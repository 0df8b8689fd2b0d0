import type { Identifier } from '../../model';
import type { Statement } from '../statement';

/** The roles that the policies among the statements name. Roles are the service's: the ontology cannot tell whether they are there. */
export function rolesNamedBy(statements: readonly Statement[]): readonly Identifier[] {
  return statements.flatMap((statement) => {
    if (statement.kind === 'create-mask-policy') return statement.exceptRoles;
    return statement.kind === 'create-filter-policy' ? statement.roles : [];
  });
}
