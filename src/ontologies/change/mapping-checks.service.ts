import { Injectable } from '@nestjs/common';
import { Environment } from '../../config';
import { type DataSourceConnection } from '../../engines';
import { ServiceError } from '../../errors';
import { type Caller, type Ontology } from '../../model';
import { DataSourcesService } from '../sources/data-sources.service';
import { type AppliedMapping, appliedMappings } from './applied-mappings';
import { changeSecrets } from './change-secrets';
import { type Finding, findFaults, type TellReason } from './mapping-findings';
import { type Notice } from './notice';
import { SourceTrialsService } from './source-trials.service';
import { type Workspace } from './workspace';

/** The time limit of the check of one data source, in milliseconds. Longer than opening one may take (`OPENING_MS`). */
const LIMIT_MS = 3_000;
/** The most faults that one error lists. */
const MOST_LISTED = 5;

/** An ontology on whose behalf mappings are checked. `secrets` are those of data sources that are not stored. */
interface Draft {
  readonly caller: Caller;
  readonly ontology: Ontology;
  readonly secrets: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/** The mappings of a data source that is to be checked, and on whose behalf. */
interface Check {
  readonly caller: Caller;
  readonly ontology: Ontology;
  readonly dataSource: string;
  readonly mappings: readonly AppliedMapping[];
}

/**
 * Checks the mappings of a request against the tables of their data sources, which are asked once. The callers have
 * ADMIN on each of these data sources, because they define mappings on it.
 */
@Injectable()
export class MappingChecksService {
  constructor(
    private readonly environment: Environment,
    private readonly dataSources: DataSourcesService,
    private readonly trials: SourceTrialsService,
  ) {}

  /** Rejects mappings that do not fit their tables, or returns warnings about them, as `check_mappings` says. */
  async check(caller: Caller, workspace: Workspace, ontology: Ontology): Promise<readonly Notice[]> {
    const setting = ontology.settings.get('check_mappings') ?? this.environment.checkMappings;
    if (setting === 'off') return [];
    const secrets = new Map(changeSecrets(workspace).map((change) => [change.dataSource, change.secrets ?? {}]));
    const applied = appliedMappings(workspace, ontology);
    const findings = await this.findAll({ caller, ontology, secrets }, applied);
    const faults = findings.filter(({ kind }) => kind === 'fault');
    const isRestored = workspace.statements.some(({ kind }) => kind === 'restore-ontology');
    if (setting === 'refuse' && faults.length > 0 && !isRestored) throw refusalOf(faults);
    return findings.map(({ message, hint, offset }) => ({ text: [message, hint].filter(Boolean).join('; '), offset }));
  }

  /** Returns what is wrong with these mappings, by the key of their data source, or why they cannot be checked. */
  async findAll(
    { caller, ontology, secrets }: Draft,
    bySource: ReadonlyMap<string, readonly AppliedMapping[]>,
  ): Promise<readonly Finding[]> {
    const checks = [...bySource].map(([dataSource, mappings]) =>
      this.findings({ caller, ontology, dataSource, mappings }, () =>
        this.dataSources.connectionOfDraft(ontology, dataSource, secrets.get(dataSource)),
      ),
    );
    return (await Promise.all(checks)).flat();
  }

  private async findings(check: Check, connect: () => Promise<DataSourceConnection>): Promise<readonly Finding[]> {
    const { caller, ontology, dataSource, mappings } = check;
    const tell: TellReason = (error) => this.trials.reasonFor(caller, { ontology: ontology.name, dataSource }, error);
    try {
      return await this.trials.run(await connect(), LIMIT_MS, (engine) => findFaults(engine, mappings, tell));
    } catch (error) {
      if (error instanceof ServiceError) return [unchecked(check, error.code, tell(error))];
      throw error;
    }
  }
}

function unchecked({ ontology, dataSource, mappings }: Check, code: string, reason: string | undefined): Finding {
  const name = ontology.dataSources.get(dataSource)?.name ?? dataSource;
  const why = reason === undefined ? code : `${code}: ${reason}`;
  const names = mappings.map(({ mapping }) => `\`${mapping.name}\``).join(', ');
  const message = `data source \`${name}\` cannot be read (${why}): not checked: ${names}`;
  return { kind: 'unchecked', name, message };
}

function refusalOf([first, ...others]: readonly Finding[]): ServiceError {
  const more = others.slice(0, MOST_LISTED).map(({ message }) => message);
  const rest = others.length > MOST_LISTED ? [`and ${others.length - MOST_LISTED} more`] : [];
  const hint = [first?.hint, ...more, ...rest].filter((part) => part !== undefined).join('; ');
  return new ServiceError('ontology_invalid', first?.message ?? '', {
    hint: hint === '' ? undefined : hint,
    offset: first?.offset,
  });
}
