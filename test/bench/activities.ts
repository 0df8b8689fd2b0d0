import { type SampleDatabase } from '../support/sample-databases';

/** The tables that the branches of `activity` read, in the order of their ids. */
const KINDS = ['mail', 'phone_call', 'visit', 'payment', 'refund', 'parcel', 'complaint', 'survey'] as const;

/** The number of orders, of articles and of activities of each kind per customer. */
export const ROWS_OF_CUSTOMER = 10;

const CREATE: readonly string[] = [
  'CREATE TABLE countries (id INTEGER PRIMARY KEY, code VARCHAR(4) NOT NULL, name VARCHAR(20) NOT NULL)',
  'CREATE TABLE agents (id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL)',
  `CREATE TABLE customers (id INTEGER PRIMARY KEY, first_name VARCHAR(20) NOT NULL, last_name VARCHAR(20) NOT NULL, segment VARCHAR(10) NOT NULL,
    country_id INTEGER NOT NULL, agent_id INTEGER, card_no INTEGER, FOREIGN KEY (country_id) REFERENCES countries (id), FOREIGN KEY (agent_id) REFERENCES agents (id))`,
  ...KINDS.map((kind) => `CREATE TABLE ${kind}s (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL, happened DATETIME NOT NULL, remark VARCHAR(30), FOREIGN KEY (customer_id) REFERENCES customers (id))`), // prettier-ignore
  'CREATE TABLE articles (id INTEGER PRIMARY KEY, kind VARCHAR(10) NOT NULL, title VARCHAR(30) NOT NULL, price DECIMAL(8, 2) NOT NULL)',
  'CREATE TABLE vouchers (id INTEGER PRIMARY KEY, title VARCHAR(30) NOT NULL)',
  'CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL, ordered DATE NOT NULL, total DECIMAL(8, 2) NOT NULL, FOREIGN KEY (customer_id) REFERENCES customers (id))',
  `CREATE TABLE order_lines (order_id INTEGER NOT NULL, line_no INTEGER NOT NULL, article_id INTEGER NOT NULL, quantity INTEGER NOT NULL,
    PRIMARY KEY (order_id, line_no), FOREIGN KEY (order_id) REFERENCES orders (id), FOREIGN KEY (article_id) REFERENCES articles (id))`,
  'CREATE TABLE line_notes (order_id INTEGER NOT NULL, line_no INTEGER NOT NULL, words VARCHAR(30) NOT NULL, PRIMARY KEY (order_id, line_no))',
  'CREATE TABLE parties (id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL)',
  'CREATE TABLE workers (party_id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL, wage INTEGER NOT NULL, FOREIGN KEY (party_id) REFERENCES parties (id))',
  'CREATE TABLE chiefs (worker_id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL, budget INTEGER NOT NULL, FOREIGN KEY (worker_id) REFERENCES workers (party_id))',
];

/** Indexes that owners of a row store create; a column store reads the column. */
const INDEXES: readonly string[] = [
  'CREATE INDEX customers_by_name ON customers (last_name, first_name)',
  'CREATE INDEX articles_by_kind ON articles (kind)',
  'CREATE INDEX orders_by_day ON orders (ordered)',
  ...KINDS.map((kind) => `CREATE INDEX ${kind}s_by_time ON ${kind}s (happened)`),
];

const TABLES = CREATE.map((statement) => statement.split(' ')[2] ?? '');

/**
 * Customers with eight kinds of activities of `rows` rows each, and as many articles and orders. The data source generates the same
 * rows every time.
 */
export function activities(rows: number): SampleDatabase {
  const numbers = makeNumbers(rows);
  const inserts = [...insertPeople(rows), ...KINDS.map((kind, place) => insertKind(kind, place, rows)), ...insertSales(rows)]; // prettier-ignore
  const tables = [...numbers, ...CREATE, ...inserts];
  return {
    mysql: [...tables, ...INDEXES, ...TABLES.map((table) => `ANALYZE TABLE ${table}`)],
    duckdb: [...tables, 'ANALYZE'],
  };
}

/** Returns statements for the table `numbers` with the column `n` from 1 to `rows`, in either dialect. */
export function makeNumbers(rows: number): readonly string[] {
  const digits = Array.from({ length: String(rows).length }, (_, place) => `d${place}`);
  const number = digits.map((digit, place) => `${digit}.n * ${10 ** place}`).join(' + ');
  return [
    'CREATE TABLE digits (n INTEGER PRIMARY KEY)',
    'INSERT INTO digits VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)',
    'CREATE TABLE numbers (n BIGINT PRIMARY KEY)',
    `INSERT INTO numbers SELECT ${number} + 1 FROM ${digits.map((digit) => `digits ${digit}`).join(', ')} WHERE ${number} < ${rows}`,
  ];
}

function insertPeople(rows: number): readonly string[] {
  const customers = rows / ROWS_OF_CUSTOMER;
  const agents = Math.max(1, Math.floor(rows / 1_000));
  return [
    "INSERT INTO countries SELECT n, CONCAT('C', n), CONCAT('Country ', n) FROM numbers WHERE n <= 50",
    `INSERT INTO agents SELECT n, CONCAT('Agent ', n) FROM numbers WHERE n <= ${agents}`,
    `INSERT INTO customers SELECT n, CONCAT('First ', n % 97), CONCAT('Last ', n % 499), CONCAT('segment ', n % 5), n % 50 + 1,
      CASE WHEN n % 4 = 0 THEN NULL ELSE n % ${agents} + 1 END, CASE WHEN n % 3 = 0 THEN NULL ELSE n * 7 END FROM numbers WHERE n <= ${customers}`,
    `INSERT INTO parties SELECT n, CONCAT('Party ', n) FROM numbers`,
    `INSERT INTO workers SELECT n, CONCAT('Worker ', n), n % 900 FROM numbers WHERE n % 2 = 0`,
    `INSERT INTO chiefs SELECT n, CONCAT('Chief ', n), n % 90 FROM numbers WHERE n % 10 = 0`,
  ];
}

/** Inserts one kind of activities. Ids differ between kinds; the activities of a customer are spread over time. */
function insertKind(kind: string, place: number, rows: number): string {
  return `INSERT INTO ${kind}s SELECT n * ${KINDS.length} + ${place}, (n * 7919 + ${place}) % ${rows / ROWS_OF_CUSTOMER} + 1,
    TIMESTAMP '2000-01-01 08:00:00' + INTERVAL (n % 9000) DAY + INTERVAL (n % 599) MINUTE,
    CASE WHEN n % 11 = 0 THEN NULL ELSE CONCAT('${kind} ', n % 1009) END FROM numbers`;
}

function insertSales(rows: number): readonly string[] {
  const kind = "CASE n % 4 WHEN 0 THEN 'book' WHEN 1 THEN 'film' WHEN 2 THEN 'game' ELSE 'tool' END";
  return [
    `INSERT INTO articles SELECT n, ${kind}, CONCAT('Article ', n), n % 5000 / 100 FROM numbers`,
    `INSERT INTO vouchers SELECT ${rows} + n, CONCAT('Voucher ', n) FROM numbers WHERE n % 2 = 0`,
    `INSERT INTO orders SELECT n, n * 7907 % ${rows / ROWS_OF_CUSTOMER} + 1, DATE '2000-01-01' + INTERVAL (n % 9000) DAY, n % 9000 / 100 FROM numbers`,
    `INSERT INTO order_lines SELECT n, 1, n * 7901 % ${rows} + 1, n % 9 + 1 FROM numbers`,
    `INSERT INTO order_lines SELECT n, 2, n * 7883 % ${rows} + 1, n % 9 + 1 FROM numbers WHERE n % 2 = 0`,
    `INSERT INTO line_notes SELECT order_id, line_no, CONCAT('note ', order_id) FROM order_lines WHERE order_id % 3 = 0`,
  ];
}

/** The ontology over these tables, without the concepts whose sources overlap. */
export const ACTIVITIES = `
CREATE MEASURE order_value decimal(14,2) AS SELECT SUM(\`placed[sales_order].total\`);
CREATE MEASURE customers integer AS SELECT COUNT(*);
CREATE MEASURE pieces bigint AS SELECT SUM(quantity);
CREATE CONCEPT country (country_id integer, country_code string, country_name string, PRIMARY KEY (country_id), LABEL (country_name));
CREATE CONCEPT agent (agent_id integer, agent_name string, PRIMARY KEY (agent_id), LABEL (agent_name));
CREATE CONCEPT card (customer_id integer, card_no integer, PRIMARY KEY (customer_id));
CREATE CONCEPT customer (customer_id integer, first_name string, last_name string, segment string, country_id integer, agent_id integer,
  order_value measure decimal(14,2), customers measure integer,
  PRIMARY KEY (customer_id), LABEL (first_name, last_name),
  CONSTRAINT lives_in FOREIGN KEY (country_id) REFERENCES country (country_id) INVERSEOF home_of,
  CONSTRAINT served_by FOREIGN KEY (agent_id) REFERENCES agent (agent_id) INVERSEOF serves,
  CONSTRAINT has_card FOREIGN KEY (customer_id) REFERENCES card (customer_id));
CREATE CONCEPT agents_customer INHERITS (customer) FROM svc.customer WHERE agent_id > 0;
CREATE CONCEPT activity (activity_id integer, happened timestamp, remark string, customer_id integer,
  PRIMARY KEY (activity_id), LABEL (remark),
  CONSTRAINT by_customer FOREIGN KEY (customer_id) REFERENCES customer (customer_id) INVERSEOF was_active);
CREATE CONCEPT article (article_id integer, title string, price decimal(8,2), PRIMARY KEY (article_id), LABEL (title));
CREATE CONCEPT sales_order (order_id integer, customer_id integer, ordered date, total decimal(8,2), PRIMARY KEY (order_id),
  CONSTRAINT placed_by FOREIGN KEY (customer_id) REFERENCES customer (customer_id) INVERSEOF placed);
CREATE CONCEPT order_line (order_id integer, line_no integer, article_id integer, quantity integer, pieces measure bigint,
  PRIMARY KEY (order_id, line_no),
  CONSTRAINT on_order FOREIGN KEY (order_id) REFERENCES sales_order (order_id) INVERSEOF has_line,
  CONSTRAINT of_article FOREIGN KEY (article_id) REFERENCES article (article_id) INVERSEOF sold_in);
CREATE CONCEPT line_note (order_id integer, line_no integer, words string, PRIMARY KEY (order_id, line_no));
${KINDS.map((kind) => `CREATE CONCEPT ${kind} INHERITS (activity);`).join('\n')}
${['book', 'film', 'game', 'tool'].map((kind) => `CREATE CONCEPT ${kind} INHERITS (article);`).join('\n')}

CREATE MAPPING map_country INTO (country) AS SELECT id AS country_id, code AS country_code, name AS country_name FROM countries;
CREATE MAPPING map_agent INTO (agent) AS SELECT id AS agent_id, name AS agent_name FROM agents;
CREATE MAPPING map_card INTO (card) AS SELECT id AS customer_id, card_no FROM customers;
CREATE MAPPING map_customer INTO (customer) AS SELECT id AS customer_id, first_name, last_name, segment, country_id, agent_id FROM customers;
CREATE MAPPING map_order INTO (sales_order) AS SELECT id AS order_id, customer_id, ordered, total FROM orders;
CREATE MAPPING map_line INTO (order_line) AS SELECT order_id, line_no, article_id, quantity FROM order_lines;
CREATE MAPPING map_note INTO (line_note) AS SELECT order_id, line_no, words FROM line_notes;
${KINDS.map((kind) => `CREATE MAPPING map_${kind} INTO (${kind}) AS SELECT id AS activity_id, customer_id, happened, remark FROM ${kind}s;`).join('\n')}
${['book', 'film', 'game', 'tool'].map((kind) => `CREATE MAPPING map_${kind} INTO (${kind}) AS SELECT id AS article_id, title, price FROM articles WHERE kind = '${kind}';`).join('\n')}
CREATE VIEW order_list AS SELECT order_id, ordered, total, \`placed_by[customer].last_name\` AS buyer,
  \`placed_by[customer].lives_in[country].country_name\` AS country, \`placed_by[customer].served_by[agent].agent_name\` AS agent FROM dsvc.sales_order;
`;

/** Concepts over tables that contain the same entities, each returned once. */
export const OVERLAPS = `
ALTER ONTOLOGY test SET duplicates = 'remove';
CREATE CONCEPT party (party_id integer, name string, PRIMARY KEY (party_id), LABEL (name));
CREATE CONCEPT worker (wage integer) INHERITS (party);
CREATE CONCEPT chief (budget integer) INHERITS (worker);
CREATE CONCEPT ware (code integer, title string, PRIMARY KEY (code));
CREATE CONCEPT book INHERITS (ware);
CREATE CONCEPT film INHERITS (ware);
CREATE CONCEPT voucher INHERITS (ware);
CREATE MAPPING map_party INTO (party) AS SELECT id AS party_id, name FROM parties;
CREATE MAPPING map_worker INTO (worker) AS SELECT party_id, name, wage FROM workers;
CREATE MAPPING map_chief INTO (chief) AS SELECT worker_id AS party_id, name, budget FROM chiefs;
CREATE MAPPING map_book INTO (book) AS SELECT id AS code, title FROM articles WHERE kind = 'book';
CREATE MAPPING map_film INTO (film) AS SELECT id AS code, title FROM articles WHERE kind = 'film';
CREATE MAPPING map_voucher (DISJOINT FROM map_book, DISJOINT FROM map_film) INTO (voucher) AS SELECT id AS code, title FROM vouchers;
`;
