import type { Concept, Expression, Ontology } from '../../model';
import { call, constant, NULL } from '../tree';
import { typeOf } from './type-of';
import type { Resolved } from './plan.ast';

type Value = Expression<Resolved>;

const NUMERIC = new Set(['integer', 'smallint', 'bigint', 'boolean']);

/** The names of the system columns of every concept (docs/language.md). */
export const SYSTEM_COLUMNS = ['entity_id', 'entity_type', 'entity_label'] as const;
export type SystemColumn = (typeof SYSTEM_COLUMNS)[number];

/** The prefix of columns that report whether an entity also belongs to a concept below. */
export const TYPE_OF = '_type_of_';

export function isSystemColumn(key: string): key is SystemColumn {
  return (SYSTEM_COLUMNS as readonly string[]).includes(key);
}

/** Returns the keys of the properties that a system column of the concept's entities is composed of. */
export function systemColumnParts(column: SystemColumn, { primaryKey, label }: Concept): readonly string[] {
  if (column === 'entity_type') return [];
  return column === 'entity_label' && label.length > 0 ? label : primaryKey;
}

/**
 * Returns `entity_id`: the key as a string. Several columns are joined by `|`, with `|` and `\` inside a part escaped
 * by `\`.
 */
export function entityId(ontology: Ontology, concept: Concept, property: (key: string) => Value): Value {
  const [first, ...others] = concept.primaryKey;
  if (first === undefined) return NULL;
  if (others.length === 0) return asText(property(first));
  const parts = concept.primaryKey.map((key) => {
    const text = asText(property(key));
    return NUMERIC.has(ontology.properties.get(key)?.type.name ?? '') ? text : escapePart(text);
  });
  return call('CONCAT', ...parts.flatMap((part, index) => (index === 0 ? [part] : [constant('string', '|'), part])));
}

/**
 * Returns `entity_label`: the label columns as strings, joined by one space and without NULL parts. Returns the id if
 * the concept has no label.
 */
export function entityLabel(ontology: Ontology, concept: Concept, property: (key: string) => Value): Value {
  const [first, ...others] = concept.label;
  if (first === undefined) return entityId(ontology, concept, property);
  if (others.length === 0) return asText(property(first));
  return call('CONCAT_WS', constant('string', ' '), ...concept.label.map((key) => asText(property(key))));
}

function escapePart(text: Value): Value {
  const backslash = constant('string', '\\');
  const doubled = call('REPLACE', text, backslash, constant('string', '\\\\'));
  return call('REPLACE', doubled, constant('string', '|'), constant('string', '\\|'));
}

/** Returns the value as a string; strings remain unchanged. */
export function asText(value: Value): Value {
  if (value.kind === 'reference' && value.reference.type === 'string') return value;
  if (value.kind === 'cast' && typeOf(value) === 'string') return value;
  if (value.kind === 'literal' && value.type === 'string') return value;
  // PostgreSQL unites NULL of a number with no string
  if (value.kind === 'literal' && value.type === 'null') return { ...value, of: 'string' };
  return { kind: 'cast', operand: value, type: { name: 'char' } };
}
