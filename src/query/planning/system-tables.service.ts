import { Injectable } from '@nestjs/common';
import { emptyDefinitions, buildOntology, withMappingsOf } from '../../compiler/ontology';
import type { SystemTable } from '../../compiler/values';
import { AuditLogService } from '../../audit';
import { Environment } from '../../config';
import type { DuckDbTable } from '../../engines';
import { ServiceError, suggest } from '../../errors';
import type { GivenRows } from '../../http';
import type { AddedTables, PlanRequest } from './prepared-statement';
import { type Caller, nameKey, type Ontology, type OutputColumn } from '../../model';
import {
  DataSourceStatesService,
  findSystemTable,
  OntologyRegistry,
  type PropertyStatistics,
  systemTable,
  type SystemTableName,
} from '../../ontologies';

const SYSTEM = 'system';
/** The names of the ontology `system`; clients of the text interface use the second one. */
const NAMES_OF_SYSTEM: readonly string[] = [SYSTEM, 'system_db'];

const STORED: Readonly<Partial<Record<OutputColumn['type'], DuckDbTable['columns'][number]['type']>>> = { integer: 'INTEGER', double: 'DOUBLE' }; // prettier-ignore
const NO_ROWS = { versions: [], audit: [], statistics: [], dataSources: [] };

/** Returns the ontology with a name; rejects with 404 where the caller may not see it. */
export type FindOntology = (name: string) => Promise<Ontology>;

/** Provides the system tables (docs/language.md) and the ontology `system`, which statements about ontologies and accounts can name. */
@Injectable()
export class SystemTablesService {
  /** So that a repeated request has the same ontology, whose plans are cached. */
  private readonly restricted = new WeakMap<Ontology, Map<string, Ontology>>();
  readonly #system = buildOntology(emptyDefinitions(SYSTEM), SYSTEM);

  constructor(
    private readonly environment: Environment,
    private readonly catalogue: OntologyRegistry,
    private readonly auditLog: AuditLogService,
    private readonly states: DataSourceStatesService,
  ) {}

  /** Returns the ontology that a statement names; `system` contains no concepts. */
  async ontology(caller: Caller, name: string, find = this.catalogueOf(caller)): Promise<Ontology> {
    return isSystem(name) ? this.#system : find(name);
  }

  /** Returns the result of `ontology` if neither waiting nor an error is necessary; else undefined. */
  known(caller: Caller, name: string): Ontology | undefined {
    return isSystem(name) ? this.#system : this.catalogue.known(caller, name);
  }

  catalogueOf(caller: Caller): FindOntology {
    return (name) => this.catalogue.get(caller, name);
  }

  /** Returns the ontology with the mappings of one data source only; rejects with 404 a data source that it does not have. */
  withDataSource(ontology: Ontology, name: string): Ontology {
    const key = nameKey(name);
    if (!ontology.dataSources.has(key)) {
      const names = [...ontology.dataSources.values()].map((source) => source.name);
      const message = `ontology "${ontology.name}" has no data source "${name}"`;
      throw new ServiceError('ontology_unknown_definition', message, { hint: suggest(name, names) });
    }
    const known = this.restricted.get(ontology) ?? new Map<string, Ontology>();
    const found = known.get(key) ?? withMappingsOf(ontology, key);
    this.restricted.set(ontology, known.set(key, found));
    return found;
  }

  /** Returns the name and columns of a system table; undefined if there is none with that name. */
  find(caller: Caller, ontology: Ontology, name: string, added?: AddedTables): SystemTable | undefined {
    const columnsOfAdded = added?.find(name);
    if (columnsOfAdded !== undefined) return { name: nameKey(name), columns: columnsOfAdded };
    const found = findSystemTable(name);
    if (found === undefined) return undefined;
    const { serviceName } = this.environment;
    const { columns } = systemTable(found, { ...NO_ROWS, ontology, caller, serviceName });
    return { name: found, columns };
  }

  /** Returns the tables with the rows that the caller may see. */
  async load(
    { caller, ontology, tables: added }: Pick<PlanRequest, 'caller' | 'ontology' | 'tables'>,
    names: readonly string[],
    readStatistics: () => Promise<readonly PropertyStatistics[]>,
  ): Promise<readonly DuckDbTable[]> {
    const isAdded = (name: string): boolean => added?.find(name) !== undefined;
    const loaded = added === undefined ? [] : await loadAdded(added, names.filter(isAdded));
    const own = names.filter((name) => !isAdded(name));
    if (own.length === 0) return loaded;
    const versions = await this.catalogue.list(caller);
    const reads = (table: SystemTableName): boolean => own.some((name) => findSystemTable(name) === table);
    const source = {
      ontology,
      caller,
      versions,
      audit: reads('sys_audit') ? await this.auditLog.list(caller, versions) : [],
      statistics: reads('sys_properties_statistics') ? await readStatistics() : [],
      dataSources: reads('sys_datasource_state') ? await this.states.list(caller, ontology) : [],
      serviceName: this.environment.serviceName,
    };
    const tables = own.flatMap((name) => {
      const found = findSystemTable(name);
      return found === undefined ? [] : [tableOf(found, systemTable(found, source))];
    });
    return [...loaded, ...tables];
  }
}

async function loadAdded(added: AddedTables, names: readonly string[]): Promise<readonly DuckDbTable[]> {
  const load = async (name: string) => {
    const table = tableOf(name, { columns: added.find(name) ?? [], rows: await added.load(name) });
    return { ...table, columns: table.columns.map(withoutCase) };
  };
  return Promise.all(names.map(load));
}

/** Names in metadata are compared as names are. */
function withoutCase(column: DuckDbTable['columns'][number]): DuckDbTable['columns'][number] {
  return column.type === 'VARCHAR' ? { ...column, type: 'VARCHAR COLLATE NOCASE' } : column;
}

function isSystem(name: string): boolean {
  return NAMES_OF_SYSTEM.includes(nameKey(name));
}

function tableOf(name: string, { columns, rows }: GivenRows): DuckDbTable {
  const typed = columns.map((column) => ({
    name: column.name,
    type: STORED[column.type] ?? ('VARCHAR' as const),
  }));
  return { name, columns: typed, primaryKey: [], rows };
}
