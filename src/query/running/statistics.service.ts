import { Injectable } from '@nestjs/common';
import { CallerMasks } from '../../compiler/rights';
import { call, refer, selectOf } from '../../compiler/tree';
import { Environment } from '../../config';
import { type ErrorCode, ServiceError } from '../../errors';
import type { Caller, Cell, Concept, Ontology, Property, RowStream, Select, SelectItem, Written } from '../../model';
import type { PropertyStatistics } from '../../ontologies';
import { PlannerService } from '../planning/planner.service';
import type { PreparedStatement } from '../planning/prepared-statement';

/** The caller on whose behalf values are read, and how a statement is run. */
interface Reader {
  readonly caller: Caller;
  readonly ontology: Ontology;
  readonly run: (prepared: PreparedStatement) => Promise<RowStream>;
}

/** The errors of a concept that has no values for the caller. */
const WITHOUT_VALUES: ReadonlySet<ErrorCode> = new Set([
  'auth_forbidden',
  'plan_bad_mapping',
  'plan_missing_definition',
  'plan_no_mapping',
  'plan_several_data_sources',
  'plan_unsupported',
]);
/** The columns of a statement for each property. */
const COLUMNS = 3;

/**
 * Reads the statistics of properties (`sys_properties_statistics`) with one statement of the caller for each concept, so that its policies
 * apply. Properties of which the caller sees a mask are not read.
 */
@Injectable()
export class StatisticsService {
  constructor(
    private readonly environment: Environment,
    private readonly planner: PlannerService,
  ) {}

  async read(reader: Reader): Promise<readonly PropertyStatistics[]> {
    const { caller, ontology } = reader;
    const masks = new CallerMasks(ontology, caller, this.environment.maskColumns);
    const found: PropertyStatistics[] = [];
    for (const concept of ontology.concepts.values()) {
      const properties = concept.properties.flatMap((key) => ontology.properties.get(key) ?? []);
      const single = properties.filter(({ isMeasure, isMultiValue }) => !isMeasure && !isMultiValue);
      const shown = single.filter(({ name }) => !masks.masksName(name));
      const values = shown.length === 0 ? [] : await this.valuesOf(reader, concept, shown);
      found.push(...single.map((property) => statisticsOf(concept, property, { shown, values })));
    }
    return found;
  }

  /** Returns the only row of the statement for a concept; no values if the caller cannot read it. */
  private async valuesOf(
    { caller, ontology, run }: Reader,
    concept: Concept,
    properties: readonly Property[],
  ): Promise<readonly Cell[]> {
    try {
      const query = queryOf(this.environment.serviceName, concept, properties);
      const { batches } = await run(await this.planner.prepare({ caller, ontology, query }));
      let row: readonly Cell[] = [];
      for await (const batch of batches) row = [...batch][0] ?? row;
      return row;
    } catch (error) {
      if (error instanceof ServiceError && WITHOUT_VALUES.has(error.code)) return [];
      throw error;
    }
  }
}

function queryOf(schema: string, { name }: Concept, properties: readonly Property[]): Select<Written> {
  const items = properties.flatMap((property, index) => {
    const value = refer(property.name);
    const distinct = { ...call('COUNT', value), distinct: true };
    const parts = [distinct, call('MIN', value), call('MAX', value)];
    return parts.map((expression, part): SelectItem<Written> => {
      return { expression, alias: { name: `value_${index * COLUMNS + part}` } };
    });
  });
  return { ...selectOf<Written>(items), from: { kind: 'table', table: { parts: [{ name: schema }, { name }] } } };
}

function statisticsOf(
  concept: Concept,
  property: Property,
  { shown, values }: { readonly shown: readonly Property[]; readonly values: readonly Cell[] },
): PropertyStatistics {
  const index = shown.indexOf(property);
  const [distinct = null, minimum = null, maximum = null] = index < 0 ? [] : values.slice(index * COLUMNS);
  return { concept: concept.name, property: property.name, distinct, minimum, maximum };
}
