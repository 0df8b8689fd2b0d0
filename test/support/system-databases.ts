import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMariaDbDatabase, type MariaDbDatabase } from './mariadb';
import { createPostgreSqlDatabase, type PostgreSqlDatabase } from './postgresql';
import { describeWithMariaDb, describeWithPostgreSql } from './services';

/** Declares a suite for each kind of system database, whose URL is known when the tests run. */
export function onEachSystemDatabase(purpose: string, declare: (databaseUrl: () => string) => void): void {
  describe(`${purpose} on SQLite`, () => {
    const folder = mkdtempSync(join(tmpdir(), `${purpose}-test-`));
    afterAll(() => {
      rmSync(folder, { recursive: true });
    });
    declare(() => `sqlite:${join(folder, 'system.db')}`);
  });
  describeWithMariaDb(`${purpose} on MariaDB`, () => {
    let database: MariaDbDatabase;
    beforeAll(async () => {
      database = await createMariaDbDatabase(purpose);
    });
    afterAll(() => database.drop());
    declare(() => database.url);
  });
  describeWithPostgreSql(`${purpose} on PostgreSQL`, () => {
    let database: PostgreSqlDatabase;
    beforeAll(async () => {
      database = await createPostgreSqlDatabase(purpose);
    });
    afterAll(() => database.drop());
    declare(() => database.url);
  });
}
