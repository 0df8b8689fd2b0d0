import { Module } from '@nestjs/common';
import { OntologiesModule } from '../ontologies';
import { DemoWorldService } from './demo-world.service';

/** Provides the demo: real data and an ontology over them, created by the first start in demo mode. */
@Module({ imports: [OntologiesModule], providers: [DemoWorldService] })
export class DemoModule {}
