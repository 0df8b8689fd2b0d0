import type { Cell, NestedCell } from '../../model';
import { type ListCut, placeIn, sortByPlace } from './list-cut';
import type { Shape } from './nested-shape';

type Row = readonly Cell[];
type PrintCell = (cell: Cell) => string;

/** An object under construction: its values are those of its first row, its lists and steps are collected from all of its rows. */
export class NestedObject {
  private readonly lists: readonly Values[];
  private readonly steps: readonly Elements[];

  constructor(
    private readonly shape: Shape,
    private readonly row: Row,
  ) {
    this.lists = shape.lists.map((index, position) => new Values(index, shape.listCuts[position]));
    this.steps = shape.steps.map((step) => new Elements(step));
  }

  /** Returns whether the row belongs to this object. */
  has(row: Row): boolean {
    for (const index of this.shape.identity) if (row[index] !== this.row[index]) return false;
    return true;
  }

  /** Whether a column that identifies the entity is NULL. */
  get isKeyless(): boolean {
    return this.shape.entity.some((index) => this.row[index] === null);
  }

  /** Returns its place in a list with places. */
  placeIn({ place }: ListCut): number {
    return Number(place === undefined ? 0 : this.row[place]);
  }

  /** A string that is equal for objects of the same entity. */
  get entity(): string {
    return printCells(this.row, this.shape.entity);
  }

  /** A string that is equal for objects with the same values of their links; undefined for objects without values of links. */
  get link(): string | undefined {
    const { links } = this.shape;
    const values = links.map(({ key, index }) => `${key} ${printCells(this.row, [index])}`);
    return links.length === 0 ? undefined : JSON.stringify(values.sort());
  }

  add(row: Row): void {
    for (const list of this.lists) list.add(row);
    for (const step of this.steps) step.add(row);
  }

  /** Returns the object as a row: values, lists, arrays. */
  toRow(): readonly (Cell | NestedCell)[] {
    const { values, arrays } = this.shape;
    return [
      ...values.map((index) => this.row[index] ?? null),
      ...this.lists.map((list): NestedCell => ({ print: (printCell) => list.print(printCell) })),
      ...arrays.map(({ steps }): NestedCell => ({ print: (printCell) => this.printArray(steps, printCell) })),
    ];
  }

  print(printCell: PrintCell): string {
    const parts = this.parts(printCell);
    let text = '{';
    for (const [key, part] of this.shape.entries) text += `${text.length === 1 ? '' : ','}${key}${parts[part] ?? ''}`;
    return `${text}}`;
  }

  /** Returns the members that `print` prints, by key. */
  entries(printCell: PrintCell): readonly (readonly [key: string, text: string])[] {
    const parts = this.parts(printCell);
    return this.shape.entries.map(([key, part]) => [key, parts[part] ?? '']);
  }

  private parts(printCell: PrintCell): readonly string[] {
    const { row, lists, shape } = this;
    const parts = shape.values.map((index) => printCell(row[index] ?? null));
    for (const list of lists) parts.push(list.print(printCell));
    for (const { steps } of shape.arrays) parts.push(this.printArray(steps, printCell));
    return parts;
  }

  private printArray(steps: readonly number[], printCell: PrintCell): string {
    const elements = steps.flatMap((step) => this.steps[step] ?? []);
    const [first, second] = elements;
    return first === undefined || second !== undefined ? printMerged(elements, printCell) : first.print(printCell);
  }
}

/** The distinct values of a property of an object. */
class Values {
  /** The places of the values, in order of arrival. */
  private readonly known = new Map<Cell, number>();

  constructor(
    private readonly index: number,
    private readonly cut: ListCut | undefined,
  ) {}

  add(row: Row): void {
    const { known, cut } = this;
    const value = row[this.index] ?? null;
    if (value === null) return;
    const place = cut === undefined ? 0 : placeIn(cut, row, { isKnown: known.has(value), count: known.size });
    if (place !== undefined) known.set(value, place);
  }

  print(printCell: PrintCell): string {
    const { known, cut } = this;
    const all = [...known.keys()];
    const values = cut === undefined ? all : sortByPlace(cut, all, (value) => known.get(value) ?? 0);
    return `[${values.map((value) => printCell(value)).join(',')}]`;
  }
}

/** The objects that one step leads to from an object. */
class Elements {
  /** By identity, in order of arrival. */
  readonly known = new Map<string, NestedObject>();
  private last: NestedObject | undefined;

  constructor(readonly shape: Shape) {}

  add(row: Row): void {
    if (this.isAbsent(row)) return;
    if (this.last?.has(row) !== true) {
      if (this.isCut(row)) return;
      this.last = this.find(row);
    }
    this.last.add(row);
  }

  print(printCell: PrintCell): string {
    const { cut } = this.shape;
    const all = this.known.values();
    const elements = cut === undefined ? all : sortByPlace(cut, [...all], (element) => element.placeIn(cut));
    let text = '[';
    for (const element of elements) text += `${text.length === 1 ? '' : ','}${element.print(printCell)}`;
    return `${text}]`;
  }

  private isCut(row: Row): boolean {
    const { cut, identity } = this.shape;
    if (cut === undefined) return false;
    const element = { isKnown: this.known.has(printCells(row, identity)), count: this.known.size };
    return placeIn(cut, row, element) === undefined;
  }

  private find(row: Row): NestedObject {
    const identity = printCells(row, this.shape.identity);
    const element = this.known.get(identity) ?? new NestedObject(this.shape, row);
    this.known.set(identity, element);
    return element;
  }

  private isAbsent(row: Row): boolean {
    for (const index of this.shape.marks) if (row[index] !== null) return false;
    return true;
  }
}

/** Returns a string that is equal only for equal cells: each string is prefixed with its length, other values end with a semicolon. */
function printCells(row: Row, indexes: readonly number[]): string {
  let text = '';
  for (const index of indexes) {
    const cell = row[index] ?? null;
    text += typeof cell === 'string' ? `${cell.length}:${cell}` : `${String(cell)};`;
  }
  return text;
}

/**
 * The members of an entity from several steps of one relationship: those for one link to it, or those from steps without values of links.
 */
interface Merged {
  readonly entity: string;
  readonly link: string | undefined;
  /** The printed values by key. */
  readonly entries: Map<string, string>;
}

/**
 * Prints the entities of several steps of one relationship. An entity appears once for each link with values, together with its members
 * from steps without values of links; once if no step has values of links.
 */
function printMerged(steps: readonly Elements[], printCell: PrintCell): string {
  const merged = new Map<string, Merged>();
  for (const [step, { known, shape }] of steps.entries()) {
    for (const [identity, element] of known) {
      const entity = shape.entity.length > 0 ? element.entity : `${step} ${identity}`;
      const { link } = element;
      const object = merged.get(placeOf(entity, link)) ?? { entity, link, entries: new Map<string, string>() };
      for (const [key, text] of element.entries(printCell)) object.entries.set(key, text);
      merged.set(placeOf(entity, link), object);
    }
  }
  const linked = new Set([...merged.values()].flatMap(({ entity, link }) => (link === undefined ? [] : [entity])));
  const shown = [...merged.values()].filter(({ entity, link }) => link !== undefined || !linked.has(entity));
  const objects = shown.map(({ entity, entries }) => {
    const common = merged.get(placeOf(entity))?.entries ?? [];
    return [...new Map([...common, ...entries])].map(([key, text]) => key + text).join(',');
  });
  return `[${objects.map((object) => `{${object}}`).join(',')}]`;
}

function placeOf(entity: string, link?: string): string {
  return JSON.stringify([entity, link]);
}
