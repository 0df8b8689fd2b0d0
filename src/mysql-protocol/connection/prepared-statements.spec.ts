import { parseSessionStatements } from '../../compiler/statement';
import { ByteReader } from '../packets/byte-reader';
import { PreparedStatements } from './prepared-statements';

const MOST_HELD_BYTES = 16 * 2 ** 20;
const TEXT = 'SELECT ? AS a';
const [STATEMENT] = parseSessionStatements(TEXT, {
  variable: () => ({ kind: 'literal', type: 'null', text: '' }),
  count: () => 0,
});
const PART = Buffer.alloc(2 ** 20);

describe('PreparedStatements', () => {
  let statements: PreparedStatements;
  beforeEach(() => (statements = new PreparedStatements()));
  const prepare = (text = TEXT): number => statements.add(text, STATEMENT!).id;
  const addLongData = (id: number): void => {
    statements.addLongData(new ByteReader(Buffer.concat([Buffer.from([id, 0, 0, 0, 0, 0]), PART])));
  };
  const execute = (id: number) =>
    statements.readExecution(new ByteReader(Buffer.from([id, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0xfd, 0, 0])));

  it.each<[string, (id: number) => unknown]>([
    ['executed', execute],
    ['reset', (id) => { statements.reset(id); }],
    ['closed', (id) => { statements.close(id); }],
    ['forgotten with all others', () => { statements.clear(); }],
  ])('has room again for what a statement held that is %s', (_, release) => {
    for (let time = 0; time < 40; time++) {
      const id = prepare(TEXT.padEnd(2 ** 20));
      for (let part = 0; part < 10; part++) addLongData(id);
      release(id);
      statements.close(id);
    }
    expect(() => prepare()).not.toThrow();
  }); // prettier-ignore

  it('rejects texts and values beyond its bytes', () => {
    const id = prepare();
    for (let part = 0; part < 15; part++) addLongData(id);
    expect(() => prepare(TEXT.padEnd(2 ** 20))).toThrow('at most');
    addLongData(id);
    expect(() => execute(id)).toThrow(`more than ${MOST_HELD_BYTES} bytes`);
    statements.reset(id);
    expect(execute(id).parameters).toHaveLength(1);
    expect(prepare(TEXT.padEnd(2 ** 20))).toBeGreaterThan(id);
  });
});
