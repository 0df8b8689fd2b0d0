import { type Body, Client, rowsOf } from '../support/client';
import { type RunningService, startService } from '../support/service';

describe('the definitions of published models', () => {
  let service: RunningService;
  let client: Client;
  beforeAll(async () => {
    service = await startService({ DATABASE_URL: '' });
    client = new Client(service.api, service.token);
    rowsOf(await client.sql('CREATE ONTOLOGY published', { ontology: 'system' }));
  }, 60_000);
  afterAll(() => service.close());
  const shop = { ontology: 'published' };

  it('are answered with the warnings before the status, or without the member', async () => {
    const place = 'CREATE OR REPLACE CONCEPT place (place_id integer, PRIMARY KEY (place_id));';
    expect((await client.sql(place, shop)).text).toBe('{"data":[],"status":"success"}');
    const trip = `CREATE CONCEPT trip (trip_id integer, place_id integer, PRIMARY KEY (trip_id),
      CONSTRAINT goes_to FOREIGN KEY (place_id) REFERENCES place (place_id) TRANSITIVE)`;
    expect((await client.sql(trip, shop)).text).toBe(
      '{"data":[],"warnings":["concept `trip`, relationship `goes_to`: TRANSITIVE is ignored, because `place` is another concept"],"status":"success"}',
    );
  });

  describe('sent one by one, with references to what comes later', () => {
    const later = { ontology: 'later' };
    const send = async (query: string): Promise<Body> => (await client.sql(query, later)).body;
    const refused = async (query: string): Promise<unknown> => {
      const { status, body } = await client.sql(query, later);
      return [status, body.error?.code, body.data];
    };
    beforeAll(async () => {
      const source = "CREATE DATASOURCE d TYPE duckdb OPTIONS (path = 'world.duckdb')";
      rowsOf(await client.sql(`CREATE ONTOLOGY later; ${source};`, { ontology: 'system' }));
    });

    it('are rejected by default', async () => {
      const view = 'CREATE VIEW parts AS SELECT part_name FROM part';
      expect((await client.sql(view, later)).status).toBe(404);
      rowsOf(await client.sql("ALTER ONTOLOGY later SET forward_references = 'allow'", later));
    });

    it('wait, with a warning, and what needs them is 422', async () => {
      expect(await send(VIEW)).toMatchObject({
        warnings: ['the view `small_parts` waits for the concept or view `part`'],
      });
      rowsOf(await client.sql(MAPPING_OF_STATE, later));
      expect(await send(STATE)).toMatchObject({
        warnings: ['the relationship `lies_in` of concept `state` waits for the concept `part`'],
      });
      rowsOf(await client.sql(SMALL_STATE, later));
      expect(await client.select("SELECT state_name FROM state WHERE state_code = 'TCD'", later)).toEqual([
        { state_name: 'Chad' },
      ]);
      const waits = 'the relationship "lies_in" of concept "state" waits for the concept "part"'.replaceAll('"', '`');
      expect(await refused('SELECT `lies_in[part].part_name` FROM state')).toEqual([
        422,
        'plan_missing_definition',
        waits,
      ]);
      expect(await refused('SELECT state_name FROM african_state')).toEqual([422, 'plan_missing_definition', waits]);
      const waiting = [422, 'plan_missing_definition', 'the view `small_parts` waits for the concept or view `part`'];
      expect(await refused('SELECT * FROM vsvc.small_parts')).toEqual(waiting);
      expect(await refused('DESCRIBE vsvc.small_parts')).toEqual(waiting);
      expect((await client.sql('SELECT * FROM part', later)).status).toBe(404);
      expect((await client.get('q/later/concept/state?_select_=lies_in[part].part_name')).status).toBe(422);
      expect((await client.sql("ALTER ONTOLOGY later SET forward_references = 'refuse'", later)).status).toBe(404);
    });

    it('are not answered from some of the rows of a concept', async () => {
      rowsOf(await client.sql(MAPPING_OF_ISLAND, later));
      const waits = 'the mapping `map_island` waits for the concept `island`';
      expect(await refused('SELECT * FROM thing')).toEqual([
        422,
        'plan_missing_definition',
        `"thing" is incomplete: ${waits}`,
      ]);
      rowsOf(await client.sql('CREATE CONCEPT island INHERITS (state)', later));
      expect((await client.sql('SELECT COUNT(*) FROM thing', later)).status).toBe(200);
      rowsOf(await client.sql('DROP CONCEPT island CASCADE', later));
    });

    it('mean the same as in one request once everything exists', async () => {
      expect(await send(PART)).toEqual({ data: [], status: 'success' });
      rowsOf(await client.sql(MAPPING_OF_PART, later));
      expect(
        await client.select("SELECT `lies_in[part].part_name` AS part FROM state WHERE state_code = 'TCD'", later),
      ).toEqual([{ part: 'Middle Africa' }]);
      expect(await client.select('SELECT * FROM vsvc.small_parts', later)).toEqual([{ part_name: 'Middle Africa' }]);
      expect(await client.select('SELECT state_name FROM african_state', later)).toContainEqual({ state_name: 'Chad' });
      rowsOf(await client.sql("ALTER ONTOLOGY later SET forward_references = 'refuse'", later));
    });
  });
});

const VIEW = "CREATE VIEW small_parts AS SELECT part_name FROM part WHERE part_name = 'Middle Africa'";
const MAPPING_OF_STATE =
  'CREATE MAPPING map_state INTO state AS SELECT country_code AS state_code, short_name AS state_name, region_code AS part_code FROM country';
const STATE = `CREATE CONCEPT state (state_code string, state_name string, part_code string, PRIMARY KEY (state_code), LABEL (state_name),
  CONSTRAINT lies_in FOREIGN KEY (part_code) REFERENCES part (part_code) INVERSEOF \`~lies_in\`)`;
const SMALL_STATE =
  "CREATE CONCEPT african_state INHERITS (state) FROM dsvc.state WHERE `lies_in[part].part_name` LIKE '%Africa'";
const MAPPING_OF_ISLAND =
  "CREATE MAPPING map_island INTO island AS SELECT 'x' AS state_code, 'X' AS state_name FROM region";
const PART = 'CREATE CONCEPT part (part_code string, part_name string, PRIMARY KEY (part_code), LABEL (part_name))';
const MAPPING_OF_PART =
  'CREATE MAPPING map_part INTO part AS SELECT region_code AS part_code, region_name AS part_name FROM region';
