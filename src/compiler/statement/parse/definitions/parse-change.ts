import type {
  AlterDataSource,
  AlterOntology,
  AlterTag,
  DroppableKind,
  RestoreOntology,
  StatementBody,
  TaggedKind,
} from '../../definition.ast';
import { parseAlterUser } from './parse-account';
import { parseOption, takeDescription } from './parse-clauses';
import type { TokenCursor } from '../tokens/token-cursor';

const TAGGED = { CONCEPT: 'concept', PROPERTY: 'property', VIEW: 'view' } satisfies Record<string, TaggedKind>;
const DROPPED = {
  CONCEPT: 'concept',
  PROPERTY: 'property',
  MEASURE: 'measure',
  MAPPING: 'mapping',
  VIEW: 'view',
  CUBE: 'view',
  POLICY: 'policy',
} satisfies Record<string, DroppableKind>;

const keysOf = <Key extends string>(table: Record<Key, unknown>): Key[] => Object.keys(table) as Key[];

/** Parses ALTER of an ontology, a data source, a user, or the tags of a definition, after ALTER. */
export function parseAlter(cursor: TokenCursor): StatementBody {
  skipOntologyWord(cursor);
  const word = cursor.expectAny(['ONTOLOGY', 'DATASOURCE', 'USER', ...keysOf(TAGGED)]);
  switch (word) {
    case 'ONTOLOGY':
      return parseAlterOntology(cursor);
    case 'DATASOURCE':
      return parseAlterDataSource(cursor);
    case 'USER':
      return parseAlterUser(cursor);
    default:
      return parseAlterTag(cursor, TAGGED[word]);
  }
}

/** Skips the optional word ONTOLOGY in `ONTOLOGY VIEW x` and `ONTOLOGY CUBE x`. */
export function skipOntologyWord(cursor: TokenCursor): void {
  if ((cursor.at('ONTOLOGY', 'VIEW') || cursor.at('ONTOLOGY', 'CUBE')) && cursor.atName(2)) cursor.next();
}

function parseAlterOntology(cursor: TokenCursor): AlterOntology {
  const name = cursor.name('an ontology');
  cursor.expect('SET');
  const { at } = cursor.peek();
  const description = takeDescription(cursor);
  const setting =
    description === undefined ? parseOption(cursor) : { name: { name: 'description', at }, value: description };
  return { kind: 'alter-ontology', name, setting };
}

function parseAlterDataSource(cursor: TokenCursor): AlterDataSource {
  const name = cursor.name('a data source');
  cursor.expect('SET', 'ACTIVE');
  return { kind: 'alter-datasource', name, action: 'set-active' };
}

function parseAlterTag(cursor: TokenCursor, target: TaggedKind): AlterTag {
  const name = cursor.name(`a ${target}`);
  const isUpdate = cursor.expectAny(['UPDATE', 'DROP']) === 'UPDATE';
  cursor.expect('TAG');
  const action: AlterTag['action'] = isUpdate
    ? { kind: 'update', tag: parseOption(cursor) }
    : { kind: 'drop', tag: cursor.memberName() };
  return { kind: 'alter-tag', target, name, action };
}

/** Parses DROP of every kind of object that CREATE accepts, after DROP. */
export function parseDrop(cursor: TokenCursor): StatementBody {
  skipOntologyWord(cursor);
  const word = cursor.expectAny(['ONTOLOGY', 'DATASOURCE', 'USER', 'ROLE', ...keysOf(DROPPED)]);
  const name = cursor.name();
  switch (word) {
    case 'ONTOLOGY':
      return { kind: 'drop-ontology', name };
    case 'DATASOURCE':
      return { kind: 'drop-datasource', name, cascade: cursor.take('CASCADE') };
    case 'USER':
      return { kind: 'drop-user', name };
    case 'ROLE':
      return { kind: 'drop-role', name };
    default:
      return { kind: 'drop', target: DROPPED[word], name, cascade: cursor.take('CASCADE') };
  }
}

/** Parses `ONTOLOGY x TO VERSION '...'`, after RESTORE. */
export function parseRestore(cursor: TokenCursor): RestoreOntology {
  cursor.expect('ONTOLOGY');
  const name = cursor.name('an ontology');
  cursor.expect('TO', 'VERSION');
  return { kind: 'restore-ontology', name, version: cursor.string('the version as a string') };
}
