import { type Concept, nameKey, type Ontology, printScalarType } from '../../model';
import { listUnplanned } from '../change/check-statements';
import { viewColumns } from '../change/view-columns';

/** Something that statements may read in one version and not, or not in the same way, in another. */
export interface Break {
  readonly object: string;
  readonly message: string;
}

/** The types, or targets, of what can be read of one concept or view, by name as it is written in a statement. */
type Readable = ReadonlyMap<string, string>;

/**
 * Returns what statements can read in `before` and cannot read, or read with another type, in `after`: concepts, their properties and
 * relationships, views and their columns, and views and logic concepts that cannot be planned any more.
 */
export function findBreaks(before: Ontology, after: Ontology, serviceName: string): readonly Break[] {
  const ofConcepts = [...before.concepts].flatMap(([key, concept]) => {
    const now = after.concepts.get(key);
    return compare(`concept \`${concept.name}\``, partsOf(before, concept), now && partsOf(after, now));
  });
  const ofViews = [...before.views].flatMap(([key, view]) => {
    const now = after.views.get(key);
    const columns = (ontology: Ontology, of: typeof view): Readable =>
      new Map(viewColumns(ontology, of, serviceName).map(({ name, type }) => [`column \`${nameKey(name)}\``, type]));
    return compare(`view \`${view.name}\``, columns(before, view), now && columns(after, now));
  });
  return [...ofConcepts, ...ofViews, ...newlyUnplanned(before, after, serviceName)];
}

function compare(object: string, before: Readable, after: Readable | undefined): readonly Break[] {
  if (after === undefined) return [{ object, message: 'does not exist any more' }];
  return [...before].flatMap(([part, was]) => {
    const is = after.get(part);
    if (is === undefined) return [{ object, message: `the ${part} does not exist any more` }];
    const isSame = is === was || [is, was].includes(UNKNOWN);
    return isSame ? [] : [{ object, message: `the ${part} is now ${is}, and was ${was}` }];
  });
}

const UNKNOWN = 'unknown';

function partsOf({ properties }: Ontology, concept: Concept): Readable {
  const ofProperties = concept.properties.flatMap((key): [string, string][] => {
    const property = properties.get(key);
    if (property === undefined) return [];
    const kind = property.isMeasure ? 'measure' : 'property';
    return [
      [`${kind} \`${key}\``, `${printScalarType(property.type)}${property.isMultiValue ? ' with several values' : ''}`],
    ];
  });
  const ofRelationships = [...concept.relationships].map(([key, { target, cardinality }]): [string, string] => {
    return [`relationship \`${key}\``, `to ${cardinality} \`${target}\``];
  });
  return new Map([...ofProperties, ...ofRelationships]);
}

function newlyUnplanned(before: Ontology, after: Ontology, serviceName: string): readonly Break[] {
  const known = new Set(listUnplanned(before, serviceName).map(({ kind, name }) => `${kind} ${nameKey(name)}`));
  return listUnplanned(after, serviceName)
    .filter(({ kind, name }) => !known.has(`${kind} ${nameKey(name)}`))
    .map(({ kind, name, text }) => ({ object: `${kind} \`${name}\``, message: text }));
}
