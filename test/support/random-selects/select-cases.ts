import fc from 'fast-check';
import { Dice } from '../random-ontology/dice';
import { OUTPUTS, writeQuery } from './selects';
import { Writer, type Grammar } from './writer';

/** Returns random SELECTs of a grammar, the same for the same seed. */
export function randomSelects(grammar: Grammar, count: number, seed: number): readonly string[] {
  return fc.sample(new SelectCases(grammar), { numRuns: count, seed });
}

class SelectCases extends fc.Arbitrary<string> {
  constructor(private readonly grammar: Grammar) {
    super();
  }

  generate(random: fc.Random): fc.Value<string> {
    return new fc.Value(writeQuery(new Writer(new Dice(random), this.grammar), OUTPUTS, 2), undefined);
  }

  canShrinkWithoutContext(value: unknown): value is string {
    return typeof value === 'string';
  }

  shrink(): fc.Stream<fc.Value<string>> {
    return fc.Stream.nil();
  }
}
