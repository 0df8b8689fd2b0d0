const fastify = require('fastify');
const { handWritten } = require('./hand-written.cjs');

/** A service written by hand for these requests: Fastify with schemas of parameters, and prepared statements. Prints its port. */
const integer = { type: 'integer' };
const string = { type: 'string' };
const object = (properties) => ({ type: 'object', properties, required: Object.keys(properties) });

const { one, some, range, careers, nested } = handWritten(Number(process.argv[2]));
const app = fastify();

app.get('/employees/:emp_no', { schema: { params: object({ emp_no: integer }) } }, async ({ params }, reply) => {
  const employee = await one(params.emp_no);
  return employee ?? reply.code(404).send({ message: 'no such employee' });
});

app.get('/employees', { schema: { querystring: object({ city: string, below: string }) } }, ({ query }) =>
  some(query.city, query.below),
);

app.get('/range', { schema: { querystring: object({ after: integer, to: integer }) } }, ({ query }) =>
  range(query.after, query.to),
);

app.get('/careers', { schema: { querystring: object({ city: string, below: string }) } }, ({ query }) =>
  careers(query.city, query.below),
);

app.get('/nested', { schema: { querystring: object({ city: string, below: string }) } }, ({ query }) =>
  nested(query.city, query.below),
);

app.get('/constant/:bytes', { schema: { params: object({ bytes: integer }) } }, async ({ params }) =>
  'x'.repeat(params.bytes),
);

const answers = new Map();
app.get('/kept/:emp_no', { schema: { params: object({ emp_no: integer }) } }, async ({ params: { emp_no } }) => {
  const text = answers.get(emp_no) ?? JSON.stringify(await one(emp_no));
  answers.set(emp_no, text);
  return text;
});

app.listen({ host: '127.0.0.1', port: 0 }).then((url) => console.log(new URL(url).port));
