import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { parseSessionStatements, type SessionStatement } from '../../compiler/statement';
import { Environment } from '../../config';
import type { Literal } from '../../model';
import { CompileFigures } from '../../query';
import type { ParameterValue } from '../packets/read-parameters';
import { KnownForms, type TextStatement } from './known-forms';
import { SessionError } from './refusal';
import type { Session } from './session';

const MOST_PARSED = 500;
const LONGEST_PARSED = 10_000;

/** Statements, and whether a LIMIT among them has parameters. */
interface Parsed {
  readonly statements: readonly SessionStatement[];
  readonly hasCounts: boolean;
}

/** An execution of a statement. */
interface Execution {
  readonly session: Session;
  readonly text: string;
  readonly parameters?: readonly ParameterValue[] | undefined;
}

/** Parses the statements of clients of the MySQL protocol. */
@Injectable()
export class SessionParserService {
  private readonly known = new LRUCache<string, readonly SessionStatement[]>({ max: MOST_PARSED });
  /** Statements whose LIMIT has parameters: they are parsed again with their values. */
  private readonly counted = new WeakSet<SessionStatement>();

  private readonly forms: KnownForms | undefined;

  constructor(
    { planCacheSize }: Environment,
    private readonly figures: CompileFigures,
  ) {
    if (planCacheSize > 0) this.forms = new KnownForms();
  }

  /** Returns the statements of a text to run: one that is reused if it differs from an earlier one only in values. */
  parseText(session: Session, text: string): readonly TextStatement[] {
    const parse = (): readonly SessionStatement[] => this.parse(session, text);
    const reusing = text.length > LONGEST_PARSED || this.known.has(text) ? undefined : this.forms;
    return reusing === undefined ? parse().map((statement) => ({ statement })) : reusing.read(text, parse);
  }

  /** Returns the statements of a text. Those that read no variable are parsed once for all sessions. */
  parse(session: Session, text: string): readonly SessionStatement[] {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    this.figures.parsed++;
    const { statements, hasCounts } = parseOnce(session, text);
    if (hasCounts) for (const statement of statements) this.counted.add(statement);
    if (text.length <= LONGEST_PARSED && !text.includes('@')) this.known.set(text, statements);
    return statements;
  }

  /** Returns a statement with the values of the parameters of its LIMIT. */
  withCounts({ session, text, parameters = [] }: Execution, statement: SessionStatement): SessionStatement {
    if (!this.counted.has(statement)) return statement;
    const count = (place: number, at: number): number => readCount(parameters[place], at);
    const [bound = statement] = parseSessionStatements(text, { variable: variablesOf(session), count });
    return bound;
  }
}

function parseOnce(session: Session, text: string): Parsed {
  const places: number[] = [];
  const statements = parseSessionStatements(text, {
    variable: variablesOf(session),
    count: (place) => {
      places.push(place);
      return 0;
    },
  });
  return { statements, hasCounts: places.length > 0 };
}

function variablesOf({ variables }: Session): (name: string, at: number) => Literal {
  return (name, at) => variables.read(name, at);
}

/** Returns the value of a parameter of LIMIT, which clients send as a number or as text. */
function readCount(value: ParameterValue | undefined, offset: number): number {
  const count = typeof value === 'string' && !/^\d+$/.test(value) ? NaN : Number(value ?? NaN);
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw new SessionError(1210, 'HY000', 'the parameter of LIMIT is not a whole number from 0', { offset });
}
