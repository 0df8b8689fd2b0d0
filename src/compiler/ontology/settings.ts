/** The accepted values of a setting, and their description in errors. */
interface SettingRule {
  readonly accepts: (value: string) => boolean;
  readonly values: string;
}

const LONGEST_RESULT_TTL = 86_400;
const MOST_STEPS = 1000;

/** The settings of an ontology besides its description. */
export const SETTINGS: ReadonlyMap<string, SettingRule> = new Map([
  ['check_mappings', oneOf('refuse', 'warn', 'off')],
  ['duplicates', oneOf('keep', 'remove')],
  ['forward_references', oneOf('refuse', 'allow')],
  [
    'default_transitivity',
    {
      accepts: (value) => /^[1-9]\d{0,3}$/.test(value) && Number(value) <= MOST_STEPS,
      values: `a number of steps from 1 to ${MOST_STEPS}`,
    },
  ],
  ['keyless_mappings', oneOf('refuse', 'allow')],
  ['unknown_mapping_columns', oneOf('refuse', 'ignore')],
  ['pipes_as_concat', oneOf('off', 'on')],
  [
    'result_ttl',
    {
      accepts: (value) => /^\d{1,5}$/.test(value) && Number(value) <= LONGEST_RESULT_TTL,
      values: `a number of seconds from 0 to ${LONGEST_RESULT_TTL}`,
    },
  ],
]);

/** Returns the greatest number of steps of TRANSITIVE without a number. */
export function defaultTransitivity(settings: ReadonlyMap<string, string>): number {
  return Number(settings.get('default_transitivity') ?? 3);
}

function oneOf(...values: readonly string[]): SettingRule {
  return { accepts: (value) => values.includes(value), values: `one of ${values.join(', ')}` };
}
