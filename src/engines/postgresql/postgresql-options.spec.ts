import { Reach } from '../nodes/reach';
import { SourceClient } from './postgresql-client';
import { postgreSqlOptions } from './postgresql-options';

const reach = new Reach([], () => []);
const NEEDED = { host: 'db', database: 'shop', user: 'reader' };
const read = (options: Readonly<Record<string, string>>) =>
  postgreSqlOptions({ ontology: 'o', name: 'd', type: 'postgresql', options: new Map(Object.entries(options)) }, () => '', reach); // prettier-ignore

const VARIABLES = {
  PGHOST: 'other', PGPORT: '1', PGDATABASE: 'other', PGUSER: 'other', PGPASSWORD: 'other', PGOPTIONS: '-c work_mem=1',
  PGREPLICATION: 'true', PGSSLMODE: 'require', PGSSLNEGOTIATION: 'direct', PGAPPNAME: 'other', PGCLIENT_ENCODING: 'LATIN1',
}; // prettier-ignore

describe('the options of a data source of type postgresql', () => {
  const before = process.env;
  beforeEach(() => {
    process.env = { ...before, ...VARIABLES };
  });
  afterEach(() => {
    process.env = before;
  });

  it('are all that a connection uses: no variable of the environment, and no file of passwords', () => {
    const [server] = read(NEEDED).servers;
    const client = new SourceClient({ ...server, stream: undefined });
    const { connectionParameters, password } = client as unknown as {
      readonly connectionParameters: Readonly<Record<string, unknown>>;
      readonly password: () => string;
    };
    expect(connectionParameters).toMatchObject({
      host: 'db',
      port: 5432,
      database: 'shop',
      user: 'reader',
      ssl: false,
    });
    expect(connectionParameters).toMatchObject({ options: undefined, replication: undefined });
    expect(connectionParameters).toMatchObject({ sslnegotiation: 'postgres', client_encoding: 'UTF8' });
    expect(password()).toBe('');
    expect(JSON.stringify(connectionParameters)).not.toContain('other');
  });

  it('name servers and the schema', () => {
    const { servers, schema } = read({ ...NEEDED, host: 'a,b:5433', port: '6000', schema: 'sales' });
    expect(servers.map(({ host, port }) => `${host} ${port}`)).toEqual(['a 6000', 'b 5433']);
    expect([schema, read(NEEDED).schema]).toEqual(['sales', 'public']);
  });

  it.each([
    ['host', ''],
    ['database', ''],
    ['user', ''],
    ['host', '/var/run/postgresql'],
    ['host', 'db,/tmp'],
    ['port', '0'],
    ['ssl_mode', 'prefer'],
  ])('are rejected with %s %p', (option, value) => {
    expect(() => read({ ...NEEDED, [option]: value })).toThrow(option === 'port' ? 'port' : `"${option}"`);
  });

  it('choose what TLS verifies', () => {
    const tlsOf = (mode: string) => read({ ...NEEDED, ssl_mode: mode }).servers[0]?.ssl;
    expect(tlsOf('off')).toBe(false);
    expect(tlsOf('required')).toMatchObject({ rejectUnauthorized: false, minVersion: 'TLSv1.2' });
    expect(tlsOf('verify_ca')).toMatchObject({ rejectUnauthorized: true, checkServerIdentity: expect.any(Function) as unknown }); // prettier-ignore
    expect(tlsOf('verify_identity')).toEqual({ rejectUnauthorized: true, minVersion: 'TLSv1.2' });
  });
});
