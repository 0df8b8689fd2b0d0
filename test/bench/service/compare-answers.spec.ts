import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { compareAnswers, readRows } from './compare-answers';
import { nestByHand, printByHand } from './print-by-hand';

describe('readRows', () => {
  it('reads the same rows from each form of an answer', () => {
    const expected = ['["1","Ana"]', '["2",null]'];
    expect(readRows('{"data":[{"n":"1","name":"Ana"},{"n":"2","name":null}],"status":"success"}', 'json')).toEqual(expected); // prettier-ignore
    expect(readRows('[{"id":1,"of":"Ana"},{"id":2,"of":null}]', 'json')).toEqual(expected);
    expect(readRows('{"n":1,"name":"Ana"}\n{"n":2,"name":null}\n', 'ndjson')).toEqual(expected);
    expect(readRows('n,name\r\n1,Ana\r\n2,\r\n', 'csv')).toEqual(['["1","Ana"]', '["2",""]']);
    expect(readRows('{"n":1,"name":"Ana"}', 'json')).toEqual(expected.slice(0, 1));
  });

  it('reads nested values in any order', () => {
    const ours = '{"data":[{"n":"1","has_title":[{"title":"B"},{"title":"A"}]}]}';
    const byHand = '{"data":[{"n":1,"title":["A","B"]}]}';
    expect(readRows(ours, 'json')).toEqual(readRows(byHand, 'json'));
    expect(readRows(ours, 'json')).not.toEqual(readRows(byHand.replace('"B"', '"C"'), 'json'));
  });
});

describe('compareAnswers', () => {
  const servers: Server[] = [];
  const serve = async (name: string, body: string, status = 200) => {
    const server = createServer((_, response) => response.writeHead(status).end(body)).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return { name, server: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, headers: {} }, requests: [{ path: '/x' }] }; // prettier-ignore
  };
  const terms = { count: 2, format: 'json', isOrdered: false } as const;

  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  it('accepts rows in another order only where the order is free', async () => {
    const sides = [await serve('ours', '[{"n":1},{"n":2}]'), await serve('bare', '[{"n":2},{"n":1}]')];
    await compareAnswers(sides, terms);
    await expect(compareAnswers(sides, { ...terms, isOrdered: true })).rejects.toThrow('ours and bare answer differently, "1" and "2" (row 1)'); // prettier-ignore
  });

  it('rejects a missing row and a refusal', async () => {
    const ours = await serve('ours', '[{"n":1},{"n":2}]');
    await expect(compareAnswers([ours, await serve('peer', '[{"n":1}]')], terms)).rejects.toThrow('"2" and nothing (row 2)'); // prettier-ignore
    await expect(compareAnswers([ours, await serve('peer', 'no', 404)], terms)).rejects.toThrow('answered 404: no');
  });
});

describe('printByHand', () => {
  const rows = [
    { n: 1, name: 'Ana "A", B' },
    { n: 2, name: null },
  ];

  it('prints what each format promises', () => {
    expect(printByHand(rows)).toBe('{"data":[{"n":1,"name":"Ana \\"A\\", B"},{"n":2,"name":null}],"status":"success"}');
    expect(printByHand(rows, 'ndjson')).toBe('{"n":1,"name":"Ana \\"A\\", B"}\n{"n":2,"name":null}\n');
    expect(printByHand(rows, 'csv')).toBe('n,name\r\n1,"Ana ""A"", B"\r\n2,\r\n');
  });

  it('nests joined rows', () => {
    const joined = [
      { emp_no: 1, dept: 'Sales', title: 'A' },
      { emp_no: 1, dept: 'Sales', title: 'B' },
      { emp_no: 2, dept: null, title: 'A' },
    ];
    expect(nestByHand(joined, ['dept', 'title'])).toEqual([
      { emp_no: 1, dept: ['Sales'], title: ['A', 'B'] },
      { emp_no: 2, dept: [], title: ['A'] },
    ]);
  });
});
