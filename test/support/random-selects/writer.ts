import type { Dice } from '../random-ontology/dice';
import { pickColumn, type NamedSource, type Scope } from './scope';
import { TABLES } from './tables';

/** The forms that a generated SELECT can contain. */
export interface Grammar {
  /** Includes the forms of MySQL alone; otherwise only those that MySQL and DuckDB share. */
  readonly isMySql: boolean;
  /** Reads tables of the data source, whose `*` lists their columns; otherwise concepts. */
  readonly isPhysical: boolean;
}

type Way = () => string;

/** Generates the expressions of random SELECTs. */
export class Writer {
  private aliases = 0;
  /** The common tables that a FROM can name. */
  readonly common: NamedSource[] = [];

  constructor(
    readonly dice: Dice,
    readonly grammar: Grammar,
  ) {}

  alias(letter: string): string {
    return `${letter}${++this.aliases}`;
  }

  /** Picks one of several forms; those of the second list are for MySQL alone. */
  oneOf(ways: readonly Way[], ofMySql: readonly Way[] = []): string {
    return this.dice.pick(this.grammar.isMySql ? [...ways, ...ofMySql] : ways)();
  }

  column(scope: Scope, type: 'number' | 'text'): string {
    return pickColumn(this.dice, scope, type) ?? (type === 'number' ? String(this.dice.int(0, 4)) : "'x'");
  }

  number(scope: Scope, depth: number): string {
    const { dice } = this;
    if (depth <= 0) return dice.chance(90) ? this.column(scope, 'number') : String(dice.int(-1, 4));
    const part = (): string => this.number(scope, depth - 1);
    const text = (): string => this.text(scope, depth - 1);
    const condition = (): string => this.condition(scope, depth - 1);
    return this.oneOf(
      [
        () => this.column(scope, 'number'),
        () => `${part()} ${dice.pick(['+', '-', '*'])} ${dice.int(1, 3)}`,
        () => `(${part()} + ${part()})`,
        () => `-(${part()})`,
        () => `CASE WHEN ${condition()} THEN ${part()} ELSE ${part()} END`,
        () => `CASE ${part()} WHEN 1 THEN ${part()} WHEN 2 THEN 9 END`,
        () => `COALESCE(${part()}, ${dice.int(0, 3)})`,
        () => `EXTRACT(DAY FROM DATE '2024-02-28' + INTERVAL ${dice.int(1, 3)} DAY)`,
        () => this.scalarQuery(scope),
      ],
      [
        () => `(CAST(${text()} AS CHAR(1)) = 'x')`,
        () => `CAST(${part()} AS SIGNED)`,
        () => `${part()} DIV 2`,
        () => `(${part()} << 1 | 1)`,
        () => `IF(${condition()}, ${part()}, ${part()})`,
        () => `(${condition()})`,
        () => `CHAR_LENGTH(CONVERT(${text()} USING utf8mb4))`,
        () => `(${text()} COLLATE utf8mb4_general_ci = 'X')`,
        () => `TIMESTAMPDIFF(DAY, DATE '2024-01-01', DATE '2024-01-0${dice.int(1, 9)}')`,
      ],
    );
  }

  text(scope: Scope, depth: number): string {
    const { dice } = this;
    if (depth <= 0) return dice.chance(90) ? this.column(scope, 'text') : "'y'";
    const part = (): string => this.text(scope, depth - 1);
    return this.oneOf(
      [
        () => this.column(scope, 'text'),
        () => `UPPER(${part()})`,
        () => `COALESCE(${part()}, 'z')`,
        () => `TRIM(${dice.pick(['LEADING', 'TRAILING', 'BOTH'])} 'a' FROM ${part()})`,
        () => `CASE WHEN ${this.condition(scope, depth - 1)} THEN ${part()} ELSE 'q' END`,
      ],
      [() => `CONCAT(${part()}, 'a')`, () => `SUBSTRING(${part()} FROM 1 FOR 1)`],
    );
  }

  condition(scope: Scope, depth: number): string {
    const { dice } = this;
    const value = (): string => this.number(scope, depth - 1);
    const not = (): string => (dice.chance(30) ? 'NOT ' : '');
    const simple: readonly Way[] = [
      () => `${value()} ${dice.pick(['=', '<>', '<', '<=', '>', '>='])} ${value()}`,
      () => `${value()} IS ${not()}NULL`,
      () => `${value()} ${not()}BETWEEN ${value()} AND ${value()}`,
      () => `${value()} ${not()}IN (1, ${value()})`,
      // LIKE ignores letter case, unlike LIKE of DuckDB
      () => `UPPER(${this.text(scope, depth - 1)}) ${not()}LIKE ${dice.pick(["'X%'", "'_B'", "'A!%' ESCAPE '!'"])}`,
    ];
    if (depth <= 0) return this.oneOf(simple);
    const part = (): string => this.condition(scope, depth - 1);
    return this.oneOf(
      [
        ...simple,
        () => `(${part()} ${dice.pick(['AND', 'OR'])} ${part()})`,
        () => `NOT (${part()})`,
        () => `(${part()}) IS ${not()}${dice.pick(['TRUE', 'FALSE'])}`,
        () =>
          `(COALESCE(${value()}, 0), COALESCE(${value()}, 1)) ${dice.pick(['=', '<>'])} (COALESCE(${value()}, 1), 1)`, // engines treat rows with NULL differently
        () => `${value()} ${not()}IN (${this.listQuery(scope)})`,
        () => `${value()} ${dice.pick(['>= ALL', '< ANY', '= ANY'])} (${this.listQuery(scope)})`,
        () => `${not()}EXISTS (${this.subQuery(scope, () => '1')})`,
      ],
      [
        () => `(${part()} XOR ${part()})`,
        () => `${value()} <=> ${value()}`,
        () => `(${part()}) IS UNKNOWN`,
        () => `${this.text(scope, depth - 1)} ${not()}REGEXP '^[ax]'`,
      ],
    );
  }

  private listQuery(outer: Scope): string {
    return this.subQuery(outer, (inner) => this.number(inner, 0));
  }

  private scalarQuery(outer: Scope): string {
    const aggregate = this.dice.pick(['MIN', 'MAX', 'COUNT']);
    return `(${this.subQuery(outer, (inner) => `${aggregate}(${this.number(inner, 0)})`)})`;
  }

  /** Generates a sub-query as a value: over one table, with a condition that can read the outer rows. */
  private subQuery(outer: Scope, item: (inner: Scope) => string): string {
    const { name, columns } = this.dice.pick(TABLES);
    const source = { name: this.alias('q'), columns };
    const inner = { sources: [source], visible: columns };
    const where = this.dice.chance(70) ? ` WHERE ${this.condition({ ...inner, outer }, 0)}` : '';
    return `SELECT ${item(inner)} FROM ${name} AS ${source.name}${where}`;
  }
}
