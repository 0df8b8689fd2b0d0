import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { GaleraNode } from './galera-node';

const PROVIDER = '/usr/lib/galera/libgalera_smm.so';
const HOSTS = ['127.0.0.1', '127.0.0.2', '127.0.0.3'] as const;

/** Returns whether Debian's package `galera-4` is installed. */
export function hasGalera(): boolean {
  return existsSync(PROVIDER);
}

/**
 * A Galera cluster of three servers on 127.0.0.1, 127.0.0.2 and 127.0.0.3 from Debian's packages, with all its data in one folder.
 * Each server uses four ports on its host, starting at `port`: for clients, for the group, and for the transfer of changes and of
 * all data. `root` has no password and can connect from this machine only.
 */
export class GaleraCluster {
  readonly nodes: readonly GaleraNode[];
  private readonly folder: string;

  constructor(
    folder: string,
    private readonly port: number,
  ) {
    this.folder = resolve(folder);
    this.nodes = HOSTS.map((host) => new GaleraNode(host, port, join(this.folder, host)));
  }

  /** The hosts and ports in the form that the option `host` of a data source and `DATABASE_URL` accept. */
  get hosts(): string {
    return this.nodes.map(({ host, port }) => `${host}:${port}`).join(',');
  }

  /** Creates the data of new nodes and starts all that are stopped; resolves when all nodes accept statements. */
  async up(): Promise<void> {
    if (!hasGalera()) throw new Error("there is no Galera here: install Debian's packages mariadb-server and galera-4");
    for (const node of this.nodes)
      await node.prepare(this.settings(node), node === this.nodes[0] ? 'own' : 'of another');
    const stopped = this.nodes.filter(({ pid }) => pid === undefined);
    const founder = stopped.length === this.nodes.length ? stopped[0] : undefined;
    await founder?.start(['--wsrep-new-cluster']);
    await Promise.all(stopped.filter((node) => node !== founder).map((node) => node.start()));
  }

  /** Stops all nodes and removes the folder with their data. */
  async down(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * Returns the settings of a node. One that does not respond for two to four seconds is excluded; until then the writes of the others
   * wait for it.
   */
  private settings({ host }: GaleraNode): readonly string[] {
    const provider = {
      'gcache.size': '16M',
      'gmcast.listen_addr': `tcp://${host}:${this.port + 1}`,
      'ist.recv_addr': `${host}:${this.port + 2}`,
      'evs.keepalive_period': 'PT0.3S',
      'evs.inactive_check_period': 'PT0.3S',
      'evs.suspect_timeout': 'PT2S',
      'evs.inactive_timeout': 'PT4S',
      'evs.install_timeout': 'PT4S',
      'pc.recovery': 'false',
    };
    const providerOptions = Object.entries(provider).map(([name, value]) => `${name}=${value}`);
    return [
      `bind-address = ${host}`,
      `port = ${this.port}`,
      'skip-name-resolve',
      'innodb-buffer-pool-size = 32M',
      'innodb-autoinc-lock-mode = 2',
      'binlog-format = ROW',
      'wsrep-on = ON',
      `wsrep-provider = ${PROVIDER}`,
      `wsrep-provider-options = "${providerOptions.join('; ')}"`,
      `wsrep-cluster-name = loopback-${this.port}`,
      `wsrep-cluster-address = gcomm://${this.nodes.map((node) => `${node.host}:${this.port + 1}`).join(',')}`,
      `wsrep-node-address = ${host}`,
      `wsrep-node-name = ${host}`,
      'wsrep-sst-method = rsync',
      `wsrep-sst-receive-address = ${host}:${this.port + 3}`,
    ];
  }
}
