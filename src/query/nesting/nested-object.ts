import type { Cell, NestedCell } from '../../model';
import type { CompareCells } from './compare-cells';
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
    readonly row: Row,
  ) {
    const { lists, listCuts, listOrders, steps } = shape;
    this.lists =
      lists.length === 0
        ? NONE
        : lists.map((index, position) => new Values(index, listCuts[position], listOrders[position]));
    this.steps = steps.length === 0 ? NONE : steps.map((step) => new Elements(step));
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

  /** A string that is equal for objects with the same identity. */
  get identity(): string {
    return printCells(this.row, this.shape.identity);
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
    const cells: (Cell | NestedCell)[] = [];
    for (const index of values) cells.push(this.row[index] ?? null);
    for (const list of this.lists) cells.push(list);
    for (const { steps } of arrays) cells.push(this.arrayOf(steps));
    return cells;
  }

  print(printCell: PrintCell): string {
    let text = '{';
    for (const [key, part] of this.shape.entries)
      text += `${text.length === 1 ? '' : ','}${key}${this.printPart(part, printCell)}`;
    return `${text}}`;
  }

  /** Returns the members that `print` prints, by key. */
  entries(printCell: PrintCell): readonly (readonly [key: string, text: string])[] {
    return this.shape.entries.map(([key, part]) => [key, this.printPart(part, printCell)]);
  }

  /** Prints the value, list or array at this place among all of them. */
  private printPart(part: number, printCell: PrintCell): string {
    const { values, arrays } = this.shape;
    const value = values[part];
    if (value !== undefined) return printCell(this.row[value] ?? null);
    const place = part - values.length;
    const list = this.lists[place] ?? this.arrayOf(arrays[place - this.lists.length]?.steps ?? []);
    return list.print(printCell);
  }

  /** Returns the array of the objects that these steps lead to. */
  private arrayOf(steps: readonly number[]): NestedCell {
    const [first, second] = steps;
    const only = first === undefined || second !== undefined ? undefined : this.steps[first];
    if (only !== undefined) return only;
    const elements = steps.flatMap((step) => this.steps[step] ?? []);
    return { print: (printCell) => printMerged(elements, printCell) };
  }
}

const NONE: readonly never[] = [];

/** The distinct values of a property of an object. */
class Values {
  /** The places of the values, in order of arrival. */
  private readonly known = new Map<Cell, number>();

  constructor(
    private readonly index: number,
    private readonly cut: ListCut | undefined,
    private readonly compare: CompareCells | undefined,
  ) {}

  add(row: Row): void {
    const { known, cut } = this;
    const value = row[this.index] ?? null;
    if (value === null) return;
    const place = cut === undefined ? 0 : placeIn(cut, row, { isKnown: known.has(value), count: known.size });
    if (place !== undefined) known.set(value, place);
  }

  print(printCell: PrintCell): string {
    const { known, cut, compare } = this;
    const all = compare === undefined ? [...known.keys()] : [...known.keys()].sort(compare);
    const values = cut === undefined ? all : sortByPlace(cut, all, (value) => known.get(value) ?? 0);
    return `[${values.map((value) => printCell(value)).join(',')}]`;
  }
}

/** As many elements are compared with each row one by one; more are found by their identity. */
const FEW = 4;

/** The objects that one step leads to from an object. */
class Elements {
  /** In order of arrival. */
  readonly found: NestedObject[] = [];
  private last: NestedObject | undefined;
  /** The elements by their identity, if there are more than a few. */
  private byIdentity: Map<string, NestedObject> | undefined;

  constructor(readonly shape: Shape) {}

  add(row: Row): void {
    if (this.isAbsent(row)) return;
    if (this.last?.has(row) !== true) {
      const known = this.find(row);
      if (this.isCut(row, known !== undefined)) return;
      this.last = known ?? this.append(row);
    }
    this.last.add(row);
  }

  /** The elements in the order of their list. */
  get sorted(): readonly NestedObject[] {
    const { found } = this;
    const { cut, compare } = this.shape;
    if (cut !== undefined) return sortByPlace(cut, found, (element) => element.placeIn(cut));
    if (compare === undefined || found.length < 2) return found;
    return found.toSorted((element, other) => compare(element.row, other.row));
  }

  print(printCell: PrintCell): string {
    const elements = this.sorted;
    let text = '[';
    for (const element of elements) text += `${text.length === 1 ? '' : ','}${element.print(printCell)}`;
    return `${text}]`;
  }

  private isCut(row: Row, isKnown: boolean): boolean {
    const { cut } = this.shape;
    return cut !== undefined && placeIn(cut, row, { isKnown, count: this.found.length }) === undefined;
  }

  private find(row: Row): NestedObject | undefined {
    const { byIdentity, found, shape } = this;
    if (byIdentity !== undefined) return byIdentity.get(printCells(row, shape.identity));
    for (const element of found) if (element.has(row)) return element;
    return undefined;
  }

  private append(row: Row): NestedObject {
    const { found } = this;
    const element = new NestedObject(this.shape, row);
    found.push(element);
    if (this.byIdentity !== undefined) this.byIdentity.set(element.identity, element);
    else if (found.length > FEW) this.byIdentity = new Map(found.map((known) => [known.identity, known]));
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
  for (const [step, elements] of steps.entries()) {
    const { shape, sorted } = elements;
    for (const element of sorted) {
      const entity = shape.entity.length > 0 ? element.entity : `${step} ${element.identity}`;
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
