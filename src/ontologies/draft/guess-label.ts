import { type NamedTable } from './named-table';
import { toOntologyName } from './ontology-name';

const LABELS: ReadonlySet<string> = new Set(['name', 'title', 'label']);
const PERSON = ['first_name', 'last_name'];

/**
 * Returns the properties that name an entity for people: exactly one obvious column, or a first and a last name in this
 * order. Returns an empty list otherwise.
 */
export function guessLabel({ name, columns }: NamedTable): readonly string[] {
  const texts = columns
    .filter((column) => column.source.type?.name === 'string')
    .map((column) => ({ plain: toOntologyName(column.source.name), property: column.name }));
  const person = PERSON.flatMap((part) => texts.filter(({ plain }) => plain === part));
  const candidates = [
    ...texts.filter(({ plain }) => isLabel(plain, toOntologyName(name))).map(({ property }) => [property]),
    ...(person.length === PERSON.length ? [person.map(({ property }) => property)] : []),
  ];
  return candidates.length === 1 ? (candidates[0] ?? []) : [];
}

/** Reports whether a column is named like a label: `name`, `album_title`, `city` of `city`, or `product_name` of `products`. */
function isLabel(column: string, concept: string): boolean {
  if (LABELS.has(column) || column === concept) return true;
  const [, stem, label = ''] = /^(.+)_([^_]+)$/.exec(column) ?? [];
  return stem !== undefined && LABELS.has(label) && concept.startsWith(stem);
}
