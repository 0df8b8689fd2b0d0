import { Injectable } from '@nestjs/common';
import { EnginesService } from '../../engines';
import { allows, type Caller, nameKey, type Ontology } from '../../model';
import { type DataSourceState } from '../show/sys-datasource-state';

/** Tells the state of the data sources of an ontology as this process knows it, without asking them. */
@Injectable()
export class DataSourceStatesService {
  constructor(private readonly engines: EnginesService) {}

  /** Returns the data sources that the caller has ADMIN on, with their states. */
  list(caller: Caller, { name: ontology, dataSources }: Ontology): Promise<readonly DataSourceState[]> {
    const own = [...dataSources].filter(([dataSource]) =>
      allows(caller, 'ADMIN', { kind: 'datasource', ontology, dataSource }),
    );
    return Promise.all(
      own.map(async ([key, { name, type }]) => {
        const condition = await this.engines.conditionOf(nameKey(ontology), key);
        return { name, type, ...(condition && { condition }) };
      }),
    );
  }
}
