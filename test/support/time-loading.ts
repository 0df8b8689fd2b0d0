import { openOntologies } from './ontologies';
import { trials } from './trials';

const ROUNDS = trials(15, { few: 4 });

/**
 * Loads an ontology from a system database (`sqlite:...`) whose secrets are sealed with `salt`, each time in an instance that has
 * loaded nothing, and prints the milliseconds of processor time as JSON. It is a program of its own, so that the time of jest and of
 * a service in the same process does not count.
 */
async function timeLoading([url = '', salt = '', name = '']: readonly string[]): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { repositories, catalogue, close } = await openOntologies(url, { apiAuthSalt: salt });
    const current = (await repositories.ontologies.list()).find((known) => known.name === name);
    if (current === undefined) throw new Error(`there is no ontology ${name}`);
    const begin = process.cpuUsage();
    await catalogue.load(current);
    const { user, system } = process.cpuUsage(begin);
    times.push((user + system) / 1_000);
    await close();
  }
  process.stdout.write(JSON.stringify(times));
}

void timeLoading(process.argv.slice(2));
