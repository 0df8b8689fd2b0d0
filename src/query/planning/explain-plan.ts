import type { Dropped } from '../../compiler/optimize';
import type { Plan } from '../../compiler/values';
import type { CompiledQuery } from '../../model';

/** The output of EXPLAIN and `_explain_`. */
export interface Explanation {
  readonly data_source: string | null;
  readonly dialect: string;
  /** The statement that the data source receives. */
  readonly statement: string;
  /** The values in the order of the placeholders. */
  readonly parameters: readonly { readonly type: string; readonly value: string }[];
  readonly mappings: readonly string[];
  /** Mappings that an optimization removed, since the result does not need their rows. */
  readonly dropped: readonly Dropped[];
}

const HIDDEN = '(a key of the service)';

export function explainPlan(plan: Plan, compiled: CompiledQuery, dropped: readonly Dropped[]): Explanation {
  return {
    data_source: plan.dataSource ?? null,
    dialect: compiled.dialect,
    statement: compiled.sql,
    parameters: compiled.parameters.map(({ type, text, secret }) => ({ type, value: secret ? HIDDEN : text })),
    mappings: plan.mappings,
    dropped,
  };
}

/** Returns the explanation as the single value of EXPLAIN's column PLAN. */
export function printExplanation(explanation: Explanation): string {
  const parameters = explanation.parameters.map(
    ({ type, value }, index) => `  ${index + 1}. ${type} ${JSON.stringify(value)}`,
  );
  return [
    `data source: ${explanation.data_source ?? 'none'} (${explanation.dialect})`,
    'statement:',
    `  ${explanation.statement}`,
    parameters.length > 0 ? 'parameters:' : 'parameters: none',
    ...parameters,
    `mappings: ${explanation.mappings.length > 0 ? explanation.mappings.join(', ') : 'none'}`,
    explanation.dropped.length > 0 ? 'dropped:' : 'dropped: none',
    ...explanation.dropped.map(
      ({ mapping, pass, times }) => `  ${mapping}${times > 1 ? ` (${times} times)` : ''} by ${pass}`,
    ),
  ].join('\n');
}
