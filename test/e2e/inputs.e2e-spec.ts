import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { INPUT_VALIDATION } from '../../src/http';
import { startService } from '../support/service';
import { controllersOf, uncheckedInputs } from '../support/unchecked-inputs';

class Dto {
  readonly name: string;
}

@Controller()
class Careless {
  @Post()
  write(@Param('name') name: string, @Body() body: Dto): readonly string[] {
    return [name, body.name];
  }

  @Get()
  read(@Query() query: Dto, @Param() params: Record<string, string>): readonly unknown[] {
    return [query.name, params];
  }

  @Get('checked')
  readChecked(@Query(INPUT_VALIDATION) query: Dto): string {
    return query.name;
  }
}

describe('what a caller sends', () => {
  it('is checked against its class by every route that has one', async () => {
    const service = await startService();
    const controllers = controllersOf(service.app);
    await service.close();
    expect(controllers.length).toBeGreaterThan(5);
    expect(controllers.flatMap(uncheckedInputs)).toEqual([]);
  });

  it('is missed where no pipe is named', () => {
    expect(uncheckedInputs(new Careless())).toEqual(['Careless.write: argument 1', 'Careless.read: argument 0']);
  });
});
