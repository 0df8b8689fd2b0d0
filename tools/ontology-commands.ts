import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { OPERATOR } from '../src/auth';
import { DATA_SOURCE_TYPE_NAMES, DATA_SOURCE_TYPES } from '../src/compiler/dialects';
import { printOntology } from '../src/compiler/ontology';
import { Environment } from '../src/config';
import { type DataSourceTraits } from '../src/model';
import { OntologyCheckService, OntologyRegistry, VERIFICATIONS } from '../src/ontologies';
import { type BootstrapOptions, bootstrapOntology } from './bootstrap-ontology';
import { ONTOLOGY_MODULES } from './terminal/apply-work';
import { openService } from './terminal/open-service';
import { printTable } from './terminal/print-table';
import { readPassword } from './terminal/read-password';
import { runScript } from './terminal/run-script';

/** Adds the command `ontology`: ontologies as scripts of their language. */
export function addOntologyCommands(program: Command): void {
  const ontology = program.command('ontology').description('ontologies as scripts of their language');
  addRunCommand(ontology);
  addDumpCommand(ontology);
  addCheckCommand(ontology);
  addBootstrapCommand(ontology);
}

interface RunOptions {
  readonly ontology?: string;
  readonly password: boolean;
  readonly dryRun: boolean;
}

function addRunCommand(ontology: Command): void {
  ontology
    .command('run')
    .description('apply the definitions of a script, all or none of them, then its grants')
    .argument('<file>', 'the script; "-" is standard input')
    .option('--ontology <name>', 'the ontology that the statements change, until one creates another')
    .option('--dry-run', 'check the script and apply nothing', false)
    .option('--password', 'read the password of its data source from standard input or a prompt', false)
    .action(async (file: string, { ontology, password, dryRun }: RunOptions) => {
      const isInput = file === '-';
      if (isInput && password) throw new Error('standard input is the script: it cannot be the password as well');
      const text = isInput ? await readAll(process.stdin) : await readFile(file, 'utf8');
      const secret = password ? { password: await readPassword() } : {};
      const source = isInput ? 'standard input' : file;
      await runScript({ file: source, text, ontology, ...secret, isDryRun: dryRun, output: process.stdout });
    });
}

function addDumpCommand(ontology: Command): void {
  ontology
    .command('dump')
    .description('print the script that recreates an ontology, without the passwords of its data sources')
    .argument('<name>')
    .action((name: string) =>
      openService(ONTOLOGY_MODULES, async (service) => {
        const catalogue = service.get(OntologyRegistry);
        const { definitions } = await catalogue.load(await catalogue.getCurrent(OPERATOR, name));
        process.stdout.write(printOntology(definitions, service.get(Environment).serviceName));
      }),
    );
}

function addCheckCommand(ontology: Command): void {
  ontology
    .command('check')
    .description('list what is wrong with an ontology or has no effect, as CHECK ONTOLOGY does')
    .argument('<name>')
    .action((name: string) =>
      openService(ONTOLOGY_MODULES, async (service) => {
        const found = await service.get(OntologyCheckService).check(OPERATOR, name);
        process.stdout.write(
          printTable(
            ['object', 'line', 'severity', 'message'],
            found.map(({ object, line, severity, message }) => [object, line?.toString() ?? null, severity, message]),
          ),
        );
      }),
    );
}

/** Returns the types of data sources whose drafts use an option. */
function typesWith(option: string): string {
  return DATA_SOURCE_TYPE_NAMES.filter((type) => DATA_SOURCE_TYPES[type].draftOptions.includes(option)).join(' and ');
}

/** Returns the values of an option that is not given, for each type that has one. */
function defaultsOf(option: string): string {
  const defaults = DATA_SOURCE_TYPE_NAMES.flatMap((type) => {
    const { draftDefaults }: DataSourceTraits = DATA_SOURCE_TYPES[type];
    return draftDefaults?.[option] ?? [];
  });
  return `default: ${[...new Set(defaults)].join(' or ')}`;
}

function addBootstrapCommand(ontology: Command): void {
  const type = new Option('--type <type>', 'type of the data source').choices(DATA_SOURCE_TYPE_NAMES);
  ontology
    .command('bootstrap')
    .description('print the draft of an ontology, from the tables and foreign keys of a data source')
    .requiredOption('--name <ontology>', 'of the ontology and of its data source')
    .addOption(type.makeOptionMandatory())
    .option('--host <host>', `${typesWith('host')}: where the server is (${defaultsOf('host')})`)
    .option('--port <port>', `${typesWith('port')} (${defaultsOf('port')})`)
    .option('--database <name>', typesWith('database'))
    .option('--schema <name>', `${typesWith('schema')}: of the tables (${defaultsOf('schema')})`)
    .option('--user <name>', `${typesWith('user')}; the password is read from standard input or a prompt`)
    .option('--no-password', `${typesWith('user')}: the user has none`)
    .option('--path <path>', `${typesWith('path')}: as in OPTIONS (path = ...), below the folder "sources" of DATA_DIR`)
    .addOption(
      new Option(
        '--verify <how>',
        'how guesses of keys are verified: on all rows, on the first rows of each table, or not',
      )
        .choices(VERIFICATIONS)
        .default('full'),
    )
    .option('--keep-names', 'keep the names of tables and columns instead of lower snake case', false)
    .option('--replace', 'the draft replaces an ontology of this name', false)
    .option(
      '--apply',
      'apply the draft as well, with the password that was read; the changes are printed to standard error',
      false,
    )
    .action(async ({ apply, ...options }: BootstrapOptions & { readonly apply: boolean }) => {
      const { script, password } = await bootstrapOntology(options);
      process.stdout.write(script);
      if (apply)
        await runScript({ file: 'the draft', text: script, ontology: undefined, password, output: process.stderr });
    });
}
