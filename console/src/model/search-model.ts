import type { Model } from './model';

export interface Hit {
  readonly kind: 'concept' | 'property' | 'relationship' | 'view';
  readonly name: string;
  readonly description: string;
  /** The concept to open; undefined for a view. */
  readonly concept: string | undefined;
}

/** Returns at most `count` parts of the model whose name or description contains all words of the text, names first. */
export function searchModel(model: Model, text: string, count = 30): readonly Hit[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
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
function scoreOf({ kind, name, description }: Hit, words: readonly string[]): number {
  const [inName, inBoth] = [name.toLowerCase(), `${name} ${description}`.toLowerCase()];
  if (!words.every((word) => inBoth.includes(word))) return 0;
  const [first = ''] = words;
  const ofName = words.every((word) => inName.includes(word)) ? 4 : 0;
  return 1 + ofName + (inName.startsWith(first) ? 2 : 0) + (inName === first ? 4 : 0) + (kind === 'concept' ? 1 : 0);
}
