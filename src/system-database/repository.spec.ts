import { Injectable } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { type Knex } from 'knex';
import { connectSystemDatabase } from './connecting/connect-system-database';
import { Repository } from './repository';
import { runTransaction } from './run-transaction';
import { SYSTEM_DATABASE } from './system-database.provider';

@Injectable()
class WordsRepository extends Repository {
  async insert(word: string): Promise<void> {
    await this.database('words').insert({ word });
  }

  async list(): Promise<readonly string[]> {
    return this.database('words').orderBy('word').pluck('word');
  }
}

describe('Repository', () => {
  let database: Knex;
  let words: WordsRepository;

  beforeAll(async () => {
    database = await connectSystemDatabase('sqlite::memory:');
    await database.schema.createTable('words', (table) => table.string('word'));
    const providers = [{ provide: SYSTEM_DATABASE, useValue: database }, WordsRepository];
    words = (await Test.createTestingModule({ providers }).compile()).get(WordsRepository);
  });
  afterAll(() => database.destroy());

  it('writes to the injected pool', async () => {
    await words.insert('pool');
    expect(await words.list()).toEqual(['pool']);
  });

  it('commits and rolls back with its transaction', async () => {
    await runTransaction(database, (transaction) => words.in(transaction).insert('kept'));
    const failing = runTransaction(database, async (transaction) => {
      await words.in(transaction).insert('lost');
      expect(await words.in(transaction).list()).toContain('lost');
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await words.list()).toEqual(['kept', 'pool']);
  });

  it('returns an instance of its own class inside a transaction', async () => {
    await runTransaction(database, (transaction) => {
      expect(words.in(transaction)).toBeInstanceOf(WordsRepository);
      return Promise.resolve();
    });
  });
});
