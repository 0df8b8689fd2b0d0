import { Injectable } from '@nestjs/common';
import type { QueryStatement, SessionStatement } from '../../compiler/statement';
import { Environment } from '../../config';
import { type Caller, type Literal, type Ontology } from '../../model';
import { INFORMATION_SCHEMA } from '../metadata/information-schema';
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
    const { database = session.database } = reading;
    const isMetadata = database === INFORMATION_SCHEMA;
    if (isMetadata || !reading.readsOntology)
      return this.resolveIn(session, { ...reading, statement, isMetadata, ontology: undefined });
    const ontology = database === undefined ? undefined : await this.find(caller, database);
    const { resolved } = reading;
    if (resolved !== undefined && resolved.ontology === ontology) return resolved;
    const { isOfSession, ...found } = this.resolveIn(session, { ...reading, statement, isMetadata, ontology });
    if (!isOfSession && ontology !== undefined) reading.resolved = found;
    return found;
  }

  /** Returns a statement with its meaning, and whether that depends on the session besides its database. */
  private resolveIn(
    session: Session,
    { statement, ontology, isMetadata }: ResolvedQuery & { readonly isMetadata: boolean },
  ): ResolvedQuery & { readonly isOfSession: boolean } {
    const { serviceName } = this.environment;
    const ofSession: Literal[] = [];
    const inlined = inlineVariables(statement.query, (name) => {
      const value = session.variables.readOwn(name);
      ofSession.push(value);
      return value;
    });
    const valueOf = (name: string): Literal | undefined => {
      const value = session.valueOf(name);
      if (value !== undefined) ofSession.push(value);
      return value;
    };
    const grouped = ontology === undefined ? looseGroups(inlined) : inlined;
    const query = resolveNames(grouped, { ontology, isMetadata, serviceName, valueOf });
    return { ontology, statement: { ...statement, query }, isOfSession: ofSession.length > 0 };
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
