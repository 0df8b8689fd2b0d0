import type { DataSourceType } from '../../../../model';
import { DATA_SOURCE_ALIASES, DATA_SOURCE_TYPE_NAMES } from '../../../dialects';
import { parseRole, parseToken, parseUser } from './parse-account';
import { skipOntologyWord } from './parse-change';
import { parseDataSourceOptions, takeDescription } from './parse-clauses';
import { parseConcept } from './parse-concept';
import type { CreateDataSource, CreateOntology, StatementBody } from '../../definition.ast';
import { parseMapping } from './parse-mapping';
import { parsePolicy } from './parse-policy';
import { parseMeasure, parseProperty } from './parse-property';
import type { TokenCursor } from '../tokens/token-cursor';
import { parseView } from './parse-view';

type Rule = (cursor: TokenCursor, orReplace: boolean) => StatementBody;

const RULES = {
  ONTOLOGY: parseOntology,
  DATASOURCE: parseDataSource,
  PROPERTY: parseProperty,
  MEASURE: parseMeasure,
  CONCEPT: parseConcept,
  MAPPING: parseMapping,
  VIEW: (cursor, orReplace) => parseView(cursor, orReplace, false),
  CUBE: (cursor, orReplace) => parseView(cursor, orReplace, true),
  POLICY: parsePolicy,
  USER: parseUser,
  ROLE: parseRole,
  TOKEN: parseToken,
} satisfies Record<string, Rule>;
const WORDS = Object.keys(RULES) as (keyof typeof RULES)[];

const DATA_SOURCE_WORDS = [...DATA_SOURCE_TYPE_NAMES, ...DATA_SOURCE_ALIASES.keys()].map((word) => word.toUpperCase());

/** Parses `[OR REPLACE]` and the definition, after CREATE. Rejects OR REPLACE for users, roles and tokens. */
export function parseCreate(cursor: TokenCursor): StatementBody {
  const { at } = cursor.peek();
  const orReplace = cursor.take('OR', 'REPLACE');
  skipOntologyWord(cursor);
  const word = cursor.expectAny(WORDS);
  if (orReplace && (word === 'USER' || word === 'ROLE' || word === 'TOKEN')) {
    cursor.refuse({ message: `OR REPLACE is not allowed with ${word}` }, at);
  }
  const rule: Rule = RULES[word];
  return rule(cursor, orReplace);
}

function parseOntology(cursor: TokenCursor, orReplace: boolean): CreateOntology {
  const name = cursor.name('a name for the ontology');
  return { kind: 'create-ontology', orReplace, name, description: takeDescription(cursor) };
}

function parseDataSource(cursor: TokenCursor, orReplace: boolean): CreateDataSource {
  const name = cursor.name('a name for the data source');
  return { kind: 'create-datasource', orReplace, name, ...parseDataSourceType(cursor) };
}

/** Parses `TYPE x [OPTIONS (..)]`. */
export function parseDataSourceType(cursor: TokenCursor): Pick<CreateDataSource, 'type' | 'options'> {
  cursor.expect('TYPE');
  const word = cursor.expectAny(DATA_SOURCE_WORDS).toLowerCase();
  const type = DATA_SOURCE_ALIASES.get(word) ?? (word as DataSourceType);
  return { type, options: parseDataSourceOptions(cursor) };
}
