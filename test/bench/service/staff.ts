import { makeNumbers } from '../activities';

/** The eight kinds of events of employees; each kind is a table. */
const EVENTS = ['meeting', 'training', 'journey', 'absence', 'review', 'bonus', 'ticket', 'shift'] as const;

const WORDS = 1_000;

const CREATE: readonly string[] = [
  'CREATE TABLE words (n INTEGER PRIMARY KEY, first_name VARCHAR(14) NOT NULL, last_name VARCHAR(16) NOT NULL, city VARCHAR(20) NOT NULL)',
  'CREATE TABLE departments (dept_no CHAR(4) PRIMARY KEY, dept_name VARCHAR(40) NOT NULL)',
  `CREATE TABLE employees (emp_no INTEGER PRIMARY KEY, first_name VARCHAR(14) NOT NULL, last_name VARCHAR(16) NOT NULL, gender CHAR(1) NOT NULL,
    birth_date DATE NOT NULL, hire_date DATE NOT NULL, email VARCHAR(40) NOT NULL, city VARCHAR(20) NOT NULL)`,
  `CREATE TABLE dept_emp (emp_no INTEGER NOT NULL, dept_no CHAR(4) NOT NULL, from_date DATE NOT NULL, PRIMARY KEY (emp_no, dept_no),
    FOREIGN KEY (emp_no) REFERENCES employees (emp_no), FOREIGN KEY (dept_no) REFERENCES departments (dept_no))`,
  `CREATE TABLE titles (emp_no INTEGER NOT NULL, title VARCHAR(30) NOT NULL, from_date DATE NOT NULL, PRIMARY KEY (emp_no, title, from_date),
    FOREIGN KEY (emp_no) REFERENCES employees (emp_no))`,
  `CREATE TABLE salaries (emp_no INTEGER NOT NULL, amount INTEGER NOT NULL, from_date DATE NOT NULL, PRIMARY KEY (emp_no, from_date),
    FOREIGN KEY (emp_no) REFERENCES employees (emp_no))`,
  ...EVENTS.map((event) => `CREATE TABLE ${event}s (id INTEGER PRIMARY KEY, emp_no INTEGER NOT NULL, day DATE NOT NULL, hours INTEGER NOT NULL,
    FOREIGN KEY (emp_no) REFERENCES employees (emp_no))`), // prettier-ignore
];

const INDEXES: readonly string[] = [
  'CREATE INDEX employees_by_name ON employees (last_name)',
  'CREATE INDEX employees_by_city ON employees (city)',
  'CREATE UNIQUE INDEX employees_by_email ON employees (email)',
  ...EVENTS.map((event) => `CREATE INDEX ${event}s_by_day ON ${event}s (day)`),
];

/** Returns statements that create the tables in an empty database, in either dialect, with the same rows every time. */
export function staffTables(employees: number): readonly string[] {
  return [...makeNumbers(employees), ...CREATE, insertWords(), ...insertEmployees(), ...insertHistory(), ...insertEvents(employees), ...INDEXES]; // prettier-ignore
}

/** Inserts a first name, a last name and a city for each number below 1,000; about one name in 26 begins with P. */
function insertWords(): string {
  const rows = Array.from({ length: WORDS }, (_, n) => {
    const [a, b, c] = [n % 26, Math.floor(n / 26) % 26, n % 7].map((place) => String.fromCharCode(97 + place));
    const [first, last, city] = [`${a}${b}a${c}o`, `${b}e${a}in`, `${a}${b}ton ${n}`].map(
      (word) => word.charAt(0).toUpperCase() + word.slice(1),
    );
    return `(${n}, '${first}', '${last}', '${city}')`;
  });
  return `INSERT INTO words VALUES ${rows.join(', ')}`;
}

function insertEmployees(): readonly string[] {
  const departments = [
    'Sales',
    'Research',
    'Production',
    'Finance',
    'Quality',
    'Marketing',
    'Support',
    'Purchase',
    'Law',
  ];
  return [
    `INSERT INTO departments VALUES ${departments.map((name, n) => `('d00${n + 1}', '${name}')`).join(', ')}`,
    `INSERT INTO employees SELECT k.n, f.first_name, l.last_name, CASE WHEN k.n % 5 < 3 THEN 'M' ELSE 'F' END,
      DATE '1952-01-01' + INTERVAL (k.n * 31 % 5000) DAY, DATE '1985-01-01' + INTERVAL (k.n * 17 % 9000) DAY,
      CONCAT('employee', k.n, '@example.org'), c.city
      FROM numbers k JOIN words f ON f.n = k.n * 7919 % ${WORDS} JOIN words l ON l.n = k.n * 104729 % 997 JOIN words c ON c.n = k.n * 13 % 991`,
  ];
}

/** Inserts 1.1 departments, 1.48 titles and 9.5 salaries per employee. */
function insertHistory(): readonly string[] {
  const title = "CASE n % 7 WHEN 0 THEN 'Engineer' WHEN 1 THEN 'Clerk' WHEN 2 THEN 'Manager' WHEN 3 THEN 'Assistant' WHEN 4 THEN 'Analyst' WHEN 5 THEN 'Driver' ELSE 'Writer' END"; // prettier-ignore
  const since = (days: string): string => `DATE '1990-01-01' + INTERVAL (${days}) DAY`;
  return [
    `INSERT INTO dept_emp SELECT n, CONCAT('d00', n % 9 + 1), ${since('n % 3000')} FROM numbers`,
    `INSERT INTO dept_emp SELECT n, CONCAT('d00', (n + 4) % 9 + 1), ${since('n % 3000 + 900')} FROM numbers WHERE n % 10 = 0`,
    `INSERT INTO titles SELECT n, ${title}, ${since('n % 3000')} FROM numbers`,
    `INSERT INTO titles SELECT n, CONCAT('Senior ', ${title}), ${since('n % 3000 + 1500')} FROM numbers WHERE n % 100 < 48`,
    ...Array.from({ length: 18 }, (_, year) => `INSERT INTO salaries SELECT n, 40000 + n * 7 % 20000 + ${year * 900}, ${since(`n % 365 + ${year * 365}`)} FROM numbers WHERE n % 18 >= ${year}`), // prettier-ignore
  ];
}

/** Inserts a tenth as many events of each kind as there are employees; ids differ between kinds. */
function insertEvents(employees: number): readonly string[] {
  return EVENTS.map((event, place) => `INSERT INTO ${event}s SELECT n * ${EVENTS.length} + ${place}, (n * 7919 + ${place}) % ${employees} + 1,
    DATE '2000-01-01' + INTERVAL ((n * 37 + ${place}) % 9000) DAY, n % 9 + 1 FROM numbers WHERE n <= ${employees / 10}`); // prettier-ignore
}

/** The ontology over these tables. */
export const STAFF = `
CREATE MEASURE hours_in_all bigint AS SELECT SUM(hours);
CREATE CONCEPT department (dept_no string, dept_name string, PRIMARY KEY (dept_no), LABEL (dept_name));
CREATE CONCEPT employee (emp_no integer, first_name string, last_name string, gender string, birth_date date, hire_date date, email string, city string,
  PRIMARY KEY (emp_no), LABEL (first_name, last_name),
  CONSTRAINT works_in MULTIREFERENCE department INVERSEOF has_employee);
CREATE CONCEPT title (emp_no integer, title string, from_date date, PRIMARY KEY (emp_no, title, from_date), LABEL (title),
  CONSTRAINT of_employee FOREIGN KEY (emp_no) REFERENCES employee (emp_no) INVERSEOF has_title);
CREATE CONCEPT salary (emp_no integer, amount integer, from_date date, PRIMARY KEY (emp_no, from_date),
  CONSTRAINT paid_to FOREIGN KEY (emp_no) REFERENCES employee (emp_no) INVERSEOF earns);
CREATE CONCEPT event (id integer, emp_no integer, day date, hours integer, hours_in_all measure bigint, PRIMARY KEY (id),
  CONSTRAINT of_person FOREIGN KEY (emp_no) REFERENCES employee (emp_no) INVERSEOF has_event);
${EVENTS.map((event) => `CREATE CONCEPT ${event} INHERITS (event);`).join('\n')}
CREATE MAPPING map_department INTO (department) AS SELECT dept_no, dept_name FROM departments;
CREATE MAPPING map_employee INTO (employee) AS SELECT emp_no, first_name, last_name, gender, birth_date, hire_date, email, city FROM employees;
CREATE MAPPING map_works_in (CONSTRAINT works_in FOREIGN KEY (dept_no) REFERENCES department (dept_no),
  CONSTRAINT has_employee FOREIGN KEY (emp_no) REFERENCES employee (emp_no)) AS SELECT emp_no, dept_no FROM dept_emp;
CREATE MAPPING map_title INTO (title) AS SELECT emp_no, title, from_date FROM titles;
CREATE MAPPING map_salary INTO (salary) AS SELECT emp_no, amount, from_date FROM salaries;
${EVENTS.map((event) => `CREATE MAPPING map_${event} INTO (${event}) AS SELECT id, emp_no, day, hours FROM ${event}s;`).join('\n')}
`;

/** All events in hand-written SQL: a UNION ALL of the tables. */
export const ALL_EVENTS = EVENTS.map((event) => `SELECT id, emp_no, day, hours, '${event}' AS kind FROM ${event}s`).join(' UNION ALL '); // prettier-ignore
export { EVENTS };
