import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { GaleraCluster } from './galera-cluster';

interface GaleraOptions {
  readonly folder: string;
  readonly port: string;
}

/** `npm run galera`: starts a cluster on this machine to try the service (docs/tools.md). */
async function main(): Promise<void> {
  const program = new Command('npm run galera --').description('a Galera cluster of three nodes on this machine');
  addCommand(program, 'up', "start it, from Debian's packages mariadb-server and galera-4", async (cluster) => {
    await cluster.up();
    process.stdout.write(describeAddresses(cluster));
  });
  addCommand(program, 'status', 'show the state of each node, and how many nodes it sees', async ({ nodes }) => {
    process.stdout.write('node\tprocess\tstate\tsees\n');
    for (const node of nodes) {
      const { state, size = '' } = await node.status();
      process.stdout.write(`${node.host}:${node.port}\t${node.pid ?? ''}\t${state}\t${size}\n`);
    }
  });
  addCommand(program, 'down', 'stop it and remove its data', (cluster) => cluster.down());
  await program.parseAsync();
}

function addCommand(
  program: Command,
  name: string,
  description: string,
  work: (cluster: GaleraCluster) => Promise<void>,
): void {
  program
    .command(name)
    .description(description)
    .option('--folder <folder>', 'where its data are', join(tmpdir(), 'galera'))
    .option('--port <port>', 'of 127.0.0.1, 127.0.0.2 and 127.0.0.3; the three that follow are used, too', '4406')
    .action(({ folder, port }: GaleraOptions) => work(new GaleraCluster(folder, readPort(port))));
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_532) throw new Error('--port is a number from 1 to 65532');
  return port;
}

function describeAddresses({ hosts }: GaleraCluster): string {
  return `as a data source:   OPTIONS (host = '${hosts}', database = '<name>', user = 'root', password = '')
as system database: DATABASE_URL='mysql://root@${hosts}/<name>'
`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
