import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Body, Controller, Get, Module, Param, Post, Query } from '@nestjs/common';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { IsString } from 'class-validator';
import { AppModule } from '../../src/app.module';
import { createApplication } from '../../src/app.setup';
import { readEnvironment } from '../../src/config';
import { Public } from '../../src/auth';
import { controllersOf, inputsWithoutRules } from '../support/unchecked-inputs';

class Dto {
  @IsString()
  readonly name: string;
}

class Careless {
  readonly name: string;
}

/** A controller without any pipe. */
@Public()
@Controller('probe')
class ProbeController {
  @Post(':name')
  write(@Param('name') name: string, @Body() body: Dto): readonly string[] {
    return [name, body.name];
  }

  @Get('plain/:name')
  read(@Param() params: Record<string, string>): Record<string, string> {
    return params;
  }
}

@Controller()
class CarelessController {
  @Post()
  write(@Param('name') name: string, @Body() body: Careless): readonly string[] {
    return [name, body.name];
  }

  @Get()
  read(@Query() query: Careless, @Body() body: Dto): readonly string[] {
    return [query.name, body.name];
  }
}

@Module({ controllers: [ProbeController] })
class ProbeModule {}

describe('the input of a route', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inputs-test-'));
  let app: NestFastifyApplication;
  let probe: string;

  beforeAll(async () => {
    const settings = {
      API_AUTH_SALT: 'a salt for tests, long',
      ADMIN_PASSWORD: 'sesame',
      PASSWORD_MIN_LENGTH: '1',
      LOG_LEVEL: 'silent',
    };
    const environment = readEnvironment({ ...settings, DATA_DIR: folder });
    const root = AppModule.with(environment);
    app = await createApplication(environment, { ...root, imports: [...(root.imports ?? []), ProbeModule] });
    await app.listen(0, '127.0.0.1');
    probe = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}/svc/api/probe`;
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  const post = async (body: string) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${probe}/a`, { method: 'POST', body, headers });
    return { status: response.status, answer: (await response.json()) as object };
  };

  it('is checked against its class without naming a pipe', async () => {
    expect(await post('{"name":"b"}')).toMatchObject({ answer: { data: ['a', 'b'] } });
    for (const body of ['{"name":1}', '{}', '{"name":"b","more":1}', '{"name":"b","hasOwnProperty":1}', '[]', '7']) {
      const refused = { status: 400, answer: { error: { code: 'request_malformed' } } };
      expect({ body, ...(await post(body)) }).toMatchObject({ body, ...refused });
    }
  });

  it('passes unchanged if it has no class', async () => {
    const response = await fetch(`${probe}/plain/7`);
    expect(await response.json()).toMatchObject({ data: { name: '7' } });
  });

  it('has rules for every class of an argument', () => {
    const controllers = controllersOf(app);
    expect(controllers.length).toBeGreaterThan(5);
    expect(controllers.flatMap(inputsWithoutRules)).toEqual([]);
    expect(inputsWithoutRules(new CarelessController())).toEqual([
      'CarelessController.write: argument 1',
      'CarelessController.read: argument 0',
    ]);
  });
});
