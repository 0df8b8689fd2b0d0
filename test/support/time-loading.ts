import { readScript } from '../../src/compiler/ontology';
import { openOntologies } from './ontologies';
import { trials } from './trials';

const ROUNDS = trials(15, { few: 4 });

/** The least processor time of each of two kinds of work, in milliseconds. */
export interface LoadingTimes {
  /** Loading an ontology from the system database, in an instance that has loaded nothing. */
  readonly loading: number;
  /** Parsing the script of the same ontology. */
  readonly parsing: number;
}

async function timeOf(work: () => unknown): Promise<number> {
  const begin = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1_000;
}

/**
 * Prints the `LoadingTimes` of an ontology in a system database (`sqlite:...`) whose secrets are sealed with `salt`, as JSON. It is a
 * program of its own, so that the time of jest and of a service in the same process does not count.
 */
async function timeLoading([url = '', salt = '', name = '']: readonly string[]): Promise<void> {
  let [loading, parsing] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    const { repositories, catalogue, close } = await openOntologies(url, { apiAuthSalt: salt });
    const current = (await repositories.ontologies.list()).find((known) => known.name === name);
    const script = current && (await repositories.versions.findScript(current.id, current.version));
    if (current === undefined || script === undefined) throw new Error(`there is no ontology ${name}`);
    loading = Math.min(loading, await timeOf(() => catalogue.load(current)));
    parsing = Math.min(parsing, await timeOf(() => readScript(script)));
    await close();
  }
  process.stdout.write(JSON.stringify({ loading, parsing } satisfies LoadingTimes));
}

void timeLoading(process.argv.slice(2));
