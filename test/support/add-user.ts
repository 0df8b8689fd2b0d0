import { getToken, makeBearer } from './bearer';
import { Client, rowsOf } from './client';
import { type RunningService } from './service';

/** A new user, and the ontology that the user may query. */
interface NewUser {
  readonly name: string;
  readonly ontology: string;
}

/** Creates a user who may query the ontology, and returns a client of this user. `grants` are additional grants without their `TO USER`. */
export async function addUser(
  service: Pick<RunningService, 'api' | 'token' | 'salt'>,
  { name, ontology }: NewUser,
  ...grants: readonly string[]
): Promise<Client> {
  return addUserWith(service, name, `GRANT QUERY ON ontology.${ontology}`, ...grants);
}

/** Works like `addUser`, with these grants only. */
export async function addUserWith(
  service: Pick<RunningService, 'api' | 'token' | 'salt'>,
  name: string,
  ...grants: readonly string[]
): Promise<Client> {
  const password = `pw of ${name}`;
  const statements = [
    `CREATE USER ${name} PASSWORD '${password}'`,
    ...grants.map((grant) => `${grant} TO USER ${name}`),
  ];
  const admin = new Client(service.api, service.token);
  rowsOf(await admin.sql(statements.join(';'), { ontology: 'system' }));
  return new Client(service.api, await getToken(service.api, makeBearer(name, password, service.salt)));
}
