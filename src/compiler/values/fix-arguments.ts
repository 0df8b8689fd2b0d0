import { ServiceError } from '../../errors';
import type { Call } from '../../model';
import { parseTimeFormat } from './parse-time-format';
import type { Resolved } from './plan.ast';

/** An argument that must be a literal of this form. */
interface FixedArgument {
  readonly index: number;
  readonly wanted: string;
  readonly fits: (text: string) => boolean;
  /** Whether the argument is printed in the SQL instead of being a bound parameter. */
  readonly inline: boolean;
}

const matching =
  (index: number, wanted: string, form: RegExp, inline = true) =>
  (name: string): FixedArgument => ({
    index,
    wanted: `${name} needs ${wanted}`,
    fits: (text) => form.test(text),
    inline,
  });

const JSON_PATH = matching(
  1,
  'a path of members and positions, such as \'$.a."b c"[0]\'',
  /^\$(?:\.[\p{L}\p{N}_]+|\."[^"\\]*"|\[\d{1,9}\])*$/u,
);
const WEEK_MODE = matching(1, 'the mode 0, 1 or 3', /^[013]$/);
/** MySQL accepts no expressions of rows here. */
const rowCount = (index: number, wanted: string, form: RegExp) => matching(index, wanted, form, false);
/** Formats are translated to the engine's own when the statement is compiled. */
const FORMAT = matching(1, 'a format', /^/, false);
const base = (index: number) => matching(index, 'whole bases from 2 to 36', /^(?:[2-9]|[12]\d|3[0-6])$/);

const FIXED: ReadonlyMap<string, readonly ((name: string) => FixedArgument)[]> = new Map([
  ['SHA2', [matching(1, 'the length 256', /^(?:0|256)$/)]],
  ['FORMAT', [matching(1, 'a whole number of digits up to 20', /^(?:1?\d|20)$/)]],
  ['CONV', [base(1), base(2)]],
  ['WEEK', [WEEK_MODE]],
  ['YEARWEEK', [WEEK_MODE]],
  ['JSON_EXTRACT', [JSON_PATH]],
  ['JSON_VALUE', [JSON_PATH]],
  ['JSON_LENGTH', [JSON_PATH]],
  ['STR_TO_DATE', [timeFormat]],
  [
    'DATE_TRUNC',
    [
      matching(
        0,
        'year, quarter, month, week, day, hour, minute or second',
        /^(?:year|quarter|month|week|day|hour|minute|second)$/i,
      ),
    ],
  ],
  ['DATE_FORMAT', [FORMAT]],
  ['FROM_UNIXTIME', [FORMAT]],
  ['LAG', [rowCount(1, 'a whole number of rows', /^\d{1,9}$/)]],
  ['LEAD', [rowCount(1, 'a whole number of rows', /^\d{1,9}$/)]],
  ['NTH_VALUE', [rowCount(1, 'the number of a row, from 1', /^0*[1-9]\d{0,8}$/)]],
  ['NTILE', [rowCount(0, 'a number of groups, from 1', /^0*[1-9]\d{0,8}$/)]],
]);

function timeFormat(name: string): FixedArgument {
  const wanted = `${name} needs a format with year, month and day, made of %Y %y %m %c %M %b %d %e %j %W %a %H %k %h %I %l %i %s %S %f %p %T %r`;
  return { index: 1, wanted, fits: (text) => parseTimeFormat(text) !== undefined, inline: true };
}

/**
 * Returns the call with those arguments printed in the SQL that engines require before execution. Rejects other forms,
 * which engines read differently or not at all.
 */
export function fixArguments(call: Call<Resolved>): Call<Resolved> {
  const fixed = (FIXED.get(call.name) ?? []).map((rule) => rule(call.name));
  if (fixed.length === 0) return call;
  const inPlace = call.arguments.map((argument, index) => {
    const rule = fixed.find((known) => known.index === index);
    if (rule === undefined) return argument;
    if (argument.kind === 'literal' && rule.fits(argument.text))
      return rule.inline ? { ...argument, inline: true as const } : argument;
    throw new ServiceError('plan_invalid', `${rule.wanted}, as a literal`, {
      offset: argument.kind === 'literal' ? argument.at : call.at,
    });
  });
  return { ...call, arguments: inPlace };
}
