import { TokensService, UsersService, OPERATOR } from '../../src/auth';
import { Client, rowsOf } from '../support/client';
import { type RunningService, startService } from '../support/service';

const system = { ontology: 'system' };

describe('the tokens of a user', () => {
  let service: RunningService;
  let admin: Client;
  const issue = async (user: string, name?: string): Promise<Client> => {
    const owner = await service.app.get(UsersService).get(OPERATOR, { name: user });
    return new Client(service.api, await service.app.get(TokensService).issue(owner, name));
  };
  const isAlive = async (client: Client): Promise<boolean> => (await client.get('get_ontologies')).status === 200;

  beforeAll(async () => {
    service = await startService();
    admin = new Client(service.api, service.token);
    rowsOf(await admin.sql("CREATE USER ana PASSWORD 'a'; CREATE USER ben PASSWORD 'b'", system));
  });
  afterAll(() => service.close());

  it('are listed for their owner without the tokens, and revoked by name or id, at once', async () => {
    const [laptop, desk, kept] = [await issue('ana', 'laptop'), await issue('ana'), await issue('ana', 'kept')];
    const tokens = await kept.select('SHOW TOKENS FOR ana', system);
    expect(tokens.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['laptop', expect.stringMatching(/^[0-9a-f-]{36}$/), 'kept']),
    );
    expect(JSON.stringify(tokens)).not.toContain('tk_');
    expect([await isAlive(laptop), await isAlive(desk)]).toEqual([true, true]);
    rowsOf(await kept.sql("REVOKE TOKEN 'laptop' FROM USER ana", system));
    const unnamed = tokens.find(({ name }) => name !== 'laptop' && name !== 'kept')?.name;
    rowsOf(await kept.sql(`REVOKE TOKEN '${String(unnamed)}' FROM USER ANA`, system));
    expect([await isAlive(laptop), await isAlive(desk), await isAlive(kept)]).toEqual([false, false, true]);
    expect(await kept.select('SHOW TOKENS FOR ana', system)).toMatchObject([{ name: 'kept' }]);
  });

  it('are not disclosed to other users, whether they exist or not', async () => {
    const [ana, ben] = [await issue('ana', 'hers'), await issue('ben')];
    for (const statement of ["REVOKE TOKEN 'hers' FROM USER ana", 'REVOKE TOKENS FROM USER ana', 'REVOKE TOKENS FROM USER nobody'])
      expect((await ben.sql(statement, system)).body.error).toMatchObject({ code: 'auth_forbidden' }); // prettier-ignore
    const { id } = await service.app.get(UsersService).get(OPERATOR, { name: 'ana' });
    const [token] = await service.app.get(TokensService).list(id);
    const refused = await ben.sql(`REVOKE TOKEN '${String(token?.id)}' FROM USER ben`, system);
    expect([refused.status, refused.body.error]).toMatchObject([
      404,
      { code: 'account_unknown', hint: 'SHOW TOKENS FOR ben lists the tokens by name' },
    ]);
    expect(await isAlive(ana)).toBe(true);
  });

  it('are all revoked by their owner or an administrator, but not by a request that fails', async () => {
    const [ana, ben] = [await issue('ana'), await issue('ben')];
    const failing = await admin.sql('REVOKE TOKENS FROM USER ana; DROP USER nobody', system);
    expect([failing.status, await isAlive(ana)]).toEqual([404, true]);
    rowsOf(await admin.sql('REVOKE TOKENS FROM USER ana', system));
    rowsOf(await ben.sql('REVOKE TOKENS FROM USER ben', system));
    expect([await isAlive(ana), await isAlive(ben), await isAlive(admin)]).toEqual([false, false, true]);
  });
});
