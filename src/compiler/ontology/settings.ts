/** The accepted values of a setting, and their description in errors. */
interface SettingRule {
  readonly accepts: (value: string) => boolean;
  readonly values: string;
}

const LONGEST_RESULT_TTL = 86_400;

/** The settings of an ontology besides its description. */
export const SETTINGS: ReadonlyMap<string, SettingRule> = new Map([
  ['duplicates', { accepts: (value) => ['keep', 'remove'].includes(value), values: 'one of keep, remove' }],
  [
    'result_ttl',
    {
      accepts: (value) => /^\d{1,5}$/.test(value) && Number(value) <= LONGEST_RESULT_TTL,
      values: `a number of seconds from 0 to ${LONGEST_RESULT_TTL}`,
    },
  ],
]);
