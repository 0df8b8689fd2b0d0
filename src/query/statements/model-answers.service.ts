import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { FindSourceTable } from '../../engines';
import type { GivenRows, WholeAnswer } from '../../http';
import type { Caller, Ontology } from '../../model';
import { MetadataCacheService } from '../../ontologies';
import { type Inspection, InspectionsService, isInspection } from './inspections.service';
import { ModelReaderService, type ModelReading, type ModelStatement } from './model-reader.service';
import type { AppliedRequest } from './statement-request';
import { cutRows } from './cut-rows';
import { warned } from './warned';
import { RowEncoderService } from '../running/row-encoder.service';
import { SourcesService } from '../sources/sources.service';
import { ObjectIds } from '../planning/plan-cache';
import type { FindOntology } from '../planning/system-tables.service';

interface Kept {
  readonly whole: WholeAnswer;
  readonly catalogues: ModelReading['catalogues'];
}

type Asked = ModelStatement | Inspection;

const MEMORY_BYTES = 16 * 2 ** 20;
/** The size of an entry besides its body and key, in bytes. */
const SIZE_OF_ENTRY = 500;

/**
 * Runs the statements that read the model, and caches responses that are the same for all callers who may see a version of an ontology. The access of the
 * caller is checked for each request. A response that depends on catalogues of data sources is reused only while these are the same.
 */
@Injectable()
export class ModelAnswersService {
  private readonly versions = new ObjectIds();
  private readonly kept = new LRUCache<string, Kept>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ whole }, key) => whole.body.length + key.length + SIZE_OF_ENTRY,
  });

  constructor(
    private readonly reader: ModelReaderService,
    private readonly sources: SourcesService,
    private readonly metadata: MetadataCacheService,
    private readonly inspections: InspectionsService,
    private readonly encoder: RowEncoderService,
  ) {}

  /** Rejects a statement that would fail with the ontologies that `find` returns. */
  async check(caller: Caller, ontology: string, statement: Asked, find: FindOntology): Promise<void> {
    if (isInspection(statement)) await this.inspections.check(caller, ontology, statement, find);
    else await this.reader.check(caller, ontology, statement, find);
  }

  async answer(
    caller: Caller,
    request: Pick<AppliedRequest, 'ontology' | 'format' | 'columns' | 'cut' | 'warnings' | 'find'>,
    statement: Asked,
  ): Promise<WholeAnswer> {
    const { reader } = this;
    const { ontology, format, columns, cut, warnings, find } = request;
    if (isInspection(statement)) {
      const rows = await this.inspections.rows(caller, ontology, statement, find);
      return await this.answerRows(rows, request, warned(request));
    }
    if (warnings.length > 0 || find !== undefined)
      return await this.answerRows(
        (await reader.read(caller, ontology, statement, find)).rows,
        request,
        warned(request),
      );
    const version =
      reader.knownVersion(caller, ontology, statement) ?? (await reader.versionOf(caller, ontology, statement));
    if (version === undefined)
      return await this.answerRows((await reader.read(caller, ontology, statement)).rows, request);
    const key = `${this.versions.of(version)} ${format} ${columns} ${JSON.stringify([cut, statement])}`;
    const known = this.kept.get(key);
    if (known !== undefined && this.isCurrent(version, known)) return known.whole;
    const { rows, catalogues } = await this.read(caller, ontology, { version, statement });
    const whole = await this.answerRows(rows, request);
    if ([...catalogues.values()].every((catalogue) => catalogue !== undefined))
      this.kept.set(key, { whole, catalogues });
    return whole;
  }

  /** Reads the rows of a statement. Rows that depend on no data source are cached with the other metadata, for all instances. */
  private async read(
    caller: Caller,
    ontologyName: string,
    { version, statement }: { readonly version: Ontology; readonly statement: ModelStatement },
  ): Promise<ModelReading> {
    const read = (): Promise<ModelReading> =>
      this.reader.read(caller, ontologyName, statement, () => Promise.resolve(version));
    if (statement.kind === 'describe-concept') return read();
    const what = JSON.stringify([ontologyName, statement]);
    const rows = await this.metadata.find(caller, version, what, async () => (await read()).rows);
    return { rows, catalogues: new Map() };
  }

  private isCurrent(version: Ontology, { catalogues }: Kept): boolean {
    const isSame = ([dataSource, catalogue]: readonly [string, FindSourceTable | undefined]): boolean =>
      this.sources.findCatalogue(version, dataSource) === catalogue;
    return catalogues.size === 0 || [...catalogues].every(isSame);
  }

  /** Returns the response with the rows that the request selects. */
  answerRows(
    rows: GivenRows,
    request: Pick<AppliedRequest, 'format' | 'columns' | 'cut'>,
    members?: Readonly<Record<string, unknown>>,
  ): Promise<WholeAnswer> {
    return this.encoder.answerRows(cutRows(rows, request.cut), request, members);
  }
}
