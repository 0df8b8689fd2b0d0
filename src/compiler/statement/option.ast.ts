import type { Identifier } from '../../model';

/** An option written as `name = 'value'`. */
export interface Option {
  readonly name: Identifier;
  readonly value: string;
}
