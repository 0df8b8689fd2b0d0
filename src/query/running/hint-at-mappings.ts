import { type ColumnReader, findColumnReaders } from '../../compiler/ontology';
import { ServiceError } from '../../errors';
import type { Ontology } from '../../model';
import type { PreparedStatement } from '../planning/prepared-statement';

interface Failed {
  readonly ontology: Ontology;
  readonly prepared: PreparedStatement;
}

/**
 * Adds to an error about a missing column a hint with the mappings of the statement that name the column; returns any other error
 * unchanged. Callers who may query an ontology may read its mappings, so that the hint reveals nothing new.
 */
export function hintAtMappings(error: ServiceError, { ontology, prepared }: Failed): ServiceError {
  const { column, hint = '' } = error.details;
  const { dataSource, mappings } = prepared;
  if (column === undefined || dataSource === undefined) return error;
  const readers = findColumnReaders(ontology, { dataSource, column, mappings });
  if (readers.length === 0) return error;
  const hints = [...readers.map(describe), hint].join('; ');
  return new ServiceError(error.code, error.message, { ...error.details, hint: hints });
}

function describe({ mapping, column, of }: ColumnReader): string {
  return `mapping "${mapping}" reads the column "${column}" for ${of}`;
}
