import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command } from 'commander';
import { printTable } from '../terminal/print-table';
import { GaleraCluster } from './galera-cluster';

interface GaleraOptions {
  readonly folder: string;
  readonly port: string;
}

/** `galera`: a cluster on this machine to try the service on. */
export function addGaleraCommands(program: Command): void {
  const galera = program.command('galera').description('a Galera cluster of three nodes on this machine, to try out');
  addCommand(galera, 'up', "start it, from Debian's packages mariadb-server and galera-4", async (cluster) => {
    await cluster.up();
    process.stdout.write(pointAt(cluster));
  });
  addCommand(galera, 'status', 'show the state of each node, and how many nodes it sees', async ({ nodes }) => {
    const rows = nodes.map(async (node) => {
      const { state, size = '' } = await node.status();
      return [`${node.host}:${node.port}`, node.pid?.toString() ?? '', state, size];
    });
    process.stdout.write(printTable(['node', 'process', 'state', 'sees'], await Promise.all(rows)));
  });
  addCommand(galera, 'down', 'end it and remove its data', (cluster) => cluster.down());
}

function addCommand(
  galera: Command,
  name: string,
  description: string,
  work: (cluster: GaleraCluster) => Promise<void>,
): void {
  galera
    .command(name)
    .description(description)
    .option('--folder <folder>', 'where its data are', join(tmpdir(), 'galera'))
    .option('--port <port>', 'of 127.0.0.1, 127.0.0.2 and 127.0.0.3; the three that follow are taken, too', '4406')
    .action(({ folder, port }: GaleraOptions) => work(new GaleraCluster(folder, readPort(port))));
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_532) throw new Error('--port is a number from 1 to 65532');
  return port;
}

function pointAt({ hosts }: GaleraCluster): string {
  return `as a data source:   OPTIONS (host = '${hosts}', database = '<name>', user = 'root', password = '')
as system database: DATABASE_URL='mysql://root@${hosts}/<name>'
`;
}
