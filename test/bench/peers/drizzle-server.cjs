const fastify = require('fastify');
const { and, asc, eq, gt, lt, lte, sql } = require('drizzle-orm');
const { char, date, int, mysqlTable, varchar } = require('drizzle-orm/mysql-core');
const { drizzle } = require('drizzle-orm/mysql2');
const { createPool } = require('mysql2/promise');
const { nestJoined } = require('./nest-joined.cjs');

/** Drizzle behind Fastify, with the prepared queries that its manual recommends for speed. Prints its port. */
const employees = mysqlTable('employees', {
  emp_no: int('emp_no').primaryKey(),
  first_name: varchar('first_name', { length: 14 }).notNull(),
  last_name: varchar('last_name', { length: 16 }).notNull(),
  gender: char('gender', { length: 1 }).notNull(),
  birth_date: date('birth_date', { mode: 'string' }).notNull(),
  hire_date: date('hire_date', { mode: 'string' }).notNull(),
  email: varchar('email', { length: 40 }).notNull(),
  city: varchar('city', { length: 20 }).notNull(),
});
const departments = mysqlTable('departments', { dept_no: char('dept_no', { length: 4 }).primaryKey(), dept_name: varchar('dept_name', { length: 40 }).notNull() }); // prettier-ignore
const deptEmp = mysqlTable('dept_emp', { emp_no: int('emp_no').notNull(), dept_no: char('dept_no', { length: 4 }).notNull() }); // prettier-ignore
const titles = mysqlTable('titles', { emp_no: int('emp_no').notNull(), title: varchar('title', { length: 30 }).notNull() }); // prettier-ignore

const pool = createPool({ host: '127.0.0.1', port: Number(process.argv[2]), user: 'reader', password: 'secret', database: 'staff', connectionLimit: 10 }); // prettier-ignore
const db = drizzle(pool);
const ofCity = and(eq(employees.city, sql.placeholder('city')), lt(employees.last_name, sql.placeholder('below')));
const joined = () =>
  db
    .select({
      emp_no: employees.emp_no,
      last_name: employees.last_name,
      dept_name: departments.dept_name,
      title: titles.title,
    })
    .from(employees)
    .leftJoin(deptEmp, eq(deptEmp.emp_no, employees.emp_no))
    .leftJoin(departments, eq(departments.dept_no, deptEmp.dept_no))
    .leftJoin(titles, eq(titles.emp_no, employees.emp_no))
    .where(ofCity);

const one = db.select().from(employees).where(eq(employees.emp_no, sql.placeholder('emp_no'))).prepare(); // prettier-ignore
const some = db.select().from(employees).where(ofCity).prepare();
const between = and(gt(employees.emp_no, sql.placeholder('after')), lte(employees.emp_no, sql.placeholder('to')));
const range = db.select().from(employees).where(between).prepare();
const careers = joined().prepare();
const ordered = joined().orderBy(asc(employees.emp_no)).prepare();

const integer = { type: 'integer' };
const string = { type: 'string' };
const object = (properties) => ({ type: 'object', properties, required: Object.keys(properties) });
const cityAndBound = { schema: { querystring: object({ city: string, below: string }) } };
const app = fastify();

app.get('/employees/:emp_no', { schema: { params: object({ emp_no: integer }) } }, async ({ params }, reply) => {
  const [employee] = await one.execute(params);
  return employee ?? reply.code(404).send({ message: 'no such employee' });
});
app.get('/employees', cityAndBound, ({ query }) => some.execute(query));
app.get('/range', { schema: { querystring: object({ after: integer, to: integer }) } }, ({ query }) =>
  range.execute(query),
);
app.get('/careers', cityAndBound, ({ query }) => careers.execute(query));
app.get('/nested', cityAndBound, async ({ query }) => nestJoined(await ordered.execute(query)));

app.listen({ host: '127.0.0.1', port: 0 }).then((url) => console.log(new URL(url).port));
