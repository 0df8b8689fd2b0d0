import type { Literal } from '../../model';

/** The forms of the literals that differ between engines. */
export interface LiteralForms {
  readonly text: (text: string) => string;
  readonly hex: (digits: string) => string;
  readonly bit: (digits: string) => string;
  /** Whether date functions reject a column of NULL without a type. */
  readonly typesNull?: boolean;
}

/** Writes a constant of the ontology or the compiler as a literal. */
export function printConstant(literal: Literal, forms: LiteralForms): string {
  switch (literal.type) {
    case 'null':
      return printNull(literal, forms);
    case 'boolean':
      return literal.text.toUpperCase();
    case 'integer':
    case 'decimal':
    case 'double':
      return literal.text;
    case 'hex':
      return forms.hex(literal.text);
    case 'bit':
      return forms.bit(literal.text);
    case 'string':
      return forms.text(literal.text);
    case 'date':
    case 'time':
    case 'timestamp':
      return `${literal.type.toUpperCase()} ${forms.text(literal.text)}`;
  }
}

/** Returns the DECIMAL type with exactly these digits. */
export function decimalType({ text }: Literal): string {
  const [whole = '', fraction = ''] = text.replace(/^-/, '').split('.');
  return `DECIMAL(${Math.max(1, whole.length + fraction.length)}, ${fraction.length})`;
}

function printNull({ of: type }: Literal, { typesNull }: LiteralForms): string {
  const isTime = type === 'date' || type === 'time' || type === 'timestamp';
  return isTime && typesNull === true ? `CAST(NULL AS ${type.toUpperCase()})` : 'NULL';
}
