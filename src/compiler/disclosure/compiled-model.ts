import { ServiceError } from '../../errors';
import { nameKey, type Caller, type Concept, type Mapping, type Ontology } from '../../model';
import { BranchReader, branchesOf, type Branch, propertiesOfKin, openPlanning, type Planning } from '../plan';

import { groupBy } from '../tree';

/** A version of an ontology as far as it is compared with another one: by the mappings that both have. */
export interface ComparedModel {
  readonly ontology: Ontology;
  readonly serviceName: string;
  readonly mappings: ReadonlySet<string>;
}

/** A part of the model over one branch: an expression, several, or nothing. */
type MakePart = (reader: BranchReader) => unknown;

/** Parts of a model are compiled with all rights: what the ontology reads, it reads with true values, whoever asks. */
const NOBODY: Caller = { id: '', name: '', roles: [], grants: [{ right: 'ADMIN', resource: { kind: 'all' } }] };

/**
 * Tells what parts of a version mean by compiling them, as every statement does that reads them: so whatever a part
 * rests on, directly or by way of other definitions, is in its text, and two versions with equal texts do the same.
 */
export class CompiledModel {
  readonly #branches: ReadonlyMap<string, readonly Branch[]>;

  constructor(readonly model: ComparedModel) {
    this.#branches = groupBy(readableBranches(model.ontology), ({ mapping }) => nameKey(mapping.name));
  }

  /** Every way in which rows of the mapping are read as entities. */
  branchesOf(mapping: string): readonly Branch[] {
    return this.#branches.get(mapping) ?? [];
  }

  /** What is made of the rows of every mapping that is compared, as entities of the concepts, and of any that may come. */
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

  /** What `make` makes of the branch; the same text means the same, undefined that there is nothing of it. */
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

/** The entities of a concept by a mapping that gives each property: the model may mean something before there is one. */
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
  return { mapping, owner, conditions: [] };
}

/** Each owner of each mapping once, if any concept is read by them. */
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
 * What is told of the mappings that are read beside the branch's own: their statements are part of what is compiled, and
 * optimisations believe what they declare. What the branch's own mapping gives is for those with ADMIN on its data source.
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
