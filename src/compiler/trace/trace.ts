import type { BoundValue, Literal } from '../../model';

type Answer = string | number | boolean | undefined;

/** A question about the value of one literal, and its answer. */
interface Question {
  readonly slot: number;
  readonly ask: (text: string) => Answer;
  readonly answer: Answer;
}

/** The origin of a traced literal or bound value: its slot, and the literal that a value in that slot produces. */
interface Origin {
  readonly trace: Trace;
  readonly slot: number;
  readonly read: (text: string) => Literal;
}

const ORIGINS = new WeakMap<object, Origin>();

/**
 * The questions about the caller's literals that the compilation of one statement asked. If the same questions have the
 * same answers for other literals, the compilation is the same. The statement can then be reused for others of its
 * shape.
 */
export class Trace {
  readonly #pinned = new Set<number>();
  readonly #questions: Question[] = [];

  /** Creates a trace for the values of the literals, by slot. */
  constructor(readonly texts: readonly string[]) {}

  /** Records that the value itself was read. */
  pin(slot: number): void {
    this.#pinned.add(slot);
  }

  ask(slot: number, ask: (text: string) => Answer): Answer {
    const answer = ask(this.texts[slot] ?? '');
    this.#questions.push({ slot, ask, answer });
    return answer;
  }

  /** Returns whether a statement with these literals would be compiled in the same way. */
  holdsFor(texts: readonly string[]): boolean {
    for (const slot of this.#pinned) if (this.texts[slot] !== texts[slot]) return false;
    for (const { slot, ask, answer } of this.#questions)
      if (!this.#pinned.has(slot) && ask(texts[slot] ?? '') !== answer) return false;
    return true;
  }
}

/** Returns the literal with every access to its value recorded. Code that is unaware of traces pins it. */
export function traceLiteral(literal: Literal, trace: Trace, slot: number): Literal {
  return follow(literal, { trace, slot, read: (text) => ({ ...literal, text }) });
}

function follow(literal: Literal, origin: Origin): Literal {
  const traced: Literal = {
    ...literal,
    get text() {
      origin.trace.pin(origin.slot);
      return literal.text;
    },
  };
  ORIGINS.set(traced, origin);
  return traced;
}

/**
 * Returns the answer to a question that does not depend on the whole value of a literal. The question must be pure,
 * because it is asked again for other literals.
 */
export function observe<T extends Answer>(literal: Literal, question: (literal: Literal) => T): T {
  const origin = ORIGINS.get(literal);
  if (origin === undefined) return question(literal);
  const answer = question(currentOf(origin));
  origin.trace.ask(origin.slot, (text) => question(origin.read(text)));
  return answer;
}

/**
 * Returns the literal that a pure function derives from this one. Whether there is a result, and its type, count as
 * observed; its value does not.
 */
export function derive(literal: Literal, make: (literal: Literal) => Literal | undefined): Literal | undefined {
  const origin = ORIGINS.get(literal);
  if (origin === undefined) return make(literal);
  observe(literal, (known) => make(known)?.type);
  const derived = make(currentOf(origin));
  return derived && follow(derived, { ...origin, read: (text) => make(origin.read(text)) ?? derived });
}

function currentOf({ trace, slot, read }: Origin): Literal {
  return read(trace.texts[slot] ?? '');
}

/** Returns the literal as a value for a placeholder. */
export function boundValue(literal: Literal, type: BoundValue['type']): BoundValue {
  const { secret } = literal;
  const origin = ORIGINS.get(literal);
  if (origin === undefined) return { type, text: literal.text, ...(secret && { secret }) };
  const value: BoundValue = {
    type,
    get text() {
      return literal.text;
    },
    ...(secret && { secret }),
  };
  ORIGINS.set(value, origin);
  return value;
}

/** Returns the value for this placeholder if the slots hold these values. */
export function valueFor(value: BoundValue, texts: readonly string[]): BoundValue {
  const origin = ORIGINS.get(value);
  return origin === undefined ? value : { type: value.type, text: origin.read(texts[origin.slot] ?? '').text };
}
