import { Injectable } from '@nestjs/common';
import { listWarnings, type OntologyDefinitions } from '../../compiler/ontology';
import { Environment } from '../../config';
import { type GivenRows } from '../../http';
import { allows, type Caller, type Mapping, nameKey, type Ontology } from '../../model';
import { type AppliedMapping } from '../change/applied-mappings';
import { listUnplanned } from '../change/check-statements';
import { MappingChecksService } from '../change/mapping-checks.service';
import { type Finding } from '../change/mapping-findings';
import { requireRight } from '../rights/check-statement-rights';
import { OntologyRegistry } from '../versions/ontology-registry';
import { VersionsRepository } from '../versions/versions.repository';
import { findQuotedMappings } from './find-quoted-mappings';
import { ScriptLines } from './script-lines';

/** Something that a check found. `line` is the line of the definition in the script of SHOW CREATE ONTOLOGY. */
interface CheckRow {
  readonly object: string;
  readonly line: number | null;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** A definition as it stands in the script, and what is said about it. */
interface Note {
  readonly kind: string;
  readonly name: string;
  readonly text: string;
  readonly severity?: CheckRow['severity'];
}

/** One version of an ontology. */
interface Checked {
  readonly id: string;
  readonly definitions: OntologyDefinitions;
  readonly ontology: Ontology;
}

/** Checks a stored ontology as a whole (CHECK ONTOLOGY). */
@Injectable()
export class OntologyCheckService {
  constructor(
    private readonly environment: Environment,
    private readonly registry: OntologyRegistry,
    private readonly versions: VersionsRepository,
    private readonly mappings: MappingChecksService,
  ) {}

  /** Returns what is wrong with an ontology or has no effect, in the order of its script. The caller must have EDIT on it. */
  async check(caller: Caller, name: string): Promise<readonly CheckRow[]> {
    const current = await this.registry.getCurrent(caller, name);
    requireRight(caller, 'EDIT', { kind: 'ontology', ontology: current.name }, `ontology "${current.name}"`);
    const { definitions, ontology } = await this.registry.load(current);
    const lines = new ScriptLines(definitions, this.environment.serviceName);
    const notes: readonly Note[] = [
      ...(await this.checkMappings(caller, ontology)),
      ...listWarnings(ontology, definitions, lines.statements),
      ...listUnplanned(ontology, this.environment.serviceName),
      ...(await this.quotedMappings({ id: current.id, definitions, ontology })),
    ];
    return notes.map((note) => rowOf(note, lines)).toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
  }

  /** Returns the rows of `check` as an answer. */
  async rows(caller: Caller, name: string): Promise<GivenRows> {
    const rows = await this.check(caller, name);
    return {
      columns: [
        { name: 'object', type: 'string' },
        { name: 'line', type: 'integer' },
        { name: 'severity', type: 'string' },
        { name: 'message', type: 'string' },
      ],
      rows: rows.map(({ object, line, severity, message }) => [object, line, severity, message]),
    };
  }

  private async checkMappings(caller: Caller, ontology: Ontology): Promise<readonly Note[]> {
    const bySource = new Map<string, AppliedMapping[]>();
    for (const mapping of ontology.mappings.values())
      bySource.set(mapping.dataSource, [...(bySource.get(mapping.dataSource) ?? []), { mapping, at: undefined }]);
    const findings = await this.mappings.findAll({ caller, ontology, secrets: new Map() }, bySource);
    return findings.flatMap((finding) => noteOf(caller, ontology, finding));
  }

  /** Returns the mappings that keep an earlier meaning of double quotes. */
  private async quotedMappings({ id, definitions }: Checked): Promise<readonly Note[]> {
    const kept = await this.versions.list(id);
    const scripts = await Promise.all(kept.map((version) => this.versions.findScript(id, version.id)));
    const found = findQuotedMappings(
      definitions,
      scripts.filter((script) => script !== undefined),
    );
    return found.map(({ name, texts }) => {
      const text = `keeps an earlier reading of double quotes, as strings: ${texts.join(', ')}`;
      return { kind: 'mapping', name, text };
    });
  }
}

/** Returns what the caller may know of a finding: the names in a mapping only with ADMIN on its data source. */
function noteOf(caller: Caller, { name: ontology, mappings }: Ontology, finding: Finding): readonly Note[] {
  const { kind, name, message, hint } = finding;
  if (kind === 'unchecked')
    return [{ kind: 'data source', name, text: message.replace(`data source \`${name}\` `, '') }];
  const mapping: Mapping | undefined = mappings.get(nameKey(name));
  const resource = { kind: 'datasource', ontology, dataSource: mapping?.dataSource ?? '' } as const;
  const text = [message, hint].filter((part) => part !== undefined).join('; ');
  const shown = allows(caller, 'ADMIN', resource) ? text : 'does not fit its data source (ontology_invalid)';
  return [{ kind: 'mapping', name, text: shown, severity: 'error' }];
}

function rowOf({ kind, name, text, severity = 'warning' }: Note, lines: ScriptLines): CheckRow {
  const object = `${kind} \`${name}\``;
  const message = text.startsWith(`${object}: `) ? text.slice(object.length + 2) : text;
  return { object, line: lines.lineOf(kind, name), severity, message };
}
