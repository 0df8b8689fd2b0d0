import { type DynamicModule, Module } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { AsyncResultsModule } from '../../async-results';
import { OntologiesModule } from '../../ontologies';
import { QueryModule } from '../query.module';
import { AsyncResultsController } from './async-results.controller';
import { AsyncTextService } from './async-text.service';
import { ExecuteController } from './execute.controller';
import { PromptsController } from './prompts.controller';
import { TextQueryController } from './text-query.controller';

/** The paths of the interface that lie below `/{svc}/api`. */
@Module({ controllers: [PromptsController] })
class PromptsModule {}

/** The interface for clients that send statements as text (docs/text-interface.md). */
@Module({
  imports: [AsyncResultsModule, OntologiesModule, QueryModule],
  controllers: [AsyncResultsController, ExecuteController, TextQueryController],
  providers: [AsyncTextService],
})
export class TextInterfaceModule {
  /** Returns the module with its paths below `/{svc}/openapi`, and the module of those below `/{svc}/api`. */
  static of(serviceName: string): readonly DynamicModule[] {
    const routes = RouterModule.register([{ path: `${serviceName}/openapi`, module: TextInterfaceModule }]);
    return [{ module: TextInterfaceModule }, { module: PromptsModule }, routes];
  }
}
