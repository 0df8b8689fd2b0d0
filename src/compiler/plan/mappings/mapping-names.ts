import { nameKey, type Query, type Source, type Star, type Written, type WrittenName } from '../../../model';
import type { Planning } from '../scope/planning';

type Scan = Exclude<Source<Written>, { kind: 'join' }>;

/** A source in a FROM of a mapping. */
interface NamedScan {
  readonly scan: Scan;
  /** The qualifier of its columns: its alias, or the name of its table with its schema. */
  readonly qualifier: readonly string[];
  /** Its alias in the plan. */
  readonly alias: string;
  /** Its columns, if the catalogue lists the table. */
  readonly columns: ReadonlySet<string> | undefined;
}

/** The names that one SELECT of a mapping can use: its sources, those of the enclosing queries, and common tables. */
export class MappingNames {
  private constructor(
    private readonly scans: readonly NamedScan[],
    private readonly outer: MappingNames | undefined,
    private readonly common: ReadonlySet<string>,
  ) {}

  static readonly NONE = new MappingNames([], undefined, new Set());

  /** Returns the names of a FROM; `outer` contains the additional names for its expressions. */
  static of(planning: Planning, from: Source<Written> | undefined, around: MappingNames, outer?: MappingNames) {
    const scans = from === undefined ? [] : scansOf(from).map((scan) => nameScan(planning, scan, around));
    return new MappingNames(scans, outer, around.common);
  }

  withCommon(name: string): MappingNames {
    return new MappingNames(this.scans, this.outer, new Set([...this.common, nameKey(name)]));
  }

  isCommon(parts: readonly string[]): boolean {
    return parts.length === 1 && this.common.has(nameKey(parts[0] ?? ''));
  }

  /** The names for the expressions of a derived table: the other sources of the FROM are not visible. */
  get around(): MappingNames | undefined {
    return this.outer;
  }

  aliasOf(scan: Scan): string {
    return this.scans.find((known) => known.scan === scan)?.alias ?? '';
  }

  /** Returns the alias of a column's source, or '' if only the data source can resolve it. */
  sourceOf({ parts }: WrittenName): string {
    const qualifier = parts.slice(0, -1).map(({ name }) => name);
    if (qualifier.length > 0) return this.findScan(qualifier) ?? qualifier.at(-1) ?? '';
    return this.soleSource(nameKey(parts.at(-1)?.name ?? ''));
  }

  star(star: Star): Star {
    if (star.qualifier.length === 0) return star;
    const qualifier = star.qualifier.map(({ name }) => name);
    return { ...star, qualifier: [{ name: this.findScan(qualifier) ?? qualifier.at(-1) ?? '' }] };
  }

  /** Returns the alias of the only source that can have the column. */
  private soleSource(column: string): string {
    const [sole, ...others] = this.scans;
    if (others.length > 0) return '';
    if (sole !== undefined && (this.outer === undefined || sole.columns?.has(column) === true)) return sole.alias;
    const isElsewhere = sole === undefined || (sole.columns !== undefined && !sole.columns.has(column));
    return isElsewhere ? (this.outer?.soleSource(column) ?? '') : '';
  }

  /** Finds the alias of a qualifier. If two aliases differ only in letter case, the exact match has precedence. */
  private findScan(qualifier: readonly string[]): string | undefined {
    const named = this.scans.filter((scan) => endsWith(scan.qualifier, qualifier, nameKey));
    const exact = named.find((scan) => endsWith(scan.qualifier, qualifier, (name) => name));
    return (exact ?? named[0])?.alias ?? this.outer?.findScan(qualifier);
  }
}

function endsWith(names: readonly string[], wanted: readonly string[], key: (name: string) => string): boolean {
  const offset = names.length - wanted.length;
  return wanted.every((name, index) => key(names[offset + index] ?? '') === key(name));
}

function scansOf(source: Source<Written>): readonly Scan[] {
  return source.kind === 'join' ? [...scansOf(source.left), ...scansOf(source.right)] : [source];
}

function nameScan(planning: Planning, scan: Scan, around: MappingNames): NamedScan {
  if (scan.kind === 'derived') {
    const { name } = scan.alias;
    return { scan, qualifier: [name], alias: planning.alias(name), columns: undefined };
  }
  const parts = scan.table.parts.map(({ name }) => name);
  const qualifier = scan.alias === undefined ? parts : [scan.alias.name];
  const table = around.isCommon(parts) ? undefined : planning.findTable(parts);
  const columns = table && new Set(table.columns.map(({ name }) => nameKey(name)));
  return { scan, qualifier, alias: planning.alias(qualifier.at(-1) ?? ''), columns };
}

/** Returns the output names of a SELECT that differ from the names of the selected columns. */
export function ownOutputs(query: Query<Written>): ReadonlySet<string> {
  const items = query.kind === 'set' ? [] : query.items;
  const renamed = items.filter(
    ({ expression, alias }) =>
      alias !== undefined &&
      !(expression.kind === 'reference' && nameKey(expression.reference.parts.at(-1)?.name ?? '') === nameKey(alias.name)),
  ); // prettier-ignore
  return new Set(renamed.map(({ alias }) => nameKey(alias?.name ?? '')));
}
