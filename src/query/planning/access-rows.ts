import { type UserRights } from '../../auth';
import { type Branch, branchesByMapping, branchesOf } from '../../compiler/plan';
import { CallerMasks, type MaskDecision } from '../../compiler/rights';
import { printExpression } from '../../compiler/statement';
import type { GivenRows } from '../../http';
import {
  allows,
  type Concept,
  nameKey,
  type Ontology,
  type Policy,
  printResource,
  quoteName,
  type Resource,
  type Right,
  schemaNames,
} from '../../model';
import { modelRows } from '../../ontologies';

/** What the rows of SHOW ACCESS are computed from. `rights` are those of the user whom the rows are about. */
interface Asked {
  readonly ontology: Ontology;
  readonly concept: Concept;
  readonly rights: UserRights;
  readonly serviceName: string;
  readonly maskColumns: readonly string[];
}

type FilterPolicy = Extract<Policy, { kind: 'filter' }>;

/** Something that the user may see or not: what, how far, and why. */
type Row = readonly [object: string, access: string, reason: string];

const COLUMNS = { object: 'string', access: 'string', reason: 'string' } as const;

/** Returns what a user sees of a concept, and why: schemas, entities, filter policies and properties (docs/language.md). */
export function accessRows(asked: Asked): GivenRows {
  const { rights } = asked;
  const disabled: readonly Row[] = rights.isDisabled ? [['user', 'none', 'the user is disabled']] : [];
  const rows: readonly Row[] = [...disabled, ...ofSchemas(asked), ...ofEntities(asked), ...ofProperties(asked)];
  return modelRows(COLUMNS, rows);
}

/** The views of the schema `vsvc` can read every concept. */
function ofSchemas({ ontology, rights, serviceName }: Asked): readonly Row[] {
  return schemaNames(serviceName).map((schema) => {
    const resource = { kind: 'ontology', ontology: ontology.name, schema } as const;
    const given = grantsOf(rights, 'QUERY', resource);
    const isAllowed = given.length > 0;
    const reason = isAllowed ? given.join('; ') : `no grant of QUERY ON ${printResource(resource)}`;
    return [`schema ${quoteName(schema)}`, isAllowed ? 'query' : 'none', reason];
  });
}

/** Returns the rights that include `right` on the resource, as they were granted. */
function grantsOf({ user, grants }: UserRights, right: Right, resource: Resource): readonly string[] {
  return grants
    .filter((grant) => allows({ ...user, grants: [grant] }, right, resource))
    .map(
      (grant) =>
        `${grant.right} ON ${printResource(grant.resource)}${grant.role === undefined ? '' : ` of role ${quoteName(grant.role)}`}`,
    );
}

function ofEntities({ ontology, concept, rights }: Asked): readonly Row[] {
  const roles = new Set(rights.user.roles.map(nameKey));
  const policies = [...ontology.policies.values()].filter(
    (policy): policy is FilterPolicy => policy.kind === 'filter' && isAbout(ontology, concept, policy.concept),
  );
  const rows = policies.map((policy): { readonly applies: boolean; readonly row: Row } => {
    const applying = policy.roles.filter((role) => roles.has(nameKey(role)));
    const applies = applying.length > 0;
    const { name = policy.concept } = ontology.concepts.get(policy.concept) ?? {};
    const where = `entities of ${quoteName(name)} WHERE ${printExpression(policy.where)}`;
    const reason = applies
      ? `${where}, for role ${listNames(applying)}`
      : `for other roles: ${listNames(policy.roles)}`;
    return { applies, row: [`policy ${quoteName(policy.name)}`, applies ? 'applied' : 'not applied', reason] };
  });
  const isFiltered = rows.some(({ applies }) => applies);
  const reason = isFiltered
    ? 'policies of one concept are combined with OR, those of different concepts with AND'
    : 'no filter policy applies';
  return [['entities', isFiltered ? 'some' : 'all', reason], ...rows.map(({ row }) => row)];
}

/** Reports whether entities of the concept can be entities of the other one. */
function isAbout(ontology: Ontology, concept: Concept, other: string): boolean {
  if (other === nameKey(concept.name) || concept.ancestors.includes(other)) return true;
  return branchesOf(ontology, concept).some((branch) => isIn(ontology, branch, ontology.concepts.get(other)));
}

/** Reports whether rows of the branch can be entities of the concept. */
function isIn(ontology: Ontology, { mapping, owner }: Branch, concept: Concept | undefined): boolean {
  if (concept === undefined) return false;
  return (
    branchesByMapping(ontology, concept)
      .get(mapping)
      ?.some((branch) => branch.owner === owner) ?? false
  );
}

/** How a property is masked for some of the entities. */
interface Part {
  /** The concept of the entities. */
  readonly of: Concept;
  readonly isMasked: boolean;
  readonly reason: string;
  /** Whether these entities are already in another part, and a logic concept masks some of them in addition. */
  readonly isLogic: boolean;
}

function ofProperties(asked: Asked): readonly Row[] {
  const { ontology, concept, rights, maskColumns } = asked;
  const masks = new CallerMasks(ontology, rights.user, maskColumns);
  return concept.properties.flatMap((key): readonly Row[] => {
    const property = ontology.properties.get(key);
    if (property === undefined) return [];
    const kind = property.isMeasure ? 'measure' : 'property';
    const parts = partsOf(asked, masks, key);
    return [[`${kind} ${quoteName(property.name)}`, accessOf(parts), reasonOf(parts)]];
  });
}

function partsOf({ ontology, concept, rights }: Asked, masks: CallerMasks, key: string): readonly Part[] {
  const branches = branchesOf(ontology, concept);
  const owners = branches.length === 0 ? [concept] : [...new Set(branches.map(({ owner }) => owner))];
  const unmask = grantsOf(rights, 'UNMASK', { kind: 'ontology', ontology: ontology.name });
  const isMulti = ontology.properties.get(key)?.isMultiValue === true;
  const parts = owners.map((of): Part => {
    const decision = masks.decide(key, of);
    if (decision.rule === undefined && isMulti && masks.ruleOfValues(key, of) !== undefined)
      return { of, isMasked: true, reason: 'a policy for another concept masks all its values', isLogic: false };
    return { of, isMasked: decision.rule !== undefined, reason: reasonFor(decision, rights, unmask), isLogic: false };
  });
  const logic = masks
    .rulesOfLogic(key)
    .filter(({ concept: other }) => branches.some((branch) => isIn(ontology, branch, other)))
    .map(({ concept: of }): Part => {
      const isAlways = of === concept || concept.ancestors.includes(nameKey(of.name));
      return { of, isMasked: true, reason: reasonFor(masks.decide(key, of), rights, unmask), isLogic: !isAlways };
    });
  const always = logic.filter(({ isLogic }) => !isLogic);
  return always.length > 0 ? always : [...parts, ...logic];
}

function accessOf(parts: readonly Part[]): string {
  if (!parts.some(({ isMasked }) => isMasked)) return 'plain';
  return parts.every(({ isMasked, isLogic }) => isMasked || isLogic) ? 'masked' : 'masked for some';
}

function reasonOf(parts: readonly Part[]): string {
  const [first] = parts;
  if (first !== undefined && parts.every(({ reason, isLogic }) => reason === first.reason && !isLogic))
    return first.reason;
  return parts.map(({ of, reason }) => `${quoteName(of.name)}: ${reason}`).join('; ');
}

function reasonFor({ by, policy, rule }: MaskDecision, { user }: UserRights, unmask: readonly string[]): string {
  switch (by) {
    case 'right':
      return unmask.join('; ');
    case 'policy': {
      const name = `policy ${quoteName(policy?.name ?? '')}`;
      if (rule !== undefined) return `${name} (${rule.name})`;
      const roles = new Set(user.roles.map(nameKey));
      return `${name} excepts ${listNames(policy?.exceptRoles.filter((role) => roles.has(nameKey(role))) ?? [])}`;
    }
    case 'calculation':
      return 'calculated from masked properties';
    case 'tag':
      return 'its tag `classification` is PII';
    case 'name':
      return 'MASK_COLUMNS lists a part of its name';
    case 'nothing':
      return 'nothing masks it';
  }
}

function listNames(names: readonly string[]): string {
  return names.map((name) => quoteName(name)).join(', ');
}
