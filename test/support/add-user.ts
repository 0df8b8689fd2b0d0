import { makeBearer } from './bearer';
import { Client, rowsOf } from './client';
import { getToken, type RunningService } from './service';

/** A client of a new user, who may query the ontology; `grants` are further grants, without their `TO USER`. */
export async function addUser(
  service: RunningService,
  { name, ontology }: { readonly name: string; readonly ontology: string },
  ...grants: readonly string[]
): Promise<Client> {
  const password = `pw of ${name}`;
  const all = [`GRANT QUERY ON ontology.${ontology}`, ...grants].map((grant) => `${grant} TO USER ${name}`);
  const admin = new Client(service.api, service.token);
  rowsOf(await admin.sql([`CREATE USER ${name} PASSWORD '${password}'`, ...all].join(';'), { ontology }));
  return new Client(service.api, await getToken(service.api, makeBearer(name, password, service.salt)));
}
