import type { Model } from './model';

export interface Hit {
  readonly kind: 'concept' | 'property' | 'relationship' | 'view';
  readonly name: string;
  readonly description: string;
  /** The concept to open; undefined for a view. */
  readonly concept: string | undefined;
}

/** Returns at most `count` parts of the model whose name or description contains all words of the text, or their singulars, names first. */
export function searchModel(model: Model, text: string, count = 30): readonly Hit[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).map(formsOf);
  if (words.length === 0) return [];
  const scored = [...partsOf(model)].flatMap((hit) => {
    const score = scoreOf(hit, words);
    return score === 0 ? [] : [{ hit, score }];
  });
  return scored
    .sort((one, other) => other.score - one.score)
    .slice(0, count)
    .map(({ hit }) => hit);
}

function* partsOf({ concepts, views }: Model): Iterable<Hit> {
  const seen = new Set<string>();
  for (const { name, description } of concepts.values()) yield { kind: 'concept', name, description, concept: name };
  for (const concept of concepts.values()) {
    for (const { name, description } of concept.properties) {
      if (seen.has(name)) continue;
      seen.add(name);
      yield { kind: 'property', name, description, concept: concept.name };
    }
    for (const { from, name, to } of concept.relationships)
      if (from === concept.name) yield { kind: 'relationship', name, description: `${from} to ${to}`, concept: from };
  }
  for (const [name, { description }] of Object.entries(views))
    yield { kind: 'view', name, description: description ?? '', concept: undefined };
}

/** Returns 0 if a word is missing, else more for a match in the name, and most where the name begins with the first word. */
function scoreOf({ kind, name, description }: Hit, words: readonly (readonly string[])[]): number {
  const [inName, inBoth] = [name.toLowerCase(), `${name} ${description}`.toLowerCase()];
  const areIn = (text: string): boolean => words.every((forms) => forms.some((form) => text.includes(form)));
  if (!areIn(inBoth)) return 0;
  const [first = []] = words;
  const ofName = areIn(inName) ? 4 : 0;
  const ofStart = (first.some((form) => inName.startsWith(form)) ? 2 : 0) + (first.includes(inName) ? 4 : 0);
  return 1 + ofName + ofStart + (kind === 'concept' ? 1 : 0);
}

/** Returns the word, and what it may be the plural of: names of concepts are mostly singulars. */
function formsOf(word: string): readonly string[] {
  const endings = { ies: 'y', es: '', s: '' };
  const singulars = Object.entries(endings).flatMap(([plural, singular]) =>
    word.length > 3 && word.endsWith(plural) ? `${word.slice(0, -plural.length)}${singular}` : [],
  );
  return [word, ...singulars];
}
