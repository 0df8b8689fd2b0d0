const fastify = require('fastify');
const { createPool } = require('mysql2/promise');
const { nestJoined } = require('./nest-joined.cjs');

/** A service written by hand for these requests: Fastify with schemas of parameters, and prepared statements. Prints its port. */
const COLUMNS = 'emp_no, first_name, last_name, gender, birth_date, hire_date, email, city';
const JOINED = `SELECT e.emp_no, e.last_name, d.dept_name, t.title FROM employees e LEFT JOIN dept_emp w ON w.emp_no = e.emp_no
  LEFT JOIN departments d ON d.dept_no = w.dept_no LEFT JOIN titles t ON t.emp_no = e.emp_no WHERE e.city = ? AND e.last_name < ?`;
const integer = { type: 'integer' };
const string = { type: 'string' };
const object = (properties) => ({ type: 'object', properties, required: Object.keys(properties) });

const pool = createPool({ host: '127.0.0.1', port: Number(process.argv[2]), user: 'reader', password: 'secret', database: 'staff', connectionLimit: 10, dateStrings: true, decimalNumbers: true }); // prettier-ignore
const run = async (sql, values) => (await pool.execute(sql, values))[0];
const app = fastify();

app.get('/employees/:emp_no', { schema: { params: object({ emp_no: integer }) } }, async ({ params }, reply) => {
  const [employee] = await run(`SELECT ${COLUMNS} FROM employees WHERE emp_no = ?`, [params.emp_no]);
  return employee ?? reply.code(404).send({ message: 'no such employee' });
});

app.get('/employees', { schema: { querystring: object({ city: string, below: string }) } }, ({ query }) =>
  run(`SELECT ${COLUMNS} FROM employees WHERE city = ? AND last_name < ?`, [query.city, query.below]),
);

app.get('/range', { schema: { querystring: object({ after: integer, to: integer }) } }, ({ query }) =>
  run(`SELECT ${COLUMNS} FROM employees WHERE emp_no > ? AND emp_no <= ?`, [query.after, query.to]),
);

app.get('/careers', { schema: { querystring: object({ city: string, below: string }) } }, ({ query }) =>
  run(JOINED, [query.city, query.below]),
);

app.get('/nested', { schema: { querystring: object({ city: string, below: string }) } }, async ({ query }) =>
  nestJoined(await run(`${JOINED} ORDER BY e.emp_no`, [query.city, query.below])),
);

app.listen({ host: '127.0.0.1', port: 0 }).then((url) => console.log(new URL(url).port));
