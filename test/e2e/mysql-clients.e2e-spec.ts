import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readExamples } from '../support/documents';
import { type RunningService, startService } from '../support/service';
import { describeWith, describeWithProgram, hasProgram } from '../support/services';

const PYTHON = '/usr/bin/python3';
const hasModule = (name: string): boolean =>
  process.env.NO_SERVICES !== '1' && spawnSync(PYTHON, ['-c', `import ${name}`]).status === 0;

const CONNECTOR = '/usr/share/java/mariadb-java-client.jar';
const HAS_JAVA = hasProgram('javac') && existsSync(CONNECTOR);
const HAS_C_LIBRARY =
  process.env.NO_SERVICES !== '1' &&
  spawnSync(PYTHON, ['-c', "import ctypes; ctypes.CDLL('libmariadb.so.3')"]).status === 0;
const HAS_ODBC = hasProgram('isql') && spawnSync('odbcinst', ['-q', '-d']).stdout.includes('MariaDB');

/** Declares a suite of a client that only `.ci/full` installs. */
function describeInFull(what: string, isThere: boolean, name: string, suite: () => void): void {
  describeWith(what, isThere, name, suite, 'REQUIRE_PROGRAMS');
}

describe('a client of the MySQL protocol', () => {
  let service: RunningService;
  let folder: string;
  beforeAll(async () => {
    service = await startService({ DATABASE_URL: '', MYSQL_PORT: '0' });
    folder = mkdtempSync(join(tmpdir(), 'mysql-clients-'));
  }, 60_000);
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a program with these lines as its input, and returns what it prints. */
  function start(program: string, args: readonly string[], input: string) {
    const running = promisify(execFile)(program, args, { cwd: folder, timeout: 60_000, maxBuffer: 2 ** 26 });
    running.child.stdin?.end(input);
    return running;
  }

  /** Runs a program that reports nothing. */
  async function run(program: string, args: readonly string[], input = ''): Promise<string> {
    const { stdout, stderr } = await start(program, args, input);
    expect(stderr.replaceAll(/.*password on the command line.*\n/g, '')).toBe('');
    return stdout;
  }
  const address = (): readonly string[] => [
    '--host=127.0.0.1',
    `--port=${service.mysqlPort}`,
    `--user=${service.admin.name}`,
    `--password=${service.token}`,
  ];

  describeWithProgram('mariadb', 'the command line of MariaDB', () => {
    const ask = (input: string, ...args: readonly string[]) =>
      run('mariadb', ['--no-defaults', ...address(), ...args, 'world'], input);

    it('prints the rows of statements', async () => {
      const sql =
        'SELECT name, population FROM city ORDER BY population DESC LIMIT 2; USE information_schema; SELECT DATABASE();';
      expect(await ask(sql)).toBe('name\tpopulation\nShanghai\t22315474\nIstanbul\t14804116\nDATABASE()\ninformation_schema\n'); // prettier-ignore
    });

    it('reads all names for the completion of words', async () => {
      expect(await ask("\\#\nSELECT name FROM city WHERE name = 'Suva';")).toBe('name\nSuva\n');
    });

    it('prints tables, types of columns, and its status', async () => {
      const shown = await ask("SELECT name, area_km2, is_un_member FROM country WHERE name = 'Fiji'; \\s", '--table', '--column-type-info');
      expect(shown).toContain('| Fiji |    18272 |            1 |');
      expect(shown).toContain('Type:       DOUBLE');
      expect(shown).toContain('Server:\t\t\tMySQL');
      expect(shown).toContain('ontology-query-service');
    }); // prettier-ignore

    it('goes on after an error with --force', async () => {
      const args = ['--no-defaults', ...address(), '--force', 'world'];
      const { stdout, stderr } = await start('mariadb', args, 'SELECT nam FROM city; SELECT 1 AS a;');
      expect(stdout).toBe('a\n1\n');
      expect(stderr).toContain('ERROR 1054 (42S22) at line 1: there is no property or path "nam" here');
    });
  });

  describeWithProgram('mariadb', 'the document', () => {
    it('shows a command that prints rows', async () => {
      const [example] = readExamples('docs/sql-clients.md', 'bash');
      const [, command = ''] = example!.code.split('MYSQL_PORT=3307 npm start\n');
      const code = command
        .replace('--port=3307', `--port=${service.mysqlPort}`)
        .replace('mariadb ', 'mariadb --no-defaults ');
      const printed = await run('bash', ['-c', `TOKEN=${service.token}\n${code}`]);
      expect(printed).toBe('name\tpopulation\nShanghai\t22315474\nIstanbul\t14804116\nBuenos Aires\t13076300\n');
    });
  });

  describeWithProgram('mariadb-dump', 'mariadb-dump', () => {
    it('writes the rows of a concept as statements', async () => {
      const dump = await run('mariadb-dump', ['--no-defaults', ...address(), '--no-create-info', 'world', 'continent']);
      expect(dump).toContain(
        "INSERT INTO `continent` VALUES\n('americas','continent','Americas','americas','Americas'),",
      );
      expect(dump).toContain('-- Dump completed');
    });

    it('writes tables like the concepts, which MariaDB accepts', async () => {
      const dump = await run('mariadb-dump', ['--no-defaults', ...address(), '--no-data', 'world', 'city', 'country']);
      expect(dump).toContain('CONSTRAINT `city.in_country` FOREIGN KEY (`country_code`) REFERENCES `country` (`country_code`)'); // prettier-ignore
    });
  });

  /** Runs a script of Python, which prints JSON; the engine of SQLAlchemy is `engine`, the connection of PyMySQL `connection`. */
  async function python(script: string): Promise<unknown> {
    const { mysqlPort: port, token, admin } = service;
    const begin = `import json, pymysql\nconnection = pymysql.connect(host='127.0.0.1', port=${port}, user='${admin.name}', password='${token}', database='world')\nurl = 'mysql+pymysql://${admin.name}:${token}@127.0.0.1:${port}/world'\n`;
    return JSON.parse(await run(PYTHON, ['-c', begin + script])) as unknown;
  }

  describeWith('python3-pymysql', hasModule('pymysql'), 'PyMySQL', () => {
    it('reads rows with the types of Python, by values that it writes into the statement', async () => {
      const script = `cursor = connection.cursor()
cursor.execute('SELECT name, area_km2, is_un_member, area_km2 IS NULL FROM country WHERE name = %s', ('Fiji',))
first = [[type(value).__name__, value] for value in cursor.fetchone()]
cursor.execute("SELECT DATE '2024-02-29' AS d, TIMESTAMP '2024-02-29 12:30:00' AS t, TIME '08:30:00' AS c, 12.50 AS p, 'ä€😀' AS s, NULL AS n, 9007199254740993 AS i")
second = [[type(value).__name__, str(value)] for value in cursor.fetchone()]
print(json.dumps([first, second]))`;
      expect(await python(script)).toEqual([
        [['str', 'Fiji'], ['float', 18272], ['int', 1], ['int', 0]],
        [['date', '2024-02-29'], ['datetime', '2024-02-29 12:30:00'], ['timedelta', '8:30:00'], ['Decimal', '12.50'], ['str', 'ä€😀'], ['NoneType', 'None'], ['int', '9007199254740993']],
      ]);
    }); // prettier-ignore

    it('reads large results row by row', async () => {
      const script = `cursor = connection.cursor(pymysql.cursors.SSCursor)
cursor.execute('SELECT city_id, name FROM city')
print(sum(1 for row in cursor))`;
      expect(await python(script)).toBe(135_233);
    });

    it('has the numbers of errors', async () => {
      const script = `try:
    connection.cursor().execute('SELECT nam FROM city')
except pymysql.err.OperationalError as error:
    print(json.dumps(error.args))`;
      expect(await python(script)).toEqual([1054, 'there is no property or path "nam" here at line 1, column 8: did you mean "name"?']); // prettier-ignore
    });
  });

  describeWith('libmariadb', HAS_C_LIBRARY, 'the C library of MariaDB', () => {
    /** The structure MYSQL_BIND, the type of cursors, and a generator of the texts that a statement with a cursor returns. */
    const C_CURSORS = `from ctypes import *
library = CDLL('libmariadb.so.3')
for name in ('mysql_init', 'mysql_stmt_init', 'mysql_real_connect'): getattr(library, name).restype = c_void_p
class Bind(Structure):
    _fields_ = [('length', POINTER(c_ulong)), ('is_null', c_void_p), ('buffer', c_void_p)] + [(f'pointer{n}', c_void_p) for n in range(5)] + [('buffer_length', c_ulong), ('offset', c_ulong), ('length_value', c_ulong), ('flags', c_uint), ('pack_length', c_uint), ('buffer_type', c_int), ('rest', c_char * 20)]
def check(failed, handle, error):
    error.restype = c_char_p
    if failed: raise Exception(error(handle))
def connect(host, port, user, password, database):
    client = c_void_p(library.mysql_init(None))
    check(library.mysql_real_connect(client, host, user, password, database, port, None, c_ulong(0)) is None, client, library.mysql_error)
    return client
def texts(client, sql, rows):
    statement, cursor_type, rows = c_void_p(library.mysql_stmt_init(client)), c_ulong(1), c_ulong(rows)
    do = lambda call, *args: check(call(statement, *args), statement, library.mysql_stmt_error)
    do(library.mysql_stmt_attr_set, 1, byref(cursor_type))
    do(library.mysql_stmt_attr_set, 2, byref(rows))
    do(library.mysql_stmt_prepare, sql, c_ulong(len(sql)))
    do(library.mysql_stmt_execute)
    text, length = create_string_buffer(200), c_ulong()
    bind = Bind(length=pointer(length), buffer=cast(text, c_void_p), buffer_length=200, buffer_type=253)
    do(library.mysql_stmt_bind_result, byref(bind))
    while (code := library.mysql_stmt_fetch(statement)) != 100:
        check(code == 1, statement, library.mysql_stmt_error)
        yield text.raw[:length.value].decode()
    do(library.mysql_stmt_close)
`;

    it('fetches the rows of cursors, others between them', async () => {
      const { mysqlPort, token, admin } = service;
      const script = `${C_CURSORS}
client = connect(b'127.0.0.1', ${mysqlPort}, b'${admin.name}', b'${token}', b'world')
count, between = 0, []
for name in texts(client, b'SELECT name FROM city', 1000):
    count += 1
    if count % 50000 == 1: between.append(list(texts(client, b"SELECT name FROM country WHERE name LIKE 'Fi%' ORDER BY name", 1)))
import json
print(json.dumps([count, between]))`;
      const found = JSON.parse(await run(PYTHON, ['-c', script])) as unknown;
      expect(found).toEqual([135_233, Array(3).fill(['Fiji', 'Finland'])]);
    });
  });

  describeInFull('python3-sqlalchemy', hasModule('sqlalchemy'), 'SQLAlchemy', () => {
    it('is used by pandas as the document shows', async () => {
      const [example] = readExamples('docs/sql-clients.md', 'python');
      const code = example!.code.replace('TOKEN', service.token).replace(':3307', `:${service.mysqlPort}`);
      expect(await python(`${code}\nprint(json.dumps([len(cities), list(cities.columns)]))`)).toEqual([
        10,
        ['name', 'country'],
      ]);
    }, 60_000);

    it('finds tables, columns, keys and comments, and joins by them', async () => {
      const script = `import sqlalchemy as sa
engine = sa.create_engine(url)
inspector = sa.inspect(engine)
tables = sa.MetaData()
tables.reflect(bind=engine)
city, country = tables.tables['city'], tables.tables['country']
with engine.connect() as reading:
    joined = city.join(country, city.c.country_code == country.c.country_code)
    rows = [list(row) for row in reading.execute(sa.select(city.c.name, country.c.name).select_from(joined).where(city.c.name == 'Suva'))]
print(json.dumps({
    'schemas': inspector.get_schema_names(), 'tables': inspector.get_table_names(), 'views': inspector.get_view_names(),
    'key': inspector.get_pk_constraint('city')['constrained_columns'],
    'references': [[key['constrained_columns'], key['referred_table']] for key in inspector.get_foreign_keys('city')],
    'types': {column['name']: str(column['type']) for column in inspector.get_columns('city')},
    'comment': inspector.get_table_comment('city')['text'], 'rows': rows }))`;
      expect(await python(script)).toEqual({
        schemas: ['information_schema', 'world'],
        tables: ['capital', 'city', 'continent', 'country', 'currency', 'landlocked_country', 'language', 'megacity', 'microstate', 'place', 'region', 'thing'],
        views: ['capitals', 'languages_by_reach'],
        key: ['city_id'],
        references: [[['country_code'], 'country']],
        types: { entity_id: 'VARCHAR(768)', entity_type: 'VARCHAR(128)', entity_label: 'TEXT', city_id: 'INTEGER', population: 'INTEGER', feature_code: 'TEXT', country_code: 'VARCHAR(768)', name: 'TEXT', latitude: 'DOUBLE', longitude: 'DOUBLE', hemisphere: 'TEXT' },
        comment: 'Settlements of at least a thousand inhabitants',
        rows: [['Suva', 'Fiji']],
      });
    }, 60_000); // prettier-ignore
  });

  describeInFull('default-jdk-headless and libmariadb-java', HAS_JAVA, 'MariaDB Connector/J', () => {
    it.each(['', '?useServerPrepStmts=true', '?allowMultiQueries=true&rewriteBatchedStatements=true'])(
      'finds the model, prepares statements and follows its limits: %s',
      async (options) => {
        writeFileSync(join(folder, 'Ask.java'), JAVA);
        await run('javac', ['Ask.java']);
        const url = `jdbc:mariadb://127.0.0.1:${service.mysqlPort}/world${options}`;
        const lines = await run('java', ['-cp', `.:${CONNECTOR}`, 'Ask', url, service.admin.name, service.token]);
        expect(lines.trimEnd().split('\n')).toEqual([
          'catalogs information_schema world',
          'tables capital:TABLE capitals:VIEW city:TABLE continent:TABLE country:TABLE currency:TABLE landlocked_country:TABLE language:TABLE languages_by_reach:VIEW megacity:TABLE microstate:TABLE place:TABLE region:TABLE thing:TABLE',
          'columns entity_id:12 entity_type:12 entity_label:-1 city_id:4 population:4 feature_code:-1 country_code:12 name:-1 latitude:8 longitude:8 hemisphere:-1',
          'key city_id',
          'references country_code:country.country_code',
          'indexes PRIMARY city.in_country',
          'prepared Shanghai 22315474 31.22222',
          'prepared Buenos Aires 13076300 -34.61315',
          'most 3',
          'all 1000',
          'transaction 2 true world',
          'error 1054 42S22',
        ]);
      },
      120_000,
    ); // prettier-ignore
  });

  describeInFull('unixodbc and odbc-mariadb', HAS_ODBC, 'MariaDB Connector/ODBC', () => {
    const isql = (input: string) =>
      run('isql', ['-b', '-c', '-d|', '-k', `DRIVER=MariaDB Unicode;SERVER=127.0.0.1;PORT=${service.mysqlPort};UID=${service.admin.name};PWD=${service.token};DATABASE=world`], input); // prettier-ignore

    it('reads rows, and lists tables and columns', async () => {
      expect(await isql("SELECT name, population FROM city WHERE name = 'Suva'\n")).toContain('Suva|77366'); // prettier-ignore
      expect(await isql('help\n')).toContain('world||languages_by_reach|VIEW|');
      const columns = await isql('help city\n');
      expect(columns).toContain('world||city|city_id|4|INT|10|4|0|10|0|');
      expect(columns).toContain('world||city|country_code|-9|VARCHAR|768|3072|');
      expect(columns.split('\n').filter((line) => line.startsWith('world|'))).toHaveLength(11);
    });
  });
});

const JAVA = `import java.sql.*;
public class Ask {
  static void print(String name, ResultSet rows, String... columns) throws SQLException {
    StringBuilder line = new StringBuilder(name);
    while (rows.next()) {
      line.append(' ');
      for (int index = 0; index < columns.length; index++) line.append(index == 0 ? "" : index == 1 ? ":" : ".").append(rows.getString(columns[index]));
    }
    System.out.println(line);
  }
  public static void main(String[] given) throws Exception {
    try (Connection connection = DriverManager.getConnection(given[0], given[1], given[2])) {
      DatabaseMetaData model = connection.getMetaData();
      print("catalogs", model.getCatalogs(), "TABLE_CAT");
      java.util.TreeSet<String> tables = new java.util.TreeSet<>();
      ResultSet listed = model.getTables("world", null, "%", new String[] { "TABLE", "VIEW" });
      while (listed.next()) tables.add(listed.getString("TABLE_NAME") + ":" + listed.getString("TABLE_TYPE"));
      System.out.println("tables " + String.join(" ", tables));
      print("columns", model.getColumns("world", null, "city", "%"), "COLUMN_NAME", "DATA_TYPE");
      print("key", model.getPrimaryKeys("world", null, "city"), "COLUMN_NAME");
      print("references", model.getImportedKeys("world", null, "city"), "FKCOLUMN_NAME", "PKTABLE_NAME", "PKCOLUMN_NAME");
      print("indexes", model.getIndexInfo("world", null, "city", false, false), "INDEX_NAME");
      PreparedStatement prepared = connection.prepareStatement("SELECT name, population, latitude FROM city WHERE population > ? AND name LIKE ? ORDER BY population DESC LIMIT 1");
      for (String pattern : new String[] { "S%", "B%" }) {
        prepared.setInt(1, 1000000);
        prepared.setString(2, pattern);
        ResultSet row = prepared.executeQuery();
        row.next();
        System.out.println("prepared " + row.getString(1) + " " + row.getInt(2) + " " + row.getDouble(3));
      }
      Statement limited = connection.createStatement();
      limited.setMaxRows(3);
      System.out.println("most " + count(limited.executeQuery("SELECT name FROM city")));
      Statement fetched = connection.createStatement();
      fetched.setFetchSize(100);
      System.out.println("all " + count(fetched.executeQuery("SELECT name FROM city LIMIT 1000")));
      connection.setReadOnly(true);
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      connection.commit();
      System.out.println("transaction " + connection.getTransactionIsolation() + " " + connection.isValid(2) + " " + connection.getCatalog());
      try {
        connection.createStatement().executeQuery("SELECT nam FROM city");
      } catch (SQLException error) {
        System.out.println("error " + error.getErrorCode() + " " + error.getSQLState());
      }
    }
  }
  static int count(ResultSet rows) throws SQLException {
    int count = 0;
    while (rows.next()) count++;
    return count;
  }
}
`;
