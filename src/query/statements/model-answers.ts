import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { FindSourceTable } from '../../engines';
import { answerRows, type RowFormat, type WholeAnswer } from '../../http';
import type { Caller, Ontology } from '../../model';
import { SourceCatalogues } from '../../ontologies';
import { ModelReader, type ModelReading, type ModelStatement } from './model-reader.service';
import { ObjectIds } from '../planning/object-ids';
import type { FindOntology } from '../planning/system-tables.service';

interface Kept {
  readonly whole: WholeAnswer;
  readonly catalogues: ModelReading['catalogues'];
}

const MEMORY_BYTES = 16 * 2 ** 20;
/** What an entry takes beside its bytes. */
const SIZE_OF_ENTRY = 500;

/**
 * Answers SHOW and DESCRIBE, and keeps what everybody who may see a version of an ontology is answered alike. Whether the caller may is asked
 * every time, and what a data source told counts as long as it tells the same.
 */
@Injectable()
export class ModelAnswers {
  private readonly versions = new ObjectIds();
  private readonly kept = new LRUCache<string, Kept>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ whole }, key) => whole.body.length + key.length + SIZE_OF_ENTRY,
  });

  constructor(
    private readonly reader: ModelReader,
    private readonly sourceCatalogues: SourceCatalogues,
  ) {}

  /** Refuses what could not be read once the ontologies are as `find` gives them. */
  async check(caller: Caller, ontology: string, statement: ModelStatement, find: FindOntology): Promise<void> {
    await this.reader.check(caller, ontology, statement, find);
  }

  async answer(
    caller: Caller,
    { ontology, format }: { readonly ontology: string; readonly format: RowFormat },
    statement: ModelStatement,
  ): Promise<WholeAnswer> {
    const { reader } = this;
    const version =
      reader.knownVersion(caller, ontology, statement) ?? (await reader.versionOf(caller, ontology, statement));
    if (version === undefined) return answerRows((await reader.read(caller, ontology, statement)).rows, format);
    const key = `${this.versions.of(version)} ${format} ${JSON.stringify(statement)}`;
    const known = this.kept.get(key);
    if (known !== undefined && this.isCurrent(version, known)) return known.whole;
    const find = (): Promise<Ontology> => Promise.resolve(version);
    const { rows, catalogues } = await reader.read(caller, ontology, statement, find);
    const whole = answerRows(rows, format);
    if ([...catalogues.values()].every((catalogue) => catalogue !== undefined))
      this.kept.set(key, { whole, catalogues });
    return whole;
  }

  private isCurrent(version: Ontology, { catalogues }: Kept): boolean {
    const isSame = ([dataSource, catalogue]: readonly [string, FindSourceTable | undefined]): boolean =>
      this.sourceCatalogues.find(version, dataSource) === catalogue;
    return catalogues.size === 0 || [...catalogues].every(isSame);
  }
}
