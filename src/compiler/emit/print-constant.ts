import type { Literal } from '../../model';

/** How an engine writes the literals in which engines differ. */
export interface LiteralForms {
  readonly text: (text: string) => string;
  readonly hex: (digits: string) => string;
  readonly bit: (digits: string) => string;
  /** Whether functions of dates refuse a column of nothing but NULL that has no type. */
  readonly typesNull?: boolean;
}

/** A constant of the ontology or of the compiler, in place. */
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

/** The DECIMAL that holds just these digits. */
export function decimalType({ text }: Literal): string {
  const [whole = '', fraction = ''] = text.replace(/^-/, '').split('.');
  return `DECIMAL(${Math.max(1, whole.length + fraction.length)}, ${fraction.length})`;
}

function printNull({ of: type }: Literal, { typesNull }: LiteralForms): string {
  const isTime = type === 'date' || type === 'time' || type === 'timestamp';
  return isTime && typesNull === true ? `CAST(NULL AS ${type.toUpperCase()})` : 'NULL';
}
