import type { Identifier } from '../../model';

/** An option written as `name = 'value'`. */
export interface Option {
  readonly name: Identifier;
  readonly value: string;
}

/** An option of a SELECT, written as `'name' = 'value'`; `at` is the offset of the value. */
export interface QueryOption extends Option {
  readonly at: number;
}

/** An option of a data source, written as `name = env('variable')`: the environment of the service contains its value. */
export interface VariableOption {
  readonly name: Identifier;
  readonly variable: Identifier;
}

export type DataSourceOption = Option | VariableOption;

export function isVariableOption(option: DataSourceOption): option is VariableOption {
  return 'variable' in option;
}
