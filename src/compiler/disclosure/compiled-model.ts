import { ServiceError } from '../../errors';
import { nameKey, type Caller, type Concept, type Mapping, type Ontology } from '../../model';
import { BranchReader, branchesOf, type Branch, propertiesOfKin, openPlanning, type Planning } from '../plan';
import { groupBy } from '../tree';

/** A version of an ontology, compared with another version by the mappings that both define. */
export interface ComparedModel {
  readonly ontology: Ontology;
  readonly serviceName: string;
  readonly mappings: ReadonlySet<string>;
}

/** Compiles a part of the model over one branch: returns an expression, an array of them, or undefined. */
type MakePart = (reader: BranchReader) => unknown;

/** The caller with all rights that compiles the model: the ontology reads true values for every caller. */
const NOBODY: Caller = { id: '', name: '', roles: [], grants: [{ right: 'ADMIN', resource: { kind: 'all' } }] };

/**
 * Compiles parts of a version as a statement compiles them. The result includes every definition that a part depends
 * on, directly or indirectly, so two versions with equal results behave the same.
 */
export class CompiledModel {
  readonly #branches: ReadonlyMap<string, readonly Branch[]>;

  constructor(readonly model: ComparedModel) {
    this.#branches = groupBy(readableBranches(model.ontology), ({ mapping }) => nameKey(mapping.name));
  }

  /** Returns every branch that reads rows of the mapping as entities. */
  branchesOf(mapping: string): readonly Branch[] {
    return this.#branches.get(mapping) ?? [];
  }

  /**
   * Returns the compiled part for the rows of every compared mapping, read as entities of the concepts, and for
   * mappings that may be added later. Equal strings mean equal behaviour.
   */
  meaningOf(concepts: readonly Concept[], make: MakePart): string {
    const { ontology, mappings } = this.model;
    const parts = concepts.flatMap((concept) => [
      ...branchesOf(ontology, concept)
        .filter(({ mapping }) => mappings.has(nameKey(mapping.name)))
        .map((branch) => JSON.stringify([branch.mapping.name, branch.owner.name, this.textOf(branch, make)])),
      JSON.stringify([this.textOf(branchToCome(ontology, concept), make)]),
    ]);
    return [...new Set(parts)].sort().join('\n');
  }

  /**
   * Returns the printed result of `make` over the branch, or undefined if `make` returns undefined. Equal strings mean
   * equal behaviour.
   */
  textOf(branch: Branch, make: MakePart): string | undefined {
    const { ontology, serviceName } = this.model;
    const planning = openPlanning({ ontology, caller: NOBODY, serviceName, maskColumns: [], hashKeyOf: () => '' });
    try {
      planning.use(branch.mapping);
      const made = make(new BranchReader(planning, branch, planning.alias(branch.mapping.name)));
      return made === undefined ? undefined : print([made, readBeside(planning, branch.mapping)]);
    } catch (error) {
      if (error instanceof ServiceError) return print([error.code, error.message]);
      throw error;
    }
  }
}

/**
 * Returns a branch of the concept over a mapping that provides every property, so that parts can be compared before a
 * mapping exists.
 */
export function branchToCome(ontology: Ontology, owner: Concept): Branch {
  const properties = [...propertiesOfKin(ontology, owner)].filter(([, { calculation }]) => calculation === undefined);
  const mapping: Mapping = {
    name: '',
    dataSource: ontology.activeDataSource ?? '',
    target: { kind: 'concepts', concepts: [nameKey(owner.name)] },
    source: { kind: 'opaque', text: '' },
    columns: properties.map(([key, { name }]) => ({ key, name })),
    unique: [],
    notNull: [],
    foreignKeys: [],
    disjointFrom: [],
  };
  return { mapping, owner, conditions: [], isKeyless: false };
}

/** Returns one branch for each owner of each mapping that some concept reads. */
function readableBranches(ontology: Ontology): readonly Branch[] {
  const found = new Map<string, Branch>();
  for (const concept of ontology.concepts.values()) {
    for (const branch of branchesOf(ontology, concept)) {
      const key = JSON.stringify([nameKey(branch.mapping.name), nameKey(branch.owner.name)]);
      if (branch.conditions.length === 0) found.set(key, branch);
    }
  }
  return [...found.values()];
}

/**
 * Returns the mappings that the branch reads in addition to its own. Their statements are part of the compiled result,
 * and optimisations rely on their declarations. The branch's own mapping is excluded: changing it requires ADMIN on its
 * data source.
 */
function readBeside({ ontology, usedMappings }: Planning, own: Mapping): unknown {
  return usedMappings
    .filter((mapping) => mapping !== own)
    .map((mapping) => {
      const { name = '', type = '', options = [] } = ontology.dataSources.get(mapping.dataSource) ?? {};
      return { ...mapping, target: undefined, dataSource: [name, type, ...options] };
    });
}

const PLACES: ReadonlySet<string> = new Set(['at', 'end']);

function print(part: unknown): string {
  return JSON.stringify(part, (key, value: unknown) => (PLACES.has(key) ? undefined : value));
}
