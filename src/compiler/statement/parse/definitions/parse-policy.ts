import type { CreateFilterPolicy, CreateMaskPolicy, MaskFunction } from '../../definition.ast';
import { parseRoles } from './parse-clauses';
import type { TokenCursor } from '../tokens/token-cursor';

/** Parses `POLICY x MASK PROPERTY p [OF c] WITH f(..) [EXCEPT ROLE ..]` or `POLICY x FILTER c WHERE .. TO ROLE ..`, from the name. */
export function parsePolicy(cursor: TokenCursor, orReplace: boolean): CreateMaskPolicy | CreateFilterPolicy {
  const name = cursor.name('a name for the policy');
  if (cursor.expectAny(['MASK', 'FILTER']) === 'FILTER') {
    return { kind: 'create-filter-policy', orReplace, name, ...parseFilter(cursor) };
  }
  cursor.expect('PROPERTY');
  const property = cursor.name('a property');
  const concept = cursor.take('OF') ? cursor.name('a concept') : undefined;
  cursor.expect('WITH');
  const mask = parseMask(cursor);
  const exceptRoles = cursor.take('EXCEPT') ? parseRoles(cursor) : [];
  return { kind: 'create-mask-policy', orReplace, name, property, concept, mask, exceptRoles };
}

function parseFilter(cursor: TokenCursor): Pick<CreateFilterPolicy, 'concept' | 'where' | 'roles'> {
  const concept = cursor.name('a concept');
  cursor.expect('WHERE');
  const where = cursor.expression();
  cursor.expect('TO');
  return { concept, where, roles: parseRoles(cursor) };
}

/** Parses `f` or `f(..)`. Reserved words are accepted as names because NULL is a mask. */
function parseMask(cursor: TokenCursor): MaskFunction {
  const name = cursor.memberName();
  if (!cursor.at('(')) return { name, arguments: [] };
  if (cursor.take('(', ')')) return { name, arguments: [] };
  return { name, arguments: cursor.enclosed(() => parseArgument(cursor)) };
}

function parseArgument(cursor: TokenCursor): string {
  return cursor.peek().kind === 'integer' ? cursor.next().value : cursor.string('a string or a whole number');
}
