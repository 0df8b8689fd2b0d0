import type { Identifier } from '../../../model';
import type { CreateFilterPolicy, CreateMaskPolicy, MaskFunction } from '../definition.ast';
import { printBlock, printCreate } from './print-clauses';
import { printName, printString } from './print-token';
import type { Printer } from './printer';

export function printMaskPolicy(policy: CreateMaskPolicy): string {
  const concept = policy.concept === undefined ? '' : ` OF ${printName(policy.concept)}`;
  return printBlock(printCreate('POLICY', policy), [
    `MASK PROPERTY ${printName(policy.property)}${concept}`,
    `WITH ${printMask(policy.mask)}`,
    policy.exceptRoles.length === 0 ? '' : `EXCEPT ${printRoles(policy.exceptRoles)}`,
  ]);
}

export function printFilterPolicy(policy: CreateFilterPolicy, printer: Printer): string {
  return printBlock(printCreate('POLICY', policy), [
    `FILTER ${printName(policy.concept)}`,
    `WHERE ${printer.expression(policy.where)}`,
    `TO ${printRoles(policy.roles)}`,
  ]);
}

function printMask({ name, arguments: list }: MaskFunction): string {
  const values = list.map((value) => (/^\d+$/.test(value) ? value : printString(value)));
  return `${printName(name)}(${values.join(', ')})`;
}

function printRoles(roles: readonly Identifier[]): string {
  return `ROLE ${roles.map(printName).join(', ')}`;
}
