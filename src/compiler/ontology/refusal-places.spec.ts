import { ServiceError } from '../../errors';
import { checkAggregates } from '../plan';
import { parseStatements } from '../statement';
import { applyStatements, isModelStatement } from './apply-statements';
import { buildOntology } from './build-ontology';
import { emptyDefinitions, type OntologyDefinitions } from './ontology-definitions';
import { printOntology } from './print-ontology';
import { readScript } from './read-script';

const SHOP = `CREATE DATASOURCE db TYPE duckdb OPTIONS (path = 'a.duckdb');
  CREATE CONCEPT album (album_id integer, title string, CONSTRAINT tags MULTIVALUE string, PRIMARY KEY (album_id));
  CREATE CONCEPT track (track_id integer, title string, album_id integer, PRIMARY KEY (track_id),
    CONSTRAINT on_album FOREIGN KEY (album_id) REFERENCES album (album_id) INVERSEOF holds, CONSTRAINT near MULTIREFERENCE track);
  CREATE MEASURE tracks integer AS SELECT COUNT(track_id);
  CREATE MAPPING albums INTO (album) AS SELECT id AS album_id FROM a;`;

function apply(text: string, before: OntologyDefinitions): OntologyDefinitions {
  const statements = parseStatements(text).filter((statement) => isModelStatement(statement));
  return applyStatements(before, statements);
}

function offsetOf(text: string): number | undefined {
  const shop = readScript(printOntology(apply(SHOP, emptyDefinitions('shop'))));
  try {
    checkAggregates(buildOntology(apply(text, shop), 'v'));
  } catch (error) {
    if (error instanceof ServiceError) return error.details.offset;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('a rejected definition is reported at the position of the name', () => {
  it.each([
    "ALTER ONTOLOGY ▲zoo SET DESCRIPTION = 'x'",
    "ALTER ONTOLOGY shop SET ▲duplicates = 'x'",
    "ALTER ONTOLOGY shop SET ▲duplicate = 'keep'",
    'CREATE ONTOLOGY ▲system',
    "CREATE DATASOURCE ▲x TYPE mysql OPTIONS (host = 'h')",
    "CREATE DATASOURCE x TYPE mysql OPTIONS (host = 'h', user = env(▲'A'), database = 'd')",
    "CREATE DATASOURCE x TYPE mysql OPTIONS (host = env(▲'A'), user = 'u', database = 'd')",
    "CREATE DATASOURCE x TYPE mysql OPTIONS (host = 'h', user = 'u', database = 'd', password = 'p', Password = env(▲'A'))",
    "CREATE DATASOURCE x TYPE mysql OPTIONS (host = 'h', user = 'u', database = 'd', ssl_key = env(▲'A'), ssl_key = env('B'))",
    "CREATE DATASOURCE x TYPE files OPTIONS (path = 'x.csv', password = env(▲'A'))",
    "CREATE DATASOURCE x TYPE duckdb OPTIONS (path = env(▲'A'))",
    'ALTER DATASOURCE ▲x SET ACTIVE',
    'DROP VIEW ▲x',
    'DROP CONCEPT ▲thing',
    'DROP PROPERTY ▲tracks',
    'ALTER CONCEPT track DROP TAG ▲icon',
    'CREATE PROPERTY ▲entity_id string',
    'CREATE CONCEPT ▲thing',
    'CREATE CONCEPT c (x integer, ▲X string)',
    'CREATE CONCEPT c (x integer, PRIMARY KEY (x, ▲x))',
    'CREATE CONCEPT c (x integer, PRIMARY KEY (▲y))',
    'CREATE CONCEPT c (x integer, LABEL (▲y)) INHERITS (track)',
    'CREATE CONCEPT c (CONSTRAINT tags MULTIVALUE string, LABEL (▲tags)) INHERITS (track)',
    'CREATE CONCEPT c INHERITS (▲tracc)',
    'CREATE CONCEPT c (▲title integer)',
    'CREATE CONCEPT c (▲tracks integer)',
    'CREATE CONCEPT c (▲trackz measure integer)',
    'CREATE CONCEPT c (CONSTRAINT ▲title MULTIVALUE string)',
    'CREATE CONCEPT ▲c INHERITS (d); CREATE CONCEPT d INHERITS (c)',
    'CREATE CONCEPT c (CONSTRAINT r MULTIREFERENCE ▲trak)',
    'CREATE CONCEPT c (album_id integer, CONSTRAINT r FOREIGN KEY (▲nope) REFERENCES album (album_id))',
    'CREATE CONCEPT c (album_id integer, CONSTRAINT r FOREIGN KEY (album_id) REFERENCES album (▲nope))',
    'CREATE CONCEPT c (album_id integer, CONSTRAINT r FOREIGN KEY (album_id) REFERENCES album (▲tags))',
    'CREATE CONCEPT c (x integer, CONSTRAINT ▲r FOREIGN KEY (x, album_id) REFERENCES album (album_id), album_id integer)',
    'CREATE CONCEPT c (album_id integer, CONSTRAINT r FOREIGN KEY (album_id) REFERENCES album (album_id) INVERSEOF ▲`~s`)',
    'CREATE CONCEPT c (CONSTRAINT r MULTIREFERENCE album INVERSEOF i, CONSTRAINT ▲s MULTIREFERENCE album INVERSEOF i)',
    "CREATE CONCEPT c INHERITS (track) FROM svc.▲trak WHERE title = 'x'",
    'CREATE CONCEPT ▲c INHERITS (track) FROM d; CREATE CONCEPT d INHERITS (track) FROM c',
    'CREATE CONCEPT c INHERITS (track) FROM track WHERE ▲COUNT(*) > 1',
    'CREATE PROPERTY p integer AS SELECT track_id + ▲nope',
    'CREATE PROPERTY p integer AS SELECT ▲`on_album[album].title`',
    'CREATE PROPERTY ▲p integer AS SELECT q; CREATE PROPERTY q integer AS SELECT p',
    'CREATE PROPERTY p integer AS SELECT ▲SUM(track_id)',
    'CREATE PROPERTY p integer AS SELECT track_id; CREATE CONCEPT ▲c (p integer)',
    'CREATE MEASURE p integer AS SELECT SUM(track_id) + ▲album_id',
    'CREATE MAPPING m INTO (▲trak) AS SELECT id AS track_id FROM t',
    'CREATE MAPPING m INTO (track) USING ▲dbb AS SELECT id AS track_id FROM t',
    'CREATE MAPPING m INTO (track) AS SELECT id AS track_id, x AS ▲nope FROM t',
    'CREATE MAPPING m INTO (track) AS SELECT id AS track_id, x AS ▲track_id FROM t',
    'CREATE MAPPING ▲m INTO (track) AS SELECT x AS title FROM t',
    'CREATE MAPPING m (UNIQUE (▲nope)) INTO (track) AS SELECT id AS track_id FROM t',
    'CREATE MAPPING m (DISJOINT FROM ▲album) INTO (track) AS SELECT id AS track_id FROM t',
    'CREATE MAPPING m (CONSTRAINT ▲nope FOREIGN KEY (a) REFERENCES track (track_id), CONSTRAINT `~near` FOREIGN KEY (b) REFERENCES track (track_id)) AS SELECT a, b FROM t',
    'CREATE MAPPING m (CONSTRAINT near FOREIGN KEY (▲c) REFERENCES track (track_id), CONSTRAINT `~near` FOREIGN KEY (b) REFERENCES track (track_id)) AS SELECT a, b FROM t',
    'CREATE MAPPING m (CONSTRAINT near FOREIGN KEY (a) REFERENCES track (▲x), CONSTRAINT `~near` FOREIGN KEY (b) REFERENCES track (track_id)) AS SELECT a, b FROM t',
    'CREATE MAPPING m (CONSTRAINT near FOREIGN KEY (a) REFERENCES track (track_id), CONSTRAINT ▲far FOREIGN KEY (b) REFERENCES track (track_id)) AS SELECT a, b FROM t',
    'CREATE VIEW v AS SELECT title FROM ▲trak',
    'CREATE VIEW ▲v AS SELECT * FROM vsvc.w; CREATE VIEW w AS SELECT * FROM vsvc.v',
    'CREATE POLICY p MASK PROPERTY ▲titel WITH hash()',
    'CREATE POLICY p MASK PROPERTY ▲track_id OF album WITH hash()',
    'CREATE POLICY p MASK PROPERTY title OF ▲trak WITH hash()',
    'CREATE POLICY p MASK PROPERTY title WITH ▲hush()',
    'CREATE POLICY p MASK PROPERTY title WITH ▲partial(1)',
    "CREATE POLICY p FILTER ▲trak WHERE title = 'x' TO ROLE r",
  ])('%s', (marked) => {
    const before = 'CREATE PROPERTY unrelated string;\r\n';
    expect(offsetOf(before + marked.replace('▲', ''))).toBe(before.length + marked.indexOf('▲'));
  });

  it('reports no position if the request does not contain the invalid definition', () => {
    expect(
      offsetOf('CREATE OR REPLACE CONCEPT album (title string, CONSTRAINT tags MULTIVALUE string)'),
    ).toBeUndefined();
  });
});
