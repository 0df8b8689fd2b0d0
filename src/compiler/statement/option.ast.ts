import type { Identifier } from '../../model';

/** `name = 'value'`. */
export interface Option {
  readonly name: Identifier;
  readonly value: string;
}
