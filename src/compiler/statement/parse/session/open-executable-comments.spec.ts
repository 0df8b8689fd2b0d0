import { openExecutableComments } from './open-executable-comments';

describe('openExecutableComments', () => {
  it.each([
    ['SELECT /*!40001 SQL_NO_CACHE */ a', 'SELECT          SQL_NO_CACHE    a'],
    ['/*!40101 SET NAMES utf8 */', '         SET NAMES utf8   '],
    ['/*M!100100 SET a = 1 */;', '           SET a = 1   ;'],
    ['/*! a */ /*! b */', '    a        b   '],
    ["SELECT '/*! a */'", "SELECT '/*! a */'"],
    ['SELECT "/*! a */", `/*! b */`', 'SELECT "/*! a */", `/*! b */`'],
    ['SELECT 1 /* /*! a */', 'SELECT 1 /* /*! a */'],
    ['SELECT 1 -- /*! a */\n, /*! 2 */', 'SELECT 1 -- /*! a */\n,     2   '],
    ['SELECT 1 # /*! a */', 'SELECT 1 # /*! a */'],
    ["SELECT /*! 'it''s */ here' */ AS a", "SELECT     'it''s */ here'    AS a"],
    ['SELECT 2 */ 1 /*! a', 'SELECT 2 */ 1     a'],
    ['SELECT 1', 'SELECT 1'],
  ])('%s', (text, expected) => {
    expect(openExecutableComments(text)).toBe(expected);
    expect(openExecutableComments(text)).toHaveLength(text.length);
  });
});
