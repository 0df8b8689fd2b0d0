import type { Concept, Model } from './model';

/** Returns the properties of a concept, and the paths to those of the concepts that it is related to. */
export function pathsOf(model: Model, concept: Concept): readonly string[] {
  const own = plainProperties(concept);
  const further = concept.relationships.flatMap(({ name, to }) => {
    const target = model.concepts.get(to);
    return target === undefined ? [] : plainProperties(target).map((property) => `${name}[${to}].${property}`);
  });
  return [...own, ...further];
}

/** Returns the names of the properties of a concept without its measures. */
export function plainProperties({ properties }: Concept): readonly string[] {
  return properties.filter(({ isMeasure }) => !isMeasure).map(({ name }) => name);
}
