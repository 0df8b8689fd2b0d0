import { Module } from '@nestjs/common';
import { OntologiesModule } from '../ontologies';
import { DemoWorldService } from './demo-world.service';

/** What a newcomer sees: real data and an ontology over them, made by the first start in demo mode. */
@Module({ imports: [OntologiesModule], providers: [DemoWorldService] })
export class DemoModule {}
