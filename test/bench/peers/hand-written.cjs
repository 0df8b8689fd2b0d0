const { createPool } = require('mysql2/promise');
const { nestJoined } = require('./nest-joined.cjs');

const COLUMNS = 'emp_no, first_name, last_name, gender, birth_date, hire_date, email, city';
const JOINED = `SELECT e.emp_no, e.last_name, d.dept_name, t.title FROM employees e LEFT JOIN dept_emp w ON w.emp_no = e.emp_no
  LEFT JOIN departments d ON d.dept_no = w.dept_no LEFT JOIN titles t ON t.emp_no = e.emp_no WHERE e.city = ? AND e.last_name < ?`;

/** Returns what answers the requests by prepared statements, which are written by hand, on the MariaDB at this port. */
exports.handWritten = (port) => {
  const pool = createPool({ host: '127.0.0.1', port, user: 'reader', password: 'secret', database: 'staff', connectionLimit: 10, dateStrings: true, decimalNumbers: true }); // prettier-ignore
  const run = async (sql, values) => (await pool.execute(sql, values))[0];
  return {
    /** Resolves with undefined if there is no such employee. */
    one: async (id) => (await run(`SELECT ${COLUMNS} FROM employees WHERE emp_no = ?`, [id]))[0],
    some: (city, below) => run(`SELECT ${COLUMNS} FROM employees WHERE city = ? AND last_name < ?`, [city, below]),
    range: (after, to) => run(`SELECT ${COLUMNS} FROM employees WHERE emp_no > ? AND emp_no <= ?`, [after, to]),
    careers: (city, below) => run(JOINED, [city, below]),
    nested: async (city, below) => nestJoined(await run(`${JOINED} ORDER BY e.emp_no`, [city, below])),
  };
};
