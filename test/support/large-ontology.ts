import {
  family,
  NOTE,
  propertiesOf,
  shapeConcepts,
  type LargeConcept,
  type LargeOntologySize,
  type LargeProperty,
} from './large-ontology-shape';

export { family, type LargeConcept } from './large-ontology-shape';

/** A generated ontology over a DuckDB file; the same options always generate the same one. */
export interface LargeOntology {
  /** Definitions of the model in random order, without CREATE ONTOLOGY and data source. */
  readonly script: string;
  /** DuckDB statements that create the tables of the mappings. */
  readonly tables: readonly string[];
  readonly concepts: readonly LargeConcept[];
}

export interface LargeOntologyOptions extends LargeOntologySize {
  /** The quotation mark of every name; a backtick by default. */
  readonly quote?: '`' | '"';
}

/** The number of rows in the table of each mapping. */
export const ROWS = 3;

/** Descriptions with apostrophes, curly quotes, line breaks, comment marks and backslashes. */
export const DESCRIPTIONS = [
  "The owner's own words; it's theirs",
  '“Curly” and ‘single’ quotes, an em—dash, the customer’s name',
  'first line\nsecond line;\n-- no comment /* nor this */ # nor this',
  'a "double", a `backtick`, a back\\slash, a tab\t.',
  'Straße, 従業員 and 🎵\r\nbehind a Windows line break',
];

/** Returns the whole script, with a data source that reads `path` below the data directory of the service. */
export function wholeScript(name: string, path: string, { script }: LargeOntology): string {
  return `CREATE ONTOLOGY \`${name}\`; CREATE DATASOURCE \`file\` TYPE duckdb OPTIONS (path = '${path}');\n${script}`;
}

/** Generates an ontology of that size with every form of the language, unusual names and descriptions, and definitions in random order. */
export function largeOntology(options: LargeOntologyOptions): LargeOntology {
  const concepts = shapeConcepts(options);
  const writer = new Writer(options.quote ?? '`');
  const roots = concepts.filter((concept) => concept.parent === undefined);
  const statements = [
    writer.property(NOTE.name, NOTE.type, 0),
    ...roots.flatMap((root) => writer.rootStatements(root)),
    ...concepts.flatMap((concept) => writer.propertyStatements(concept)),
    ...concepts.map((concept) => writer.concept(concept)),
    ...concepts.flatMap((concept) => concept.mappings.map((number) => writer.mapping(concept, number))),
    ...roots.flatMap((root) => [...writer.links(root), ...writer.views(root), ...writer.policies(root)]),
  ];
  return { script: shuffle(statements).join(';\n'), tables: tablesOf(concepts, roots), concepts };
}

/** Returns the number of entities of a concept, without those of logic concepts. */
export function countEntities({ concepts }: LargeOntology, top: LargeConcept): number {
  return family(concepts, top).reduce((sum, concept) => sum + concept.mappings.length * ROWS, 0);
}

class Writer {
  constructor(private readonly quote: '`' | '"') {}

  property(name: string, type: string, number: number): string {
    return `CREATE OR REPLACE PROPERTY ${this.name(name)} ${type} DESCRIPTION = ${text(number)}`;
  }

  /** Prints two thirds of the plain properties; the others are created by the concepts that name them. */
  propertyStatements({ index, properties }: LargeConcept): readonly string[] {
    return properties
      .filter((_, slot) => (index + slot) % 3 > 0)
      .map(({ name, type }, slot) => {
        const statement = this.property(name, type, index + slot);
        return slot === 0 ? `${statement} WITH TAGS (${this.name('origin')} = ${text(index)})` : statement;
      });
  }

  /** Prints the calculated property, the multi-value property and the measures of a family. */
  rootStatements({ index, root }: LargeConcept): readonly string[] {
    const [total, large, share] = root.measures;
    const amount = this.name(root.amount.name);
    return [
      `CREATE PROPERTY ${this.name(root.calculated)} decimal(14,2) AS SELECT ${amount} * 2`,
      `CREATE PROPERTY ${this.name(root.multiValue)} MULTIVALUE string DESCRIPTION ${text(index)}`,
      `CREATE MEASURE ${this.name(total)} decimal(14,2) DESCRIPTION ${text(index + 1)} AS SELECT SUM(${amount})`,
      `CREATE MEASURE ${this.name(large)} decimal(14,2) AS SELECT ${this.name(total)} WHERE ${amount} > 1`,
      `CREATE MEASURE ${this.name(share)} double AS SELECT ${this.name(large)} / ${this.name(total)}`,
    ];
  }

  concept(concept: LargeConcept): string {
    const { index, name, parent, isLogic } = concept;
    const described = `DESCRIPTION ${text(index)} WITH TAGS (${this.name('icon')} = ${text(index + 2)})`;
    if (isLogic && parent !== undefined) {
      const inherits = `INHERITS (${this.name(parent.name)})`;
      return `CREATE CONCEPT ${this.name(name)} ${inherits} ${described} ${this.condition(concept, parent)}`;
    }
    const members = [
      ...this.columns(concept.properties),
      ...(parent === undefined ? this.rootMembers(concept) : []),
      ...this.reference(concept),
    ];
    const body = members.length > 0 ? `(\n  ${members.join(',\n  ')}\n)` : '';
    return `CREATE CONCEPT ${this.name(name)} ${body} ${parent === undefined ? '' : `INHERITS (${this.name(parent.name)})`} ${described}`;
  }

  private columns(properties: readonly LargeProperty[]): readonly string[] {
    return properties.map((property) => `${this.name(property.name)} ${property.type}`);
  }

  private rootMembers({ name, root }: LargeConcept): readonly string[] {
    const [total, large, share] = root.measures;
    return [
      ...this.columns([root.key, root.label, root.above, root.amount, NOTE]),
      `${this.name(root.calculated)} decimal(14,2)`,
      `${this.name(total)} measure decimal(14,2), ${this.name(large)} measure decimal(14,2)`,
      `${this.name(share)} measure double`,
      `PRIMARY KEY (${this.name(root.key.name)}), LABEL (${this.name(root.label.name)}, ${this.name(NOTE.name)})`,
      `CONSTRAINT ${this.name(root.partOf)} FOREIGN KEY (${this.name(root.above.name)}) REFERENCES ${this.name(name)} (${this.name(root.key.name)}) INVERSEOF ${this.name(`has ${root.partOf}`)} TRANSITIVE(5)`,
      `CONSTRAINT ${this.name(root.linkedTo)} MULTIREFERENCE ${this.name(root.next?.name ?? name)} INVERSEOF ${this.name(`${root.linkedTo} back`)}`,
      `CONSTRAINT ${this.name(root.multiValue)} MULTIVALUE string`,
    ];
  }

  private reference({ reference }: LargeConcept): readonly string[] {
    if (reference === undefined) return [];
    const { name, property, target, inverse } = reference;
    const key = this.name(target.root.key.name);
    const back = inverse === undefined ? '' : ` INVERSEOF ${this.name(inverse)}`;
    return [
      `CONSTRAINT ${this.name(name)} FOREIGN KEY (${this.name(property.name)}) REFERENCES ${this.name(target.name)} (${key})${back}`,
    ];
  }

  /** Prints a condition, for half of the concepts over their own values, for the others over a path. */
  private condition({ index }: LargeConcept, parent: LargeConcept): string {
    const { root } = parent;
    const label = `${root.partOf}[${rootName(parent)}].${root.label.name}`;
    return index % 2 === 0
      ? `FROM svc.${this.name(parent.name)} WHERE ${this.name(root.amount.name)} > 0`
      : `FROM dsvc.${this.name(parent.name)} WHERE ${this.name(label)} IS NOT NULL`;
  }

  /** Prints a mapping. Every tenth is not parsed; the additional mappings of a concept omit every other property. */
  mapping(concept: LargeConcept, number: number): string {
    const isFurther = concept.mappings.indexOf(number) > 0;
    const given = givenBy(concept, isFurther);
    const isOpaque = number % 10 === 0;
    const name = (written: string): string => (isOpaque ? `"${written}"` : this.name(written));
    const items = given.map((property) => `${name(property.column)} AS ${name(property.name)}`);
    const key = this.name(concept.root.key.name);
    const declared = isOpaque ? ` (UNIQUE (${key}), NOT NULL (${key}))` : '';
    const select = `SELECT ${items.join(', ')} FROM ${name(`source_${number}`)}`;
    return `CREATE MAPPING ${this.name(`map ${number}`)}${declared} INTO (${this.name(concept.name)})${isOpaque ? ' USING file WITHOUT PARSING' : ''} AS ${select}`;
  }

  /** Prints the mappings of a root's multi-value property and of its links. */
  links({ index, name, root }: LargeConcept): readonly string[] {
    const { next } = root;
    if (next === undefined) return [];
    const [key, nextKey] = [this.name(root.key.name), this.name(next.root.key.name)];
    return [
      `CREATE MAPPING ${this.name(`tags ${index}`)} INTO (${this.name(name)}) AS SELECT ${this.name('id')} AS ${key}, ${this.name('tag')} AS ${this.name(root.multiValue)} FROM ${this.name(`tags_${index}`)}`,
      `CREATE MAPPING ${this.name(`links ${index}`)} (CONSTRAINT ${this.name(root.linkedTo)} FOREIGN KEY (${this.name('there')}) REFERENCES ${this.name(next.name)} (${nextKey}),
  CONSTRAINT ${this.name(`${root.linkedTo} back`)} FOREIGN KEY (${this.name('here')}) REFERENCES ${this.name(name)} (${key})) AS SELECT ${this.name('here')}, ${this.name('there')}, ${this.name('position')} FROM ${this.name(`links_${index}`)}`,
    ];
  }

  views({ index, name, root }: LargeConcept): readonly string[] {
    const [total] = root.measures;
    const [note, from] = [this.name(NOTE.name), `dsvc.${this.name(name)}`];
    return [
      `CREATE VIEW ${this.name(`by note ${index}`)} DESCRIPTION ${text(index)} AS SELECT ${note}, COUNT(*) AS ${this.name('count')} FROM ${from} GROUP BY ${note}`,
      `CREATE ONTOLOGY CUBE ${this.name(`cube ${index}`)} AS SELECT ${note} AS ${note}, ${this.name(`measure.${total}`)} AS ${this.name('total')} FROM ${from}`,
    ];
  }

  policies({ index, name, root }: LargeConcept): readonly string[] {
    return [
      `CREATE POLICY ${this.name(`hide ${index}`)} MASK PROPERTY ${this.name(root.label.name)} OF ${this.name(name)} WITH partial(1, 0)`,
      `CREATE POLICY ${this.name(`own ${index}`)} FILTER ${this.name(name)} WHERE ${this.name(NOTE.name)} = 'note 1' TO ROLE ${this.name('desk')}`,
    ];
  }

  private name(name: string): string {
    return `${this.quote}${name}${this.quote}`;
  }
}

function rootName(concept: LargeConcept): string {
  return concept.parent === undefined ? concept.name : rootName(concept.parent);
}

function givenBy(concept: LargeConcept, isFurther: boolean): readonly LargeProperty[] {
  const { root } = concept;
  const kept = new Set([root.key, root.amount, root.above, NOTE, concept.reference?.property]);
  return propertiesOf(concept).filter((property, index) => !isFurther || index % 2 === 0 || kept.has(property));
}

/** Prints a description as a literal, with doubled or escaped apostrophes. */
function text(number: number): string {
  const written = (DESCRIPTIONS[number % DESCRIPTIONS.length] ?? '').replaceAll('\\', '\\\\');
  return `'${written.replaceAll("'", number % 2 === 0 ? "''" : "\\'")}'`;
}

const VALUES: Readonly<Record<string, string>> = {
  string: `'text ' || i`,
  integer: 'i',
  'decimal(10,2)': '(i / 4)::DECIMAL(10,2)',
  date: `DATE '2020-01-01' + i::INTEGER`,
  boolean: 'i % 2 = 0',
  timestamp: `TIMESTAMP '2020-01-01 10:00:00' + to_days(i::INTEGER)`,
  double: 'i / 4',
  bigint: 'i::BIGINT',
  smallint: 'i::SMALLINT',
  time: `TIME '10:00:00'`,
  float: '(i / 4)::FLOAT',
};

function tablesOf(concepts: readonly LargeConcept[], roots: readonly LargeConcept[]): readonly string[] {
  const facts = concepts.flatMap((concept) => concept.mappings.map((number) => factTable(concept, number)));
  const links = roots.flatMap(({ index, mappings: [first = 0], root }) => [
    `CREATE TABLE tags_${index} AS SELECT ${first}0 + i // 2 AS id, 'tag ' || i AS tag FROM range(4) AS r(i)`,
    `CREATE TABLE links_${index} AS SELECT ${first}0 AS here, ${root.next?.mappings[0] ?? 0}0 + i AS there, i AS position FROM range(${ROWS}) AS r(i)`,
  ]);
  return [...facts, ...links];
}

/**
 * Returns the statement of a table. Each row is the parent of the next one; references lead to the row with the same position in the
 * first table of their target.
 */
function factTable(concept: LargeConcept, number: number): string {
  const { root, reference } = concept;
  const values = new Map([
    [root.key, `(${number}0 + i)::INTEGER`],
    [root.label, `'label ' || i`],
    [root.above, `CASE WHEN i > 0 THEN (${number}0 + i - 1)::INTEGER END`],
    [root.amount, 'i::DECIMAL(12,2)'],
    [NOTE, `'note ' || i`],
  ]);
  if (reference !== undefined) values.set(reference.property, `(${reference.target.mappings[0] ?? 0}0 + i)::INTEGER`);
  const items = propertiesOf(concept).map(
    (property) => `${values.get(property) ?? VALUES[property.type] ?? 'NULL'} AS ${property.column}`,
  );
  return `CREATE TABLE source_${number} AS SELECT ${items.join(', ')} FROM range(${ROWS}) AS r(i)`;
}

/** Shuffles items, always in the same way for the same number of items. */
function shuffle<T>(items: readonly T[]): readonly T[] {
  const shuffled = [...items];
  let state = items.length;
  for (let end = shuffled.length - 1; end > 0; end--) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    const other = (state >>> 8) % (end + 1);
    [shuffled[end], shuffled[other]] = [shuffled[other]!, shuffled[end]!];
  }
  return shuffled;
}
