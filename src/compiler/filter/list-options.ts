import { ServiceError } from '../../errors';
import type { Expression, Written } from '../../model';
import type { ListOption } from '../nest';
import type { QueryOption } from '../statement';
import { readCount, readOrder } from './filter-options';
import { malformed, show } from './filter-refusals';
import { parseList } from './parse-list';
import { parseConditionAt, parseTextCondition } from './parse-text-condition';

const NAME = /^(?<kind>limit|order|where)\[(?<member>[^]+)\]$/;
const PARAMETER = /^_(?<kind>limit|order|where)_(?<member>\[[^]+\])$/;
const NAMES = 'limit[list], order[list] and where[list], with the path of a list in the nested answer';
const MOST_OPTIONS = 20;
/** As many as a URL has. */
const MOST_CHARACTERS = 16_384;
/** The offset of the first option in a URL, and the distance of the next ones: more than a URL is long. */
const BASE = 200_000;
const STEP = 20_000;

type Place = Pick<ListOption, 'parameter' | 'text' | 'at'>;

/** Returns whether a parameter of a URL is an option of a list, such as `_limit_[has_city]`. */
export function isListParameter(parameter: string): boolean {
  return PARAMETER.test(parameter);
}

/** Returns the options of the lists of nested rows in a URL (docs/filters.md), from their parameters. */
export function readListParameters(
  pairs: readonly (readonly [parameter: string, text: string])[],
): readonly ListOption[] {
  const extra = pairs[MOST_OPTIONS];
  if (extra !== undefined) throw malformed(extra[0], `a request has at most ${MOST_OPTIONS} options of lists`);
  return pairs.map(([parameter, text], index) => {
    const { kind = '', member = '' } = PARAMETER.exec(parameter)?.groups ?? {};
    const at = BASE + index * STEP;
    const parse = (): Expression<Written> => parseTextCondition(text, parameter, at).expression;
    return readOption(kind + member, { parameter, text, at }, parse);
  });
}

/** The options of statements that were read, by their clause: a repeated statement has the same options. */
const known = new WeakMap<readonly QueryOption[], readonly ListOption[]>();

/** Returns the options of the lists of nested rows in the clause OPTIONS of a statement; errors have their offset. */
export function readListOptions(options: readonly QueryOption[]): readonly ListOption[] {
  checkSize(options);
  const read = known.get(options) ?? options.map(readStatementOption);
  known.set(options, read);
  return read;
}

/** Returns the options of a statement that cut lists in the same way. */
export function writeListOptions(lists: readonly ListOption[] | undefined): readonly QueryOption[] | undefined {
  return lists?.map(({ kind, member, text, at }) => ({ name: { name: `${kind}[${member}]` }, value: text, at }));
}

/** Rejects more options than a URL can contain. */
function checkSize(options: readonly QueryOption[]): void {
  const extra = options[MOST_OPTIONS];
  const size = options.reduce((sum, { value }) => sum + value.length, 0);
  if (extra === undefined && size <= MOST_CHARACTERS) return;
  const most = extra === undefined ? `${MOST_CHARACTERS} characters` : `${MOST_OPTIONS} values`;
  const { at: offset } = extra ?? options[0] ?? {};
  throw new ServiceError('statement_too_large', `OPTIONS have at most ${most}`, { offset });
}

function readStatementOption({ name: { name }, value, at }: QueryOption): ListOption {
  try {
    return readOption(name, { parameter: name, text: value, at }, () => parseConditionAt(value, at));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { hint, position, offset } = error.details;
    const found = position?.line === 1 ? position.column - 1 : at;
    const code = error.code === 'filter_malformed' ? 'statement_malformed' : error.code;
    throw new ServiceError(code, error.message, { hint, offset: offset ?? found });
  }
}

function readOption(name: string, place: Place, parse: () => Expression<Written>): ListOption {
  const { kind, member = '' } = NAME.exec(name)?.groups ?? {};
  const { parameter, text } = place;
  switch (kind) {
    case 'limit':
      return { ...place, kind, member, limit: readCount(text, parameter, 'elements') };
    case 'order':
      return { ...place, kind, member, order: parseList(text, parameter).map(readOrder) };
    case 'where':
      return { ...place, kind, member, condition: parse() };
    default:
      throw malformed('OPTIONS', `there is no option ${show(name)}`, `the options are ${NAMES}`);
  }
}
