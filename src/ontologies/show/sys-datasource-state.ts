import { type SourceCondition } from '../../engines';
import { modelRows, type ModelRows } from './model-rows';

/** A data source, and its condition in this process; none if this process has not used it. */
export interface DataSourceState {
  readonly name: string;
  readonly type: string;
  readonly condition?: SourceCondition;
}

const COLUMNS = {
  datasource: 'string',
  type: 'string',
  state: 'string',
  servers: 'integer',
  servers_in_use: 'integer',
  statements: 'integer',
  errors: 'integer',
  mean_ms: 'integer',
  running: 'integer',
  waiting: 'integer',
} as const;

/** Returns the system table `sys_datasource_state` (docs/language.md). */
export function sysDataSourceState(states: readonly DataSourceState[]): ModelRows {
  const rows = states.map(({ name, type, condition }) => {
    const { servers, used } = countServers(condition);
    return [name, type, stateOf(condition), servers, used, ...workOf(condition)];
  });
  return modelRows(COLUMNS, rows);
}

function countServers({ nodeStates = [] }: Partial<SourceCondition> = {}) {
  if (nodeStates.length === 0) return { servers: null, used: null };
  return { servers: nodeStates.length, used: nodeStates.filter((state) => state === 'closed').length };
}

function stateOf(condition: SourceCondition | undefined): string {
  if (condition === undefined) return 'unused';
  const { figures, nodeStates } = condition;
  if (figures.isAway || nodeStates === undefined) return 'unavailable';
  if (nodeStates.every((state) => state === 'closed')) return 'available';
  return nodeStates.some((state) => state === 'closed') ? 'degraded' : 'unavailable';
}

function workOf(condition: SourceCondition | undefined) {
  if (condition === undefined) return [0, 0, null, 0, 0];
  const { durations, errors, seconds, running, waiting } = condition.figures;
  const statements = sum(durations);
  const mean = statements === 0 ? null : Math.round((1000 * seconds) / statements);
  return [statements, sum([...errors.values()]), mean, running, waiting];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
