import { openOntologies } from './ontologies';

const ROUNDS = 15;

/**
 * Loads the ontology of that name from a system database (`sqlite:...`), each time as an instance that has loaded nothing,
 * and prints the milliseconds of processor time as JSON. A program of its own: what jest and a
 * service in the same process take would be counted.
 */
async function timeLoading([url = '', name = '']: readonly string[]): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { repositories, catalogue, close } = await openOntologies(url);
    const head = (await repositories.ontologies.list()).find((known) => known.name === name);
    if (head === undefined) throw new Error(`there is no ontology ${name}`);
    const begin = process.cpuUsage();
    await catalogue.load(head);
    const { user, system } = process.cpuUsage(begin);
    times.push((user + system) / 1_000);
    await close();
  }
  process.stdout.write(JSON.stringify(times));
}

void timeLoading(process.argv.slice(2));
