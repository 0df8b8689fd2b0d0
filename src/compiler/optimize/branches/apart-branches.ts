import type { Expression, Select, SourceFacts, TableSource } from '../../../model';
import type { Resolved } from '../../values';
import { conjuncts } from '../../tree';
import { areNeverBoth, choiceOf } from '../facts/contradiction';
import { isProjection } from '../facts/projection';
import { moveColumns, replaceColumnsOf } from '../rewrite/replace-nodes';

type Value = Expression<Resolved>;
type Arm = Select<Resolved>;

/** A branch over one table, with the conditions that distinguish its rows from other branches of the table. */
export interface TableArm extends Arm {
  readonly from: TableSource<Resolved> & { readonly facts: SourceFacts };
  readonly where: Value;
}

export function isTableArm(arm: Arm): arm is TableArm {
  return arm.from?.kind === 'table' && arm.from.facts !== undefined && arm.where !== undefined && isProjection(arm);
}

/** The rows of its table that a branch reads. */
interface Rows {
  readonly conditions: readonly Value[];
  /** The constants that the conditions allow for a column. */
  readonly choices: ReadonlyMap<string, readonly string[]>;
}

/** Branches of one table, no two of which share a row. */
interface Group {
  readonly arms: Arm[];
  readonly rows: Rows[];
  /** The entries of `rows` that restrict a column to constants, by column and by constant. */
  readonly choosing: Map<string, { count: number; readonly rows: Map<string, Rows[]> }>;
}

/** Groups each branch with earlier branches of the same table that share no row with it. Other branches form their own group. */
export function groupApart(arms: readonly Arm[]): readonly (readonly Arm[])[] {
  const all: (readonly Arm[])[] = [];
  const tables = new Map<string, Group[]>();
  const shared = tablesReadTwice(arms);
  for (const arm of arms) {
    if (!isTableArm(arm) || !shared.has(arm.from.facts.id)) {
      all.push([arm]);
      continue;
    }
    const groups = tables.get(arm.from.facts.id) ?? [];
    tables.set(arm.from.facts.id, groups);
    const rows = rowsOf(arm);
    const place = groups.findIndex((known) => isApart(known, rows));
    const group: Group = groups[place] ?? { arms: [], rows: [], choosing: new Map() };
    if (place < 0) {
      groups.push(group);
      all.push(group.arms);
    }
    group.arms.push(arm);
    addRows(group, rows);
  }
  return all;
}

function tablesReadTwice(arms: readonly Arm[]): ReadonlySet<string> {
  const [seen, twice] = [new Set<string>(), new Set<string>()];
  for (const { from } of arms) {
    if (from?.kind !== 'table' || from.facts === undefined) continue;
    if (seen.has(from.facts.id)) twice.add(from.facts.id);
    seen.add(from.facts.id);
  }
  return twice;
}

/** The alias of the table when its branches are compared. No source has this name. */
const ROW = '\u0000';

function rowsOf({ from, where }: TableArm): Rows {
  const conditions = conjuncts(replaceColumnsOf(where, moveColumns(from.alias?.name ?? '', ROW)));
  const choices = conditions.map(choiceOf).filter((choice) => choice !== undefined);
  return { conditions, choices: new Map(choices.map(({ column, constants }) => [column, constants])) };
}

/**
 * Returns whether these rows are disjoint from a group. If all restrict the same column to constants, only those with
 * the same constant are compared.
 */
function isApart({ rows, choosing }: Group, added: Rows): boolean {
  for (const [column, constants] of added.choices) {
    const known = choosing.get(column);
    if (known?.count !== rows.length) continue;
    return constants.every((constant) => (known.rows.get(constant) ?? []).every((other) => shareNone(other, added)));
  }
  return rows.every((other) => shareNone(other, added));
}

function shareNone(one: Rows, other: Rows): boolean {
  return one.conditions.some((left) => other.conditions.some((right) => areNeverBoth(left, right)));
}

function addRows({ rows, choosing }: Group, added: Rows): void {
  rows.push(added);
  for (const [column, constants] of added.choices) {
    const known = choosing.get(column) ?? { count: 0, rows: new Map<string, Rows[]>() };
    choosing.set(column, known);
    known.count += 1;
    for (const constant of constants) known.rows.set(constant, [...(known.rows.get(constant) ?? []), added]);
  }
}
