import { Injectable } from '@nestjs/common';
import type { QueryStatement, SessionStatement } from '../../compiler/statement';
import { Environment } from '../../config';
import { type Caller, type Literal, type Ontology } from '../../model';
import { DatabasesService } from './databases.service';
import { inlineVariables } from './inline-variables';
import { looseGroups } from './loose-groups';
import { databaseOf, readsOntology, resolveNames } from './resolve-names';
import type { Session } from './session';

type Query = SessionStatement & QueryStatement;

/** A SELECT in the language of the ontology, and the ontology that it reads; undefined if it reads none. */
export interface ResolvedQuery {
  readonly ontology: Ontology | undefined;
  readonly statement: Query;
}

/** What a statement reads, whichever session sends it. */
interface Reading {
  /** The database that it names. */
  readonly database: string | undefined;
  readonly readsOntology: boolean;
  /** The last result for an ontology, if it depends on nothing else of the session. */
  resolved?: ResolvedQuery;
}

/** Gives the names, variables and functions of SELECTs their meaning in a session. */
@Injectable()
export class StatementResolverService {
  /** By the parsed statement, which is the same object for a repeated text. */
  private readonly readings = new WeakMap<Query, Reading>();

  constructor(
    private readonly environment: Environment,
    private readonly databases: DatabasesService,
  ) {}

  /** Returns the same object for a repeated statement, so that it is not planned again. */
  async resolve(session: Session, caller: Caller, statement: Query): Promise<ResolvedQuery> {
    const reading = this.read(statement);
    const { readsOntology: reads, database = session.database } = reading;
    const ontology = reads && database !== undefined ? await this.find(caller, database) : undefined;
    const { resolved } = reading;
    if (resolved !== undefined && resolved.ontology === ontology) return resolved;
    const { serviceName } = this.environment;
    const ofSession: unknown[] = [];
    const note = (value: Literal | undefined): void => {
      if (value !== undefined) ofSession.push(value);
    };
    const inlined = inlineVariables(statement.query, (name) => {
      const value = session.variables.readOwn(name);
      note(value);
      return value;
    });
    const valueOf = (name: string): Literal | undefined => {
      const value = session.valueOf(name);
      note(value);
      return value;
    };
    const query = resolveNames(reads ? inlined : looseGroups(inlined), { ontology, serviceName, valueOf });
    const found = { ontology, statement: { ...statement, query } };
    if (ofSession.length === 0) reading.resolved = found;
    return found;
  }

  private read(statement: Query): Reading {
    const known = this.readings.get(statement);
    if (known !== undefined) return known;
    const { query } = statement;
    const database = databaseOf(query, this.environment.serviceName)?.name;
    const reading = { database, readsOntology: readsOntology(query) };
    this.readings.set(statement, reading);
    return reading;
  }

  private find(caller: Caller, name: string): Promise<Ontology | undefined> | Ontology | undefined {
    return this.databases.known(caller, name) ?? this.databases.named(caller, name);
  }
}
