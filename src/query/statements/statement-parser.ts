import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { isRead, parseStatements, type Statement } from '../../compiler/statement';
import { Environment } from '../../config';
import { CompileFigures } from '../planning/compile-figures';

const LONGEST_TEXT = 10_000;

/** Parses a string to its statements. A single statement that reads is cached, so that a repeated request is not parsed again. */
@Injectable()
export class StatementParser {
  private readonly known: LRUCache<string, readonly Statement[]> | undefined;

  constructor(
    { planCacheSize }: Environment,
    private readonly figures: CompileFigures,
  ) {
    if (planCacheSize > 0) this.known = new LRUCache({ max: planCacheSize });
  }

  parse(text: string): readonly Statement[] {
    const known = this.known?.get(text);
    if (known !== undefined) return known;
    this.figures.parsed++;
    const statements = parseStatements(text);
    if (text.length <= LONGEST_TEXT && statements.length === 1 && statements.every(reads))
      this.known?.set(text, statements);
    return statements;
  }
}

function reads(statement: Statement): boolean {
  return statement.kind === 'query' || isRead(statement);
}
