import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Environment } from '../../src/config';
import { TypedFormatsService } from '../../src/engines';
import { describeOnEachEngine, PROPERTIES } from '../support/company-engines';
import { readParquet } from '../support/read-parquet';

const COMPUTED = ['salary * 2', 'AVG(grade) OVER ()', 'COUNT(*) OVER ()', 'name IS NULL', "CONCAT(name, '!')"];
const TYPES = ['BIGINT', 'BIGINT', 'BIGINT', 'DECIMAL(38,2)', 'DOUBLE', 'BOOLEAN', 'VARCHAR', 'DATE', 'TIMESTAMP', 'TIME', 'DECIMAL(38,2)', 'DECIMAL(38,4)', 'BIGINT', 'BIGINT', 'VARCHAR']; // prettier-ignore
/** The employees 2 to 5. */
const EXPECTED = [
  ['2', '-42', '-3', '3000.10', -1.25, false, "O'Brien", '1985-12-31', '2020-01-01 08:30:00.5', '16:30:15.25', '6000.20', '6553.4000', '6', '0', "O'Brien!"],
  ['3', null, null, null, null, null, 'Zoë 北京 😀', null, null, null, null, '6553.4000', '6', '0', 'Zoë 北京 😀!'],
  ['4', '0', '0', '-10.00', 0, true, '100%_sure [x]', '2000-02-29', '1999-12-31 23:59:59.999999', '00:00:00', '-20.00', '6553.4000', '6', '0', '100%_sure [x]!'],
  ['5', '9223372036854775807', '32767', '3000.10', 10_000_000_000, false, 'back\\slash "q", ^r', '1970-01-01', '1970-01-01 00:00:00', '23:59:59', '6000.20', '6553.4000', '6', '0', 'back\\slash "q", ^r!'],
]; // prettier-ignore

describeOnEachEngine((company) => {
  let dataDir: string;
  let formats: TypedFormatsService;
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'parquet-engines-'));
    formats = new TypedFormatsService(Object.assign(new Environment(), { dataDir }));
  });
  afterAll(async () => {
    await formats.onApplicationShutdown();
    rmSync(dataDir, { recursive: true });
  });

  it('values of every type are those of the data source in a Parquet file', async () => {
    const selected = [...PROPERTIES, ...COMPUTED].map((column, index) => `${column} AS c${index}`);
    const {
      columns: names,
      types,
      rows,
    } = await company().ask(`SELECT ${selected.join(', ')} FROM employee ORDER BY employee_id`);
    const columns = names.map((name, index) => ({ name, type: types[index]! }));
    const batches = (async function* () {
      await Promise.resolve();
      yield rows;
    })();
    const pieces: Buffer[] = [];
    for await (const piece of formats.parquet({ columns, batches })) pieces.push(piece);
    const table = await readParquet(Buffer.concat(pieces));
    expect(table.columns.map((column) => column.replace(/^c\d+ /, ''))).toEqual(TYPES);
    expect(table.rows.map((row) => row.slice(0, 1))).toEqual(['1', '2', '3', '4', '5', '6'].map((id) => [id]));
    expect(table.rows.slice(1, 5)).toEqual(EXPECTED);
  });
});
