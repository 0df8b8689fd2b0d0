import { FILTER_OPERATORS } from '../../compiler/filter';
import { mapOf, type Schema, STRING } from '../../http';
import { SELECTABLE_FORMATS } from '../../model';

/** A query parameter in an OpenAPI document. */
export interface FilterParameter {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  readonly style?: 'form';
  readonly explode?: boolean;
}

const FLAG = choiceOf('true', 'false');
const COUNT: Schema = { type: 'integer', minimum: 0 };

/** The query parameters of concepts and views (docs/filters.md). */
export const FILTER_PARAMETERS: readonly FilterParameter[] = [
  parameter('_subj_', 'The property or path that is filtered', { ...STRING, example: 'name' }),
  parameter('_op_', 'The operator, in any letter case', choiceOf(...Object.keys(FILTER_OPERATORS))),
  parameter('_comp_', 'The value, or for in and not_in a comma-separated list', { ...STRING, example: 'B%' }),
  parameter('_conj_', 'Combines the group with the next one', choiceOf('AND', 'OR')),
  parameter('_where_', 'A condition as in WHERE, in addition to the groups', {
    ...STRING,
    example: "name LIKE 'B%' AND NOT is_landlocked",
  }),
  parameter('nested', 'true: related entities as nested arrays; also as a header', FLAG),
  parameter(
    '_select_',
    'Comma-separated properties, paths, measures (`measure.x`), and aggregates: `count()`, and `count`, `sum`, `avg`, `min` and `max` of a property or path, ' +
      'such as `sum(x)`, for each group of rows with the same other columns',
    { ...STRING, example: 'name' },
  ),
  parameter('_having_', 'A condition on the groups of aggregates, by the columns of `_select_`', {
    ...STRING,
    example: 'count() > 1',
  }),
  parameter('_distinct_', 'true: one row for each entity, whatever the condition reads', FLAG),
  parameter(
    '_order_',
    'Comma-separated properties, paths or aggregates of `_select_`, prefix `-` for descending; nulls last',
    STRING,
  ),
  parameter('_limit_', 'Rows (nested: entities) of a page; the response then contains `next`', COUNT),
  parameter('_offset_', 'Rows to skip', COUNT),
  parameter('_after_', 'The `next` of the previous page', STRING),
  parameter(
    '_count_',
    'Adds `total`, and `total_is_estimate`: true where it was not counted',
    choiceOf('exact', 'estimate'),
  ),
  parameter('_format_', 'The format of the answer; also by Accept', choiceOf(...SELECTABLE_FORMATS)),
  parameter('_explain_', 'true: the statement for the data source instead of rows', FLAG),
  parameter('_typed_', 'true: JSON numbers and booleans instead of strings', FLAG),
  {
    name: 'groups',
    description: 'The members are parameters: those of further groups, `_subj1_`, `_op1_`, `_comp1_`, `_conj1_`, ...',
    schema: mapOf(STRING),
    style: 'form',
    explode: true,
  },
  {
    name: 'lists',
    description:
      'The members are parameters for lists of nested rows: `_limit_[m]` the most elements, `_order_[m]` their order, `_where_[m]` a condition on them, with the path `m` of a list in the answer such as `has_country`',
    schema: mapOf(STRING),
    style: 'form',
    explode: true,
  },
];

function parameter(name: string, description: string, schema: Schema): FilterParameter {
  return { name, description, schema };
}

function choiceOf(...choices: readonly string[]): Schema {
  return { type: 'string', enum: [...choices] };
}
