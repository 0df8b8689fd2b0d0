import { AccountListsService, AuthModule, OPERATOR } from '../../src/auth';
import { type GrantResource, printStatement, type RightName } from '../../src/compiler/statement';
import { isWholeResource, type Resource } from '../../src/model';
import { openService } from './open-service';

/** Prints the rights of a user or role as the statements that grant them. */
export function printGrants(kind: 'user' | 'role', name: string): Promise<void> {
  return openService([AuthModule], async (service) => {
    const grants = await service.get(AccountListsService).listGrants(OPERATOR, kind, { name });
    for (const { right, resource } of grants) {
      const statement = printStatement({
        kind: 'grant',
        right: right.toLowerCase() as RightName,
        resource: resourceOf(resource),
        grantee: { kind, name: { name } },
      });
      process.stdout.write(`${statement};\n`);
    }
  });
}

function resourceOf(resource: Resource): GrantResource {
  if (isWholeResource(resource)) return resource;
  if (resource.kind === 'user') return { kind: 'user', user: { name: resource.user } };
  const ontology = { name: resource.ontology };
  if (resource.kind === 'datasource')
    return { kind: 'datasource', ontology, dataSource: { name: resource.dataSource } };
  const { schema } = resource;
  return { kind: 'ontology', ontology, ...(schema !== undefined && { schema: { name: schema } }) };
}
