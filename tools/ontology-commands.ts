import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { OPERATOR } from '../src/auth';
import { DATA_SOURCE_TYPE_NAMES, DATA_SOURCE_TYPES } from '../src/compiler/dialects';
import { printOntology } from '../src/compiler/ontology';
import { Environment } from '../src/config';
import { OntologyRegistry, VersionsRepository } from '../src/ontologies';
import { type BootstrapOptions, bootstrapOntology } from './bootstrap/bootstrap-ontology';
import { findQuotedMappings } from './check-quotes';
import { openService } from './terminal/open-service';
import { printTable } from './terminal/print-table';
import { ONTOLOGY_MODULES, runScript } from './terminal/run-script';

/** Adds the command `ontology`: ontologies as scripts of their language. */
export function addOntologyCommands(program: Command): void {
  const ontology = program.command('ontology').description('ontologies as scripts of their language');
  addRunCommand(ontology);
  addDumpCommand(ontology);
  addCheckCommand(ontology);
  addBootstrapCommand(ontology);
}

function addRunCommand(ontology: Command): void {
  ontology
    .command('run')
    .description('apply the definitions of a script, all or none of them, then its grants')
    .argument('<file>', 'the script; "-" is standard input')
    .option('--ontology <name>', 'what the statements change, until one creates another ontology')
    .action(async (file: string, options: { ontology?: string }) => {
      const isInput = file === '-';
      const text = isInput ? await readAll(process.stdin) : await readFile(file, 'utf8');
      await runScript({ file: isInput ? 'standard input' : file, text, ontology: options.ontology });
    });
}

function addDumpCommand(ontology: Command): void {
  ontology
    .command('dump')
    .description('print the script that makes an ontology again, without the passwords of its data sources')
    .argument('<name>')
    .action((name: string) =>
      openService(ONTOLOGY_MODULES, async (service) => {
        const catalogue = service.get(OntologyRegistry);
        const { definitions } = await catalogue.load(await catalogue.getHead(OPERATOR, name));
        process.stdout.write(printOntology(definitions, service.get(Environment).serviceName));
      }),
    );
}

function addCheckCommand(ontology: Command): void {
  ontology
    .command('check')
    .description(
      'list the mappings that keep an earlier reading of double quotes, as texts: what is written now reads them as names',
    )
    .argument('<name>')
    .action((name: string) =>
      openService(ONTOLOGY_MODULES, async (service) => {
        const catalogue = service.get(OntologyRegistry);
        const versions = service.get(VersionsRepository);
        const head = await catalogue.getHead(OPERATOR, name);
        const { definitions } = await catalogue.load(head);
        const kept = await versions.list(head.id);
        const scripts = await Promise.all(kept.map(({ id }) => versions.findScript(head.id, id)));
        const found = findQuotedMappings(
          definitions,
          scripts.filter((script) => script !== undefined),
        );
        process.stdout.write(
          printTable(
            ['mapping', 'read as text'],
            found.map((mapping) => [mapping.name, mapping.texts.join(', ')]),
          ),
        );
      }),
    );
}

/** Returns the types of data sources whose drafts use an option. */
function typesWith(option: string): string {
  return DATA_SOURCE_TYPE_NAMES.filter((type) => DATA_SOURCE_TYPES[type].draftOptions.includes(option)).join(' and ');
}

function addBootstrapCommand(ontology: Command): void {
  const type = new Option('--type <type>', 'what the tables are in').choices(DATA_SOURCE_TYPE_NAMES);
  ontology
    .command('bootstrap')
    .description('print the draft of an ontology, made from the tables and foreign keys of a data source')
    .requiredOption('--name <ontology>', 'of the ontology and of its data source')
    .addOption(type.makeOptionMandatory())
    .option('--host <host>', `${typesWith('host')}: where the server is`, '127.0.0.1')
    .option('--port <port>', typesWith('port'), '3306')
    .option('--database <name>', typesWith('database'))
    .option('--user <name>', `${typesWith('user')}; the password is read from standard input or asked for`)
    .option('--no-password', `${typesWith('user')}: the user has none`)
    .option('--path <path>', `${typesWith('path')}: as in OPTIONS (path = ...), below the folder "sources" of DATA_DIR`)
    .action(async (options: BootstrapOptions) => {
      process.stdout.write(await bootstrapOntology(options));
    });
}
