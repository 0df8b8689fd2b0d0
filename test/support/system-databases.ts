import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMariaDbDatabase, type MariaDbDatabase } from './mariadb';
import { describeWithMariaDb } from './services';

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
}
