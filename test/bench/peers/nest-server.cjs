require('reflect-metadata');
const { createHash } = require('node:crypto');
const { Controller, Get, Module, NotFoundException, Param, ParseIntPipe, Query, UnauthorizedException, UseGuards } = require('@nestjs/common'); // prettier-ignore
const { NestFactory } = require('@nestjs/core');
const { FastifyAdapter } = require('@nestjs/platform-fastify');
const { pino } = require('pino');
const { handWritten } = require('./hand-written.cjs');

/**
 * The least that a service in NestJS does for these requests: Fastify below, pipes for parameters, a guard that looks up the hash of a bearer
 * token, and a line of log for each request. NestJS and pino are those of the project. Prints its port.
 */
const queries = handWritten(Number(process.argv[2]));
const hashOf = (token) => createHash('sha256').update(token).digest('base64');
const kept = new Map();
const users = new Map([[hashOf('reader'), { name: 'reader' }]]);

class TokenGuard {
  canActivate(context) {
    const request = context.switchToHttp().getRequest();
    const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    request.user = users.get(hashOf(token));
    if (request.user === undefined) throw new UnauthorizedException();
    return true;
  }
}

class StaffController {
  async one(id) {
    const employee = await queries.one(id);
    if (employee === undefined) throw new NotFoundException('no such employee');
    return employee;
  }
  some(city, below) {
    return queries.some(city, below);
  }
  range(after, to) {
    return queries.range(after, to);
  }
  careers(city, below) {
    return queries.careers(city, below);
  }
  nested(city, below) {
    return queries.nested(city, below);
  }
  constant(bytes) {
    return 'x'.repeat(bytes);
  }
  kept(id) {
    return kept.get(id) ?? this.keep(id);
  }
  async keep(id) {
    const text = JSON.stringify(await this.one(id));
    kept.set(id, text);
    return text;
  }
}

/** Makes a method of the controller a route, as decorators do in TypeScript. */
function route(method, path, ...parameters) {
  Get(path)(StaffController.prototype, method, Object.getOwnPropertyDescriptor(StaffController.prototype, method));
  for (const [index, decorate] of parameters.entries()) decorate(StaffController.prototype, method, index);
}
route('one', 'employees/:emp_no', Param('emp_no', ParseIntPipe));
route('some', 'employees', Query('city'), Query('below'));
route('range', 'range', Query('after', ParseIntPipe), Query('to', ParseIntPipe));
route('careers', 'careers', Query('city'), Query('below'));
route('nested', 'nested', Query('city'), Query('below'));
route('constant', 'constant/:bytes', Param('bytes', ParseIntPipe));
route('kept', 'kept/:emp_no', Param('emp_no', ParseIntPipe));
UseGuards(TokenGuard)(StaffController);
Controller()(StaffController);

class StaffModule {}
Module({ controllers: [StaffController] })(StaffModule);

async function main() {
  const app = await NestFactory.create(StaffModule, new FastifyAdapter(), { logger: false });
  const log = pino(pino.destination({ dest: '/dev/null', sync: false }));
  const logged = ({ method, routeOptions, user }, { statusCode, elapsedTime }, done) => {
    log.info({ method, route: routeOptions.url, user: user?.name, status: statusCode, ms: elapsedTime }, 'request');
    done();
  };
  app.getHttpAdapter().getInstance().addHook('onResponse', logged);
  await app.listen(0, '127.0.0.1');
  console.log(new URL(await app.getUrl()).port);
}

main();
