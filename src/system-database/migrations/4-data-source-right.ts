import { randomUUID } from 'node:crypto';
import { type Knex } from 'knex';
import { isMySql, isPostgreSql } from '../connecting/connect-system-database';

const RIGHT = 'CREATE DATASOURCE';
const [WIDTH, FORMER_WIDTH] = [32, 16];
const QUOTED = /'(?:[^'\\]|\\.|'')*'|`(?:[^`]|``)*`|"(?:[^"\\]|\\.|"")*"/gs;
const DEFINES = /\bCREATE (?:OR REPLACE )?DATASOURCE\b/i;

/** The right to define data sources, which ADMIN on an ontology included before: every user who has defined one receives it. */
export const dataSourceRight: Knex.Migration = {
  async up(database) {
    await setWidth(database, WIDTH);
    const grant = { grantee_kind: 'user', right_name: RIGHT, resource_kind: 'all' };
    for (const id of await findAuthors(database)) {
      const row = { ...grant, grantee_id: id };
      if ((await database('grants').where(row).first('id')) === undefined)
        await database('grants').insert({ id: randomUUID(), ...row, ontology_key: null, part_key: null });
    }
  },
  async down(database) {
    await database('grants').where({ right_name: RIGHT }).delete();
    await setWidth(database, FORMER_WIDTH);
  },
};

/** Sets the width of the column. SQLite stores strings of any length. */
async function setWidth(database: Knex, width: number): Promise<void> {
  if (!isMySql(database) && !isPostgreSql(database)) return;
  await database.schema.alterTable('grants', (table) => {
    table.string('right_name', width).notNullable().alter();
  });
}

/** Returns the ids of the users whose statements define a data source. A later user of the same name does not count. */
async function findAuthors(database: Knex): Promise<ReadonlySet<string>> {
  const rows = await database('ontology_versions as version')
    .join('users as author', 'author.name', 'version.author')
    .whereRaw('version.created_at >= author.created_at')
    .andWhere('version.statements', 'like', '%DATASOURCE%')
    .select<{ id: string; statements: string }[]>('author.id', 'version.statements');
  const authors = rows.filter(({ statements }) => DEFINES.test(statements.replace(QUOTED, "''")));
  return new Set(authors.map(({ id }) => id));
}
