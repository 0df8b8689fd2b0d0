import { contextOf, fixtureOntology, parseQuery } from '../../../../test/support/compile';
import { ServiceError } from '../../../errors';
import { planStatement } from '../select/plan-query';

const FIXTURES = ['chinook', 'company', 'sakila'];

function hintOf(fixture: ReturnType<typeof fixtureOntology>, concept: string, name: string): string | undefined {
  try {
    planStatement(contextOf(fixture), parseQuery(`SELECT \`${name}\` FROM \`${concept}\``));
  } catch (error) {
    if (error instanceof ServiceError) return error.details.hint;
    throw error;
  }
  return 'accepted';
}

describe.each(FIXTURES)('hints for paths of %s', (name) => {
  const ontology = fixtureOntology(name);
  const steps = [...ontology.concepts.values()].flatMap((concept) =>
    [...concept.relationships.values()].map((relationship) => {
      return {
        concept: concept.name,
        step: `${relationship.name}[${ontology.concepts.get(relationship.target)?.name}]`,
      };
    }),
  );

  it('propose an accepted property for a path that ends in a step', () => {
    expect(steps.length).toBeGreaterThan(5);
    for (const { concept, step } of steps) {
      const hint = hintOf(ontology, concept, step);
      expect(hint).toBe(`a path ends in a property of its last concept, as "${step}.entity_label" does`);
      expect(hintOf(ontology, concept, `${step}.entity_label`)).toBe('accepted');
    }
  });

  it.each(['', '.', '..', '.[', ' ', '.x[', '*', '.entity_label.', '_'])(
    'never repeat the input, with %j after a step',
    (behind) => {
      for (const { concept, step } of steps) {
        const hint = hintOf(ontology, concept, `${step}${behind}`);
        expect(hint).not.toBe('accepted');
        expect(hint).not.toBe(`did you mean "${step}"?`);
      }
    },
  );
});
