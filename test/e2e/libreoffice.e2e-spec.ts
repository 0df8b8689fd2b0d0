import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningService, startService } from '../support/service';
import { describeWithLargeProgram } from '../support/services';

const STATEMENT = `SELECT name, area_km2, is_landlocked, DATE '2024-02-29' AS day, TIMESTAMP '2024-02-29 12:30:00' AS moment,
  TIME '08:30:00' AS clock, 9007199254740993 AS great, 12.50 AS price, '=1+1' AS formula, '007' AS code, 'a, "b"' AS quoted,
  NULL AS nothing FROM country WHERE name IN ('Türkiye', 'Namibia') ORDER BY name`;
/** Converts as shown, with quotes around all texts (LibreOffice help, "Filter Options for CSV"). */
const AS_SHOWN = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false';

describeWithLargeProgram('soffice', 'LibreOffice', () => {
  let service: RunningService;
  let folder: string;
  beforeAll(async () => {
    service = await startService({ DATABASE_URL: '' });
    folder = mkdtempSync(join(tmpdir(), 'libreoffice-'));
  }, 60_000);
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Saves an answer as a file, and returns the lines of what LibreOffice shows of it. */
  async function convert(accept: string, ending: string, ...options: readonly string[]): Promise<readonly string[]> {
    const answer = await fetch(`${service.api}/query/`, {
      method: 'POST',
      headers: { 'x-api-key': service.token, 'content-type': 'application/json', accept },
      body: JSON.stringify({ ontology_name: 'world', query: STATEMENT }),
    });
    expect(answer.status).toBe(200);
    const file = join(folder, `answer.${ending}`);
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    const written = join(folder, 'written');
    const { status, stderr } = spawnSync('soffice', [profile, '--headless', ...options, '--convert-to', AS_SHOWN, '--outdir', written, file]); // prettier-ignore
    expect([status, String(stderr)]).toEqual([0, expect.any(String)]);
    // whether a time of a day has AM depends on the language of LibreOffice
    return readFileSync(join(written, 'answer.csv'), 'utf8').replaceAll(' AM,', ',').trim().split('\n');
  }

  const HEADER =
    '"name","area_km2","is_landlocked","day","moment","clock","great","price","formula","code","quoted","nothing"';

  it('shows the values of a workbook with their types, and texts as they are', async () => {
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const rest = 'FALSE,2024-02-29,2024-02-29 12:30:00,08:30:00,"9007199254740993",12.5,"=1+1","007","a, ""b""",';
    expect(await convert(type, 'xlsx')).toEqual([HEADER, `"Namibia",825615,${rest}`, `"Türkiye",783562,${rest}`]);
  }, 120_000);

  it('reads CSV with its letters and computes no formula of it, but reads codes and long numbers as doubles', async () => {
    const lines = await convert('text/csv', 'csv', '--infilter=CSV:44,34,76,1');
    const rest = `FALSE,2024-02-29,2024-02-29 12:30:00,08:30:00,9.00719925474099E+015,12.5,"'=1+1",7,"a, ""b""",`;
    expect(lines).toEqual([HEADER, `"Namibia",825615,${rest}`, `"Türkiye",783562,${rest}`]);
  }, 120_000);
});
