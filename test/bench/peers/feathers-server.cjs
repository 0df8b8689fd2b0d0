const { feathers } = require('@feathersjs/feathers');
const { KnexService } = require('@feathersjs/knex');
const { errorHandler, koa, rest } = require('@feathersjs/koa');
const knex = require('knex');
const { nestJoined } = require('./nest-joined.cjs');

/** Services of feathers-knex with its own REST transport. Prints its port. */
const Model = knex({
  client: 'mysql2',
  connection: { host: '127.0.0.1', port: Number(process.argv[2]), user: 'reader', password: 'secret', database: 'staff', dateStrings: true, decimalNumbers: true }, // prettier-ignore
  pool: { min: 0, max: 10 },
});

/** People with a department and a title each, by a join in the place that the manual provides for it. */
class CareersService extends KnexService {
  createQuery(params) {
    return super
      .createQuery(params)
      .leftJoin('dept_emp', 'dept_emp.emp_no', 'employees.emp_no')
      .leftJoin('departments', 'departments.dept_no', 'dept_emp.dept_no')
      .leftJoin('titles', 'titles.emp_no', 'employees.emp_no')
      .clearSelect()
      .select('employees.emp_no', 'employees.last_name', 'departments.dept_name', 'titles.title');
  }
}

const app = koa(feathers());
const options = { Model, name: 'employees', id: 'emp_no' };
app.use(errorHandler());
app.configure(rest());
app.use('employees', new KnexService(options));
app.use('careers', new CareersService(options));
app.use('nested', new CareersService(options));
app.service('nested').hooks({
  before: {
    find: [
      (context) => {
        context.params.query = { ...context.params.query, $sort: { emp_no: 1 } };
      },
    ],
  },
  after: {
    find: [
      (context) => {
        context.result = nestJoined(context.result);
      },
    ],
  },
});

app.listen(0, '127.0.0.1').then((server) => console.log(server.address().port));
