import { fastest, limitHere } from '../../../test/support/processor-time';
import { applyStatements } from './apply-statements';
import { buildOntology } from './build-ontology';
import { emptyDefinitions, type ModelStatement } from './ontology-definitions';
import type { ConceptColumn, ConceptConstraint } from '../statement';

const name = (text: string): { name: string } => ({ name: text });
const integer = { name: 'integer' } as const;

function column(text: string): ConceptColumn {
  return { name: name(text), type: integer, measure: false };
}

function foreignKey(index: number): ConceptConstraint {
  return {
    kind: 'foreign-key',
    name: name(`to_${index}`),
    columns: [name(`p${index}_1`)],
    target: name(`c${index - 1}`),
    targetColumns: [name(`p${index - 1}_0`)],
  };
}

function conceptOf(index: number): ModelStatement {
  return {
    kind: 'create-concept',
    orReplace: true,
    name: name(`c${index}`),
    columns: [0, 1, 2].map((part) => column(`p${index}_${part}`)),
    primaryKey: [name(`p${index}_0`)],
    label: [],
    constraints: index === 0 ? [] : [foreignKey(index)],
    parents: index < 10 ? [] : [name(`c${Math.floor(index / 10)}`)],
    tags: [],
  };
}

function mappingOf(index: number, copy: number): ModelStatement {
  const items = [0, 1, 2].map((part) => ({
    expression: { kind: 'reference' as const, reference: { parts: [name(`COL_${part}`)] } },
    alias: name(`p${index}_${part}`),
  }));
  const table = { kind: 'table' as const, table: { parts: [name('t')] } };
  return {
    kind: 'create-mapping',
    orReplace: true,
    name: name(`m${index}_${copy}`),
    declarations: [],
    target: { kind: 'concepts', concepts: [name(`c${index}`)] },
    source: {
      kind: 'parsed',
      query: {
        kind: 'select',
        distinct: false,
        items,
        from: table,
        groupBy: [],
        rollup: false,
        windows: [],
        orderBy: [],
      },
    },
  };
}

describe('buildOntology of a large ontology', () => {
  it('links 500 concepts, 1,500 properties and 1,200 mappings in less than 500 ms', () => {
    const indexes = Array.from({ length: 500 }, (_, index) => index);
    const statements: ModelStatement[] = [
      {
        kind: 'create-datasource',
        orReplace: true,
        name: name('d'),
        type: 'duckdb',
        options: [{ name: name('path'), value: 'x' }],
      },
      ...indexes.map(conceptOf),
      ...indexes.map((index) => mappingOf(index, 0)),
      ...indexes.map((index) => mappingOf(index, 1)),
      ...indexes.slice(0, 200).map((index) => mappingOf(index, 2)),
    ];
    const build = () => buildOntology(applyStatements(emptyDefinitions('big'), statements), 'v');
    const ontology = build();
    expect(ontology.concepts.size).toBe(501);
    expect(ontology.properties.size).toBe(1500);
    expect(ontology.mappings.size).toBe(1200);
    expect(ontology.concepts.get('c490')?.ancestors).toEqual(['c49', 'c4', 'thing']);
    expect(fastest(build)).toBeLessThan(limitHere(500));
  });
});
