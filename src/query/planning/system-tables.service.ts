import { Injectable } from '@nestjs/common';
import { emptyDefinitions, buildOntology } from '../../compiler/ontology';
import type { SystemTable } from '../../compiler/values';
import { AuditLogService } from '../../audit';
import { Environment } from '../../config';
import type { DuckDbTable } from '../../engines';
import type { GivenRows } from '../../http';
import { type Caller, nameKey, type Ontology } from '../../model';
import { OntologyRegistry, findSystemTable, systemTable } from '../../ontologies';

const SYSTEM = 'system';

/** The ontology of a name; 404 where the caller sees none. */
export type FindOntology = (name: string) => Promise<Ontology>;

/** The system tables (docs/language.md) and the ontology `system`, where statements about ontologies and accounts can be asked. */
@Injectable()
export class SystemTablesService {
  readonly #system = buildOntology(emptyDefinitions(SYSTEM), SYSTEM);

  constructor(
    private readonly environment: Environment,
    private readonly catalogue: OntologyRegistry,
    private readonly auditLog: AuditLogService,
  ) {}

  /** The ontology that a statement addresses; `system` holds no concepts. */
  async ontology(caller: Caller, name: string, find = this.catalogueOf(caller)): Promise<Ontology> {
    return nameKey(name) === SYSTEM ? this.#system : find(name);
  }

  /** As `ontology`, where nothing has to be waited for and nothing refused. */
  known(caller: Caller, name: string): Ontology | undefined {
    return nameKey(name) === SYSTEM ? this.#system : this.catalogue.known(caller, name);
  }

  catalogueOf(caller: Caller): FindOntology {
    return (name) => this.catalogue.get(caller, name);
  }

  /** The name and columns of a system table; undefined where there is none of that name. */
  find(caller: Caller, ontology: Ontology, name: string): SystemTable | undefined {
    const found = findSystemTable(name);
    if (found === undefined) return undefined;
    const { serviceName } = this.environment;
    const { columns } = systemTable(found, { ontology, caller, heads: [], audit: [], serviceName });
    return { name: found, columns };
  }

  /** The tables with the rows that the caller may see. */
  async load(caller: Caller, ontology: Ontology, names: readonly string[]): Promise<readonly DuckDbTable[]> {
    const heads = await this.catalogue.list(caller);
    const isAudit = names.some((name) => findSystemTable(name) === 'sys_audit');
    const audit = isAudit ? await this.auditLog.list(caller, heads) : [];
    const source = { ontology, caller, heads, audit, serviceName: this.environment.serviceName };
    return names.flatMap((name) => {
      const found = findSystemTable(name);
      return found === undefined ? [] : [tableOf(found, systemTable(found, source))];
    });
  }
}

function tableOf(name: string, { columns, rows }: GivenRows): DuckDbTable {
  const typed = columns.map((column) => ({
    name: column.name,
    type: column.type === 'integer' ? ('INTEGER' as const) : ('VARCHAR' as const),
  }));
  return { name, columns: typed, primaryKey: [], rows };
}
