import { type Model, TOP } from '../model/model';

export interface Node {
  readonly id: string;
  readonly isStart: boolean;
}

/** A directed line from one concept to another. */
export interface Line {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly kind: 'inheritance' | 'relationship';
  readonly label: string;
}

export interface Graph {
  readonly nodes: readonly Node[];
  readonly lines: readonly Line[];
}

/**
 * Returns the concepts of `opened` with all that they inherit from, are inherited by, and are related to, and every line
 * between these. The concept that all others inherit from is shown only if it is opened. A
 * relationship and its inverse are one line, which begins at the concept that comes first in `opened`.
 */
export function neighbourhood(model: Model, opened: ReadonlySet<string>, start: string): Graph {
  const names = new Set(opened);
  for (const name of opened) for (const other of neighboursOf(model, name)) names.add(other);
  const lines = new Map<string, Line>();
  for (const name of names)
    for (const { line, inverse } of linesOf(model, name))
      if (names.has(line.target) && !lines.has(inverse)) lines.set(line.id, line);
  return { nodes: [...names].map((id) => ({ id, isStart: id === start })), lines: [...lines.values()] };
}

function neighboursOf(model: Model, name: string): readonly string[] {
  const concept = model.concepts.get(name);
  if (concept === undefined) return [];
  const parents = concept.parents.filter((parent) => parent !== TOP);
  return [...parents, ...concept.children, ...concept.relationships.map(({ to }) => to)];
}

/** Returns the lines that begin at a concept, each with the id of the line of the inverse relationship. */
function linesOf(model: Model, name: string): readonly { readonly line: Line; readonly inverse: string }[] {
  const { parents = [], relationships = [] } = model.concepts.get(name) ?? {};
  const inherited = parents.map((parent) => {
    const line: Line = { id: `${name} is ${parent}`, source: name, target: parent, kind: 'inheritance', label: '' };
    return { line, inverse: '' };
  });
  const related = relationships
    .filter(({ from }) => from === name)
    .map(({ name: label, to, inverse }) => {
      const line: Line = { id: `${name} ${label} ${to}`, source: name, target: to, kind: 'relationship', label };
      return { line, inverse: `${to} ${inverse} ${name}` };
    });
  return [...inherited, ...related];
}
