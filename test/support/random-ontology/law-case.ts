import fc from 'fast-check';
import { PASS_NAMES, type PassName } from '../../../src/compiler/optimize';
import { ontologyOf } from '../compile';
import { printOntology, type OntologyDefinition } from './definitions';
import { Dice } from './dice';
import { randomOntology } from './ontologies';
import { Reader } from './readable';
import { smallerCases } from './smaller-cases';
import { randomStatement, type Statement } from './statements';
import type { Table } from './tables';

/** A database, an ontology over it, statements, and passes to switch off. */
export interface LawCase {
  readonly tables: readonly Table[];
  readonly ontology: OntologyDefinition;
  readonly statements: readonly Statement[];
  readonly off: readonly PassName[];
  /** A part of another case was removed, so this one can be inconsistent. */
  readonly isSmaller: boolean;
}

/** Generates cases with a number of statements; a failing case is reduced part by part. */
export class LawCases extends fc.Arbitrary<LawCase> {
  constructor(private readonly statements: number) {
    super();
  }

  generate(random: fc.Random): fc.Value<LawCase> {
    const dice = new Dice(random);
    const { tables, ontology } = randomOntology(dice);
    const reader = new Reader(ontologyOf(printOntology(ontology)), dice);
    const statements = reader.concepts.length === 0 ? [] : dice.times(this.statements, () => randomStatement(reader));
    const off = PASS_NAMES.filter(() => dice.chance(35));
    return new fc.Value({ tables, ontology, statements, off, isSmaller: false }, undefined);
  }

  canShrinkWithoutContext(value: unknown): value is LawCase {
    return typeof value === 'object';
  }

  shrink(value: LawCase): fc.Stream<fc.Value<LawCase>> {
    return fc.stream(smallerCases(value)).map((smaller) => new fc.Value({ ...smaller, isSmaller: true }, undefined));
  }
}
