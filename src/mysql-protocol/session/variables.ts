import { suggest } from '../../errors';
import type { Literal } from '../../model';
import { SessionError } from './refusal';
import { FLAGS, systemVariables, type SystemVariable, type VariableSettings } from './system-variables';

/** Character sets whose text is that of UTF-8. */
const CHARSETS: ReadonlySet<string> = new Set(['utf8mb4', 'utf8', 'utf8mb3', 'binary', 'ascii', 'null', '']);
const CHARSET_VARIABLE = /^character_set_(client|connection|results)$/;
/** Strings that clients send for flags. */
const FLAG_OF: Readonly<Record<string, string>> = {
  '1': 'ON',
  '0': 'OFF',
  true: 'ON',
  false: 'OFF',
  on: 'ON',
  off: 'OFF',
};

/** The most characters of a value that a client sets, and the most variables of its own. */
const LONGEST_VALUE = 4096;
const MOST_OWN = 200;
/** The most characters of a value of a variable of the user. */
const LONGEST_OWN = 65_536;

/** The variables of one session: those of the system, and those of the user, whose names begin with `@`. */
export class SessionVariables {
  private readonly system: ReadonlyMap<string, SystemVariable>;
  private readonly set = new Map<string, string>();
  private readonly own = new Map<string, Literal>();

  constructor(settings: VariableSettings) {
    this.system = systemVariables(settings);
  }

  /** Returns the values of all variables of the system, by name. */
  get all(): ReadonlyMap<string, string> {
    return new Map([...this.system.keys()].map((name) => [name, this.get(name) ?? '']));
  }

  get(name: string): string | undefined {
    return this.set.get(name) ?? this.system.get(name)?.value;
  }

  /** Returns the value of a variable of the user, by its name in lower case with its `@`; NULL until it is set. */
  readOwn(name: string): Literal {
    return this.own.get(name.slice(1)) ?? NULL;
  }

  /** Returns the value of a variable of the system as a statement reads it: `@@name`, `@@session.name`. */
  read(written: string, at: number): Literal {
    const name = plainName(written);
    const value = this.get(name) ?? this.refuseUnknown(name, at);
    const flag = value === 'ON' ? '1' : value === 'OFF' ? '0' : value;
    return /^\d+$/.test(flag)
      ? { kind: 'literal', type: 'integer', text: flag, at }
      : { kind: 'literal', type: 'string', text: value, at };
  }

  /** Sets a variable; without a value, to that of the beginning. */
  assign(written: string, value: Literal | undefined, at: number): void {
    if (written.startsWith('@')) {
      this.assignOwn(written.slice(1).toLowerCase(), value ?? NULL);
      return;
    }
    const name = plainName(written);
    const variable = this.system.get(name) ?? this.refuseUnknown(name, at);
    if (value === undefined) {
      this.set.delete(name);
      return;
    }
    const text = value.type === 'boolean' ? (FLAG_OF[value.text] ?? value.text) : value.text;
    this.set.set(name, checked(name, variable, text, at));
    if (name === 'character_set_client') {
      this.set.set('character_set_connection', text);
      this.set.set('character_set_results', text);
    }
  }

  private assignOwn(name: string, value: Literal): void {
    if (this.own.size >= MOST_OWN && !this.own.has(name))
      throw new SessionError(1105, 'HY000', `a session has at most ${MOST_OWN} variables of its own`);
    if (value.text.length > LONGEST_OWN) throw new SessionError(1231, '42000', `the value of "@${name}" is too long`);
    this.own.set(name, value);
  }

  private refuseUnknown(name: string, offset: number): never {
    throw new SessionError(1193, 'HY000', `there is no variable "${name}"`, {
      hint: suggest(name, this.system.keys()),
      offset,
    });
  }
}

const NULL: Literal = { kind: 'literal', type: 'null', text: '' };

function plainName(written: string): string {
  return written.toLowerCase().replace(/^@@(?:(?:session|local|global)\.)?/, '');
}

function checked(name: string, { settable, value: initial }: SystemVariable, given: string, offset: number): string {
  if (given.length > LONGEST_VALUE)
    throw new SessionError(1231, '42000', `the value of "${name}" is too long`, { offset });
  if (CHARSET_VARIABLE.test(name) && !CHARSETS.has(given.toLowerCase()))
    throw new SessionError(1115, '42000', `the character set "${given}" is not supported`, {
      hint: 'use utf8mb4',
      offset,
    });
  const text = settable === FLAGS ? (FLAG_OF[given.toLowerCase()] ?? given) : given;
  if (settable === undefined && text !== initial)
    throw new SessionError(1238, 'HY000', `the variable "${name}" cannot be set`, { offset });
  if (typeof settable === 'object' && !settable.includes(text))
    throw new SessionError(1231, '42000', `the variable "${name}" cannot have the value "${given}"`, {
      hint: `the values are ${settable.join(', ')}`,
      offset,
    });
  return text;
}
