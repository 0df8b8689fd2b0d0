import type { BoundValue, Literal } from '../../model';

type Answer = string | number | boolean | undefined;

/** Something that was asked of the text of one literal, and what came of it. */
interface Question {
  readonly slot: number;
  readonly ask: (text: string) => Answer;
  readonly answer: Answer;
}

/** Where a traced literal or bound value comes from: its slot, and what a text in that slot makes of it. */
interface Origin {
  readonly trace: Trace;
  readonly slot: number;
  readonly read: (text: string) => Literal;
}

const ORIGINS = new WeakMap<object, Origin>();

/**
 * What the making of one statement asked of the caller's literals. Wherever the same questions have the same answers, it
 * would be made alike, whatever else the literals are: that is what lets it stand for others of its shape.
 */
export class Trace {
  readonly #pinned = new Set<number>();
  readonly #questions: Question[] = [];

  /** The texts of the literals by slot. */
  constructor(readonly texts: readonly string[]) {}

  /** The text itself was looked at. */
  pin(slot: number): void {
    this.#pinned.add(slot);
  }

  ask(slot: number, ask: (text: string) => Answer): Answer {
    const answer = ask(this.texts[slot] ?? '');
    this.#questions.push({ slot, ask, answer });
    return answer;
  }

  /** Whether a statement with these literals would have been made alike. */
  holdsFor(texts: readonly string[]): boolean {
    for (const slot of this.#pinned) if (this.texts[slot] !== texts[slot]) return false;
    for (const { slot, ask, answer } of this.#questions)
      if (!this.#pinned.has(slot) && ask(texts[slot] ?? '') !== answer) return false;
    return true;
  }
}

/** The literal, with every look at its text noted: what knows nothing of traces pins it. */
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

/** The answer to a question about a literal that does not depend on all of its text; pure, and asked again of other literals. */
export function observe<T extends Answer>(literal: Literal, question: (literal: Literal) => T): T {
  const origin = ORIGINS.get(literal);
  if (origin === undefined) return question(literal);
  const answer = question(currentOf(origin));
  origin.trace.ask(origin.slot, (text) => question(origin.read(text)));
  return answer;
}

/** The literal that a pure function makes of this one; that there is one, and its type, count as looked at, its text does not. */
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

/** The literal as a value for a placeholder. */
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

/** The value that stands in this place when the slots hold these texts. */
export function valueFor(value: BoundValue, texts: readonly string[]): BoundValue {
  const origin = ORIGINS.get(value);
  return origin === undefined ? value : { type: value.type, text: origin.read(texts[origin.slot] ?? '').text };
}
