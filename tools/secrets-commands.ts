import { type Command } from 'commander';
import { MaskKeysService } from '../src/auth';
import { SealedSecretsService } from '../src/ontologies';
import { ONTOLOGY_MODULES } from './terminal/apply-work';
import { openService } from './terminal/open-service';
import { printTable } from './terminal/print-table';

const STATES = {
  current: 'encrypted with API_AUTH_SALT',
  previous: 'encrypted with API_AUTH_SALT_PREVIOUS',
  unknown: 'encrypted with another salt: define the data source again',
} as const;

/** Adds the command `secrets`: the stored secrets, which are sealed with `API_AUTH_SALT`. */
export function addSecretsCommands(program: Command): void {
  program
    .command('secrets')
    .description('the stored secrets, which are encrypted with API_AUTH_SALT')
    .command('seal')
    .description(
      'encrypt with API_AUTH_SALT what is encrypted with API_AUTH_SALT_PREVIOUS, and list the secrets of data sources',
    )
    .action(() =>
      openService(ONTOLOGY_MODULES, async (service) => {
        const secrets = service.get(SealedSecretsService);
        await service.get(MaskKeysService).sealAnew();
        await secrets.sealAnew();
        const rows = (await secrets.list()).map(({ ontology, dataSource, state }) => [
          ontology,
          dataSource,
          STATES[state],
        ]);
        process.stdout.write(printTable(['ontology', 'data source', 'state'], rows));
      }),
    );
}
