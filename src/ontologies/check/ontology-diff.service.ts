import { Injectable } from '@nestjs/common';
import { buildOntology, type OntologyDefinitions, readScript } from '../../compiler/ontology';
import { Environment } from '../../config';
import { ServiceError } from '../../errors';
import { type Caller, type Cell, type Identifier, type Ontology } from '../../model';
import { hideDefinitions } from '../rights/hide-definitions';
import { modelRows, type ModelRows } from '../show/model-rows';
import { OntologyRegistry } from '../versions/ontology-registry';
import { VersionsRepository } from '../versions/versions.repository';
import { diffDefinitions } from './diff-definitions';
import { findBreaks } from './find-breaks';

const COLUMNS = { object: 'string', change: 'string', before: 'string', after: 'string', message: 'string' } as const;

/** An ontology, and the ids of two of its versions. */
interface Versions {
  readonly name: Identifier;
  readonly from: Identifier;
  readonly to: Identifier;
}

/** Compares two stored versions of an ontology (SHOW DIFF). */
@Injectable()
export class OntologyDiffService {
  constructor(
    private readonly environment: Environment,
    private readonly registry: OntologyRegistry,
    private readonly versions: VersionsRepository,
  ) {}

  /**
   * Returns the definitions that differ, without those that the caller may not read, and then what statements cannot read any more. Rejects
   * a version that the ontology does not have.
   */
  async rows(caller: Caller, { name, from, to }: Versions): Promise<ModelRows> {
    const current = await this.registry.getCurrent(caller, name.name);
    const [before, after] = [await this.load(current, from), await this.load(current, to)];
    const differences = diffDefinitions(hideDefinitions(caller, before), hideDefinitions(caller, after));
    const { serviceName } = this.environment;
    const build = (definitions: OntologyDefinitions): Ontology => buildOntology(definitions, '', serviceName);
    const breaks = findBreaks(build(before), build(after), serviceName);
    return modelRows(COLUMNS, [
      ...differences.map((row): Cell[] => [row.object, row.change, row.before, row.after, null]),
      ...breaks.map(({ object, message }): Cell[] => [object, 'broken', null, null, message]),
    ]);
  }

  private async load(
    current: { readonly id: string; readonly name: string },
    version: Identifier,
  ): Promise<OntologyDefinitions> {
    const script = await this.versions.findScript(current.id, version.name);
    if (script !== undefined) return readScript(script, this.environment.serviceName);
    throw new ServiceError('ontology_unknown_definition', `ontology "${current.name}" has no version ${version.name}`, {
      hint: 'SHOW HISTORY lists the versions',
      offset: version.at,
    });
  }
}
