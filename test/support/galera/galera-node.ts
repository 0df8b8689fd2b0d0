import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

const START_MS = 60_000;
const STOP_MS = 20_000;
const POLL_MS = 100;
const ANSWER_MS = 2_000;

/** The state that a node reports. */
export interface GaleraStatus {
  /** A state of Galera such as `Synced`; `stopped` without a process, `silent` when the process does not respond. */
  readonly state: string;
  /** The number of nodes that it sees, including itself. */
  readonly size?: string;
}

/** One server of a cluster, with all its files in one folder. It outlives the process that starts it. */
export class GaleraNode {
  constructor(
    readonly host: string,
    readonly port: number,
    private readonly folder: string,
  ) {}

  /**
   * The process of its server; undefined when it does not run. The file can outlive its process, and another process can have the same
   * id.
   */
  get pid(): number | undefined {
    try {
      const pid = Number(readFileSync(this.file('pid'), 'utf8'));
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(this.file('my.cnf')) ? pid : undefined;
    } catch {
      return undefined;
    }
  }

  /** Creates its folder with these settings unless it exists: with its own data, or empty to receive the data of another node. */
  async prepare(settings: readonly string[], data: 'own' | 'of another'): Promise<void> {
    if (existsSync(this.file('my.cnf'))) return;
    mkdirSync(this.file('data'), { recursive: true });
    mkdirSync(this.file('tmp'), { recursive: true });
    if (isRoot()) await run('chown', ['mysql', this.folder, this.file('data'), this.file('tmp')]);
    if (data === 'own') {
      const login = '--auth-root-authentication-method=normal';
      const options = ['--no-defaults', `--datadir=${this.file('data')}`, login, ...asUser()];
      await run('mariadb-install-db', options, { env: this.environment });
    }
    const files = ['datadir = data', 'tmpdir = tmp', 'socket = socket', 'pid-file = pid', 'log-error = log.err'];
    const absolute = files.map((line) => line.replace(/= (.*)/, (_, name: string) => `= ${this.file(name)}`));
    writeFileSync(this.file('my.cnf'), ['[mariadbd]', ...absolute, ...settings, ''].join('\n'));
  }

  /** Starts its server and resolves when it is synced with the cluster; `options` are those of mariadbd. Throws after 60 seconds. */
  async start(options: readonly string[] = []): Promise<void> {
    const settings = `--defaults-file=${this.file('my.cnf')}`;
    const server = spawn('mariadbd', [settings, ...asUser(), ...options], {
      detached: true,
      stdio: 'ignore',
      env: this.environment,
    });
    server.unref();
    const until = Date.now() + START_MS;
    while ((await this.status()).state !== 'Synced') {
      if (server.exitCode !== null || Date.now() > until)
        throw new Error(`the node ${this.host} does not serve, see ${this.file('log.err')}`);
      await sleep(POLL_MS);
    }
  }

  /** Stops its server and resolves when the process has ended. */
  async stop(): Promise<void> {
    const until = Date.now() + STOP_MS;
    for (let pid = this.pid; pid !== undefined; pid = this.pid) {
      process.kill(pid, 'SIGCONT');
      process.kill(pid, Date.now() < until ? 'SIGTERM' : 'SIGKILL');
      await sleep(POLL_MS);
    }
  }

  async status(): Promise<GaleraStatus> {
    if (this.pid === undefined) return { state: 'stopped' };
    try {
      const said = new Map(
        (await this.run("SHOW STATUS LIKE 'wsrep_%'")).split('\n').map((line) => line.split('\t') as [string, string]),
      );
      return { state: said.get('wsrep_local_state_comment') ?? 'silent', size: said.get('wsrep_cluster_size') };
    } catch {
      return { state: 'silent' };
    }
  }

  /** Runs a statement as `root` and returns its rows as lines of tab-separated columns. */
  async run(sql: string): Promise<string> {
    const client = ['--no-defaults', `--socket=${this.file('socket')}`, '--user=root', '-BN', '-e', sql];
    return (await run('mariadb', client, { timeout: ANSWER_MS })).stdout;
  }

  /** A starting server deletes the temporary files of others in the same folder, so each node has a separate folder. */
  private get environment(): NodeJS.ProcessEnv {
    return { ...process.env, TMPDIR: this.file('tmp') };
  }

  private file(name: string): string {
    return join(this.folder, name);
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Returns the option that runs the server as `mysql`, because the server and the transfer of its data do not run as root. */
function asUser(): readonly string[] {
  return isRoot() ? ['--user=mysql'] : [];
}
