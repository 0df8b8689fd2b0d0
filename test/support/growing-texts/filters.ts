import { type Dimension, listed } from './dimension';

const group = (i: number, subject: string): string => `_subj${i}_=${subject}&_op${i}_=eq&_comp${i}_=${i}&_conj${i}_=or`;

/** Query strings with a list of parameters that can grow, over the concept `employee`. */
// prettier-ignore
export const FILTERS: readonly Dimension[] = [
  ['groups', 400, (n) => listed(n, (i) => group(i, 'employee_id'), '&')],
  ['groups along a path', 400, (n) => listed(n, (i) => group(i, 'works_in[department].budget'), '&')],
  ['values', 3_000, (n) => `_subj_=employee_id&_op_=in&_comp_=${listed(n, String, ',')}`],
  ['characters of a value', 100_000, (n) => `_subj_=name&_op_=eq&_comp_=${'a'.repeat(n)}`],
];
