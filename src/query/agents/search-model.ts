import type { Ontology, Tag } from '../../model';

/** A part of a model that a search has found. */
export interface ModelMatch {
  readonly kind: 'concept' | 'property' | 'relationship' | 'view';
  readonly name: string;
  /** The concept that declares a relationship, or the first that has a property; empty for others. */
  readonly concept: string;
  readonly description: string;
}

interface Entry extends ModelMatch {
  readonly words: ReadonlySet<string>;
  readonly synonyms: ReadonlySet<string>;
  readonly described: ReadonlySet<string>;
}

const SYNONYMS = /^(synonyms?|alias(es)?|also_called)$/i;
const SHORTEST_PREFIX = 3;
/** Words of a question that name nothing. */
const IGNORED: ReadonlySet<string> = new Set(
  'a an and are by for from has have how in is many of on or that the there thi to wa were what when where which who with'.split(
    ' ',
  ),
);
const indexes = new WeakMap<Ontology, readonly Entry[]>();

/**
 * Returns the parts of the model that contain the words of `text`, best first: names count more than synonyms (tags `synonym`, `synonyms`,
 * `alias`), these more than descriptions, and rare words more than frequent ones.
 */
export function searchModel(ontology: Ontology, text: string, most: number): readonly ModelMatch[] {
  const entries = indexes.get(ontology) ?? indexModel(ontology);
  indexes.set(ontology, entries);
  const words = [...wordsOf(text)].filter((word) => !IGNORED.has(word));
  const weights = words.map((word) => {
    const having = entries.filter((entry) => scoreOf(entry, word) > 0).length;
    return having === 0 ? 0 : Math.log(1 + entries.length / having);
  });
  const scored = entries.map((entry) => {
    const score = words.reduce((sum, word, index) => sum + scoreOf(entry, word) * (weights[index] ?? 0), 0);
    return { entry, score: score / (1 + entry.words.size / 10) };
  });
  const found = scored.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score);
  return found.slice(0, most).map(({ entry: { kind, name, concept, description } }) => ({ kind, name, concept, description })); // prettier-ignore
}

function scoreOf({ words, synonyms, described }: Entry, word: string): number {
  if (words.has(word)) return 10;
  if (synonyms.has(word)) return 8;
  if (described.has(word)) return 3;
  if (word.length < SHORTEST_PREFIX) return 0;
  return [...words, ...synonyms].some((other) => other.startsWith(word)) ? 2 : 0;
}

function indexModel(ontology: Ontology): readonly Entry[] {
  const holders = new Map<string, string>();
  for (const { name, properties } of ontology.concepts.values())
    for (const key of properties) if (!holders.has(key)) holders.set(key, name);
  const concepts = [...ontology.concepts.values()];
  return [
    ...concepts.map((concept) => entryOf('concept', concept)),
    ...[...ontology.properties].map(([key, property]) => entryOf('property', property, holders.get(key))),
    ...concepts.flatMap(({ name, relationships }) =>
      [...relationships.values()]
        .filter(({ source }) => ontology.concepts.get(source)?.name === name)
        .map((relationship) => entryOf('relationship', { ...relationship, tags: [] }, name)),
    ),
    ...[...ontology.views.values()].map((view) => entryOf('view', view)),
  ];
}

interface Part {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly Tag[];
}

function entryOf(kind: ModelMatch['kind'], { name, description, tags }: Part, concept = ''): Entry {
  const synonyms = tags.filter((tag) => SYNONYMS.test(tag.name)).map(({ value }) => value);
  return {
    ...{ kind, name, concept, description },
    words: wordsOf(name),
    synonyms: wordsOf(synonyms.join(' ')),
    described: wordsOf(description),
  };
}

/** Returns the words of a name or a sentence in lower case, longer ones without the ending of a plural. */
function wordsOf(text: string): ReadonlySet<string> {
  const parts = text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase().match(/[\p{L}\p{N}]+/gu); // prettier-ignore
  return new Set(
    (parts ?? []).map((word) => (word.length > SHORTEST_PREFIX ? word.replace(/ies$/, 'y').replace(/s$/, '') : word)),
  );
}
