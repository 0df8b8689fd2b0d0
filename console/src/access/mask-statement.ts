import { quoteName, quoteText } from '../parts/statements';

/** How a property is masked (docs/language.md, "Policies"). */
export const MASKS = {
  hash: 'a keyed hash',
  constant: 'a text',
  partial: 'the first and last characters',
  null: 'nothing',
} as const;

export type Mask = keyof typeof MASKS;

export interface MaskPolicy {
  readonly property: string;
  /** Empty where the property of every concept is masked. */
  readonly concept: string;
  readonly mask: Mask;
  /** The text that is shown, for the mask `constant`. */
  readonly text: string;
  /** Empty where no role is excepted. */
  readonly exceptRole: string;
}

/** Returns the statement that creates the policy, which is named after what it hides. */
export function maskStatement({ property, concept, mask, text, exceptRole }: MaskPolicy): string {
  const name = quoteName(['hide', property, ...(concept === '' ? [] : ['of', concept])].join('_'));
  const where = concept === '' ? '' : ` OF ${quoteName(concept)}`;
  const exception = exceptRole === '' ? '' : ` EXCEPT ROLE ${quoteName(exceptRole)}`;
  return `CREATE POLICY ${name} MASK PROPERTY ${quoteName(property)}${where} WITH ${printMask(mask, text)}${exception}`;
}

function printMask(mask: Mask, text: string): string {
  if (mask === 'constant') return `constant(${quoteText(text)})`;
  return mask === 'partial' ? 'partial(1, 1)' : `\`${mask}\`()`;
}

/** Returns the statement that creates a filter policy, which is named after its concept and its role. */
export function filterStatement(concept: string, condition: string, role: string): string {
  const name = quoteName(`${concept}_of_${role}`);
  return `CREATE POLICY ${name} FILTER ${quoteName(concept)} WHERE ${condition} TO ROLE ${quoteName(role)}`;
}
