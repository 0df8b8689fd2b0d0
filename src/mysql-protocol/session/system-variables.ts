import { PRODUCT_NAME } from '../../model';
import { TEXT } from '../packets/protocol';
import { clockOffset } from './clock-offset';

/** What a client may do with a variable of its session: set any value, or one of these, or none. */
type Settable = true | readonly string[] | undefined;

/** A variable of the system, with its value at the beginning of a session. */
export interface SystemVariable {
  readonly value: string;
  readonly settable?: Settable;
}

export const FLAGS: readonly string[] = ['ON', 'OFF'];

/** The settings of the service that variables show. */
export interface VariableSettings {
  readonly version: string;
  readonly maxPacketBytes: number;
  readonly hasTls: boolean;
  readonly port: number;
  /** The longest time between two commands. */
  readonly idleSeconds: number;
  /** The time-out of statements, in milliseconds. */
  readonly statementMs: number;
  readonly hostName: string;
}

/** The variables that are the same for all instances, which no client can set. */
const FIXED: Readonly<Record<string, string>> = {
  character_set_filesystem: 'binary',
  character_set_server: TEXT.charset,
  character_set_system: 'utf8mb3',
  collation_server: TEXT.collation,
  event_scheduler: 'OFF',
  ft_min_word_len: '4',
  gtid_mode: 'OFF',
  have_profiling: 'NO',
  have_query_cache: 'NO',
  innodb_version: '8.0.36',
  log_bin: 'OFF',
  init_connect: '',
  license: 'Apache-2.0',
  local_infile: 'OFF',
  lower_case_file_system: 'OFF',
  lower_case_table_names: '2',
  performance_schema: 'OFF',
  protocol_version: '10',
  query_cache_size: '0',
  query_cache_type: 'OFF',
  read_only: 'ON',
  socket: '',
  super_read_only: 'ON',
  version_comment: PRODUCT_NAME,
  version_compile_machine: process.arch,
  version_compile_os: process.platform,
};

/** The variables that a client may set to any value. */
const SETTABLE: Readonly<Record<string, string>> = {
  auto_increment_increment: '1',
  big_tables: 'OFF',
  character_set_client: TEXT.charset,
  character_set_connection: TEXT.charset,
  character_set_database: TEXT.charset,
  character_set_results: TEXT.charset,
  collation_connection: TEXT.collation,
  collation_database: TEXT.collation,
  default_storage_engine: 'ONTOLOGY',
  group_concat_max_len: '1048576',
  information_schema_stats_expiry: '0',
  innodb_lock_wait_timeout: '50',
  lock_wait_timeout: '50',
  max_execution_time: '0',
  net_buffer_length: '16384',
  net_read_timeout: '30',
  net_write_timeout: '60',
  max_sort_length: '1024',
  old_alter_table: 'OFF',
  optimizer_switch: '',
  profiling: 'OFF',
  session_track_gtids: 'OFF',
  session_track_schema: 'OFF',
  session_track_state_change: 'OFF',
  session_track_system_variables: '',
  session_track_transaction_info: 'OFF',
  resultset_metadata: 'FULL',
  sql_auto_is_null: 'OFF',
  sql_big_selects: 'ON',
  sql_log_bin: 'OFF',
  sql_mode: '',
  sql_notes: 'ON',
  sql_quote_show_create: 'ON',
  sql_safe_updates: 'OFF',
  sql_select_limit: '18446744073709551615',
  sql_warnings: 'OFF',
  tmp_table_size: '16777216',
  time_zone: 'SYSTEM',
  transaction_isolation: 'REPEATABLE-READ',
  tx_isolation: 'REPEATABLE-READ',
};

const FLAG_VARIABLES: Readonly<Record<string, string>> = {
  autocommit: 'ON',
  foreign_key_checks: 'ON',
  transaction_read_only: 'OFF',
  tx_read_only: 'OFF',
  unique_checks: 'ON',
};

const known = new WeakMap<VariableSettings, ReadonlyMap<string, SystemVariable>>();

/** Returns the variables of the system, by name; the same object for all sessions. */
export function systemVariables(settings: VariableSettings): ReadonlyMap<string, SystemVariable> {
  const variables = known.get(settings) ?? listVariables(settings);
  known.set(settings, variables);
  return variables;
}

function listVariables(settings: VariableSettings): ReadonlyMap<string, SystemVariable> {
  const { version, maxPacketBytes, hasTls, port, idleSeconds, hostName } = settings;
  const offset = clockOffset();
  const zone = offset === '+00:00' ? 'UTC' : offset;
  const fixed = {
    ...FIXED,
    version,
    system_time_zone: zone,
    hostname: hostName,
    port: String(port),
    have_ssl: hasTls ? 'YES' : 'DISABLED',
  };
  const idle = String(idleSeconds);
  const settable = {
    ...SETTABLE,
    max_allowed_packet: String(maxPacketBytes),
    interactive_timeout: idle,
    wait_timeout: idle,
  };
  return new Map<string, SystemVariable>([
    ...Object.entries(fixed).map(([name, value]) => [name, { value }] as const),
    ...Object.entries(settable).map(([name, value]) => [name, { value, settable: true }] as const),
    ...Object.entries(FLAG_VARIABLES).map(([name, value]) => [name, { value, settable: FLAGS }] as const),
  ]);
}
