import {
  nameKey,
  type Concept,
  type Expression,
  type Logic,
  type Ontology,
  type Written,
  type WrittenName,
} from '../../../model';
import { collectNames, readReference, viewQueriesOf } from '../../ontology';
import { printExpression, printQuery } from '../../statement';
import { isSystemColumn, systemColumnParts } from '../concept/entity-columns';
import { MaskPolicy } from './mask';
import { namesIn } from '../names-in';
import type { PlanContext } from '../planning';

/** Who looks at which version of an ontology, on which service. */
export type ConditionReader = Pick<PlanContext, 'ontology' | 'caller' | 'maskColumns' | 'serviceName'>;

/** What the condition of a logic concept tests. */
export interface SensitiveCondition {
  /** The names in it that are masked for the caller. */
  readonly names: readonly WrittenName[];
  /** The condition and all definitions that say what it tests: the same text means the same test. */
  readonly meaning: string;
}

/** What a logic concept's condition tests that its author may see with UNMASK only (spec 2, "Sensitive columns"): conditions work on true values. */
export function sensitiveCondition(
  { ontology, caller, maskColumns, serviceName }: ConditionReader,
  { logic }: Concept,
): SensitiveCondition {
  if (logic?.where === undefined) return { names: [], meaning: '' };
  const masks = new MaskPolicy(ontology, caller, maskColumns);
  const { references, lookedAt, views } = lookAt({ ontology, serviceName }, logic.from, logic.where);
  const partsOf = (name: WrittenName): readonly string[] => {
    const { property } = readReference(name);
    return isSystemColumn(property) ? lookedAt.flatMap((concept) => systemColumnParts(property, concept)) : [property];
  };
  const names = references.filter(
    (name) => masks.masksName(name.parts.at(-1)?.name ?? '') || partsOf(name).some((part) => masks.masks(part)),
  );
  const parts = new Set(references.flatMap(partsOf));
  const definitions = [...withCalculations(ontology, lookedAt, parts)].map(
    (part) => `${part}: ${calculationOf(ontology, part)}`,
  );
  return { names, meaning: [logic.from, printExpression(logic.where), ...views, ...definitions].join('\n') };
}

/** What a condition reads, itself and through views. */
interface Look {
  readonly references: readonly WrittenName[];
  /** The concept that it selects from and those it reaches, with those below them: their keys and labels are its system columns. */
  readonly lookedAt: readonly Concept[];
  /** The statements of the views. */
  readonly views: readonly string[];
}

function lookAt(
  { ontology, serviceName }: Pick<PlanContext, 'ontology' | 'serviceName'>,
  from: Logic['from'],
  where: Expression<Written>,
): Look {
  const queries = [...viewQueriesOf(where, ontology.views, serviceName)];
  const own = collectNames(where);
  const ofViews = queries.map(collectNames);
  const all = [own, ...ofViews];
  const written = [...own.references, ...ofViews.flatMap(({ references }) => references).map(withoutPlace)];
  const tables = all.flatMap((names) => names.tables.map((table) => nameKey(table.parts.at(-1)?.name ?? '')));
  const reached = written.flatMap((name) => readReference(name).concepts);
  const lookedAt = conceptsOf(ontology, [from, ...reached, ...tables]);
  const unnamed = all.some(({ readsUnnamed }) => readsUnnamed) ? lookedAt.flatMap(({ properties }) => properties) : [];
  return {
    references: [...written, ...[...new Set(unnamed)].map((name) => ({ parts: [{ name }] }))],
    lookedAt,
    views: queries.map(printQuery),
  };
}

/** A name of a view has no place in the text of the condition. */
function withoutPlace({ parts, quote }: WrittenName): WrittenName {
  return { parts, ...(quote && { quote }) };
}

/** The concepts of these keys, and all below them. */
function conceptsOf(ontology: Ontology, keys: readonly string[]): readonly Concept[] {
  const concepts = [...new Set(keys)].map((key) => ontology.concepts.get(key)).filter((known) => known !== undefined);
  const below = concepts.flatMap((concept) => concept.descendants.map((key) => ontology.concepts.get(key)));
  return [...new Set([...concepts, ...below.filter((known) => known !== undefined)])];
}

/** The properties and all that they are calculated from. */
function withCalculations(
  ontology: Ontology,
  lookedAt: readonly Concept[],
  parts: ReadonlySet<string>,
): ReadonlySet<string> {
  const found = new Set(parts);
  for (const part of found) {
    const { calculation, filter } = ontology.properties.get(part) ?? {};
    const names = [calculation, filter].filter((tree) => tree !== undefined).flatMap(namesIn);
    for (const name of names) {
      const key = nameKey(name.slice(name.lastIndexOf('.') + 1));
      const below = isSystemColumn(key) ? lookedAt.flatMap((concept) => systemColumnParts(key, concept)) : [key];
      for (const needed of below) found.add(needed);
    }
  }
  return found;
}

function calculationOf(ontology: Ontology, key: string): string {
  const { calculation, filter } = ontology.properties.get(key) ?? {};
  return [calculation, filter].map((tree) => (tree === undefined ? '' : printExpression(tree))).join(' WHERE ');
}
