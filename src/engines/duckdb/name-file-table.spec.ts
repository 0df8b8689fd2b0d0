import { formatOfFile, nameFile, nameFileTable } from './name-file-table';

describe('nameFileTable', () => {
  it.each([
    ['tracks.csv', 'tracks'],
    ['exports/tracks.parquet', 'tracks'],
    ['exports/tracks.2024.csv.gz', 'tracks.2024'],
    ['exports/sales_*.csv', 'sales'],
    ['exports/sales-2024-??.parquet', 'sales-2024'],
    ['exports/*.parquet', 'exports'],
    ['a/b/[0-9]*.json', 'b'],
    ['exports/*/*.csv', 'exports'],
    ['exports/**/sales_*.csv', 'exports'],
    ['exports/2024_?/sales.csv', 'exports'],
    ['*.csv', 'sources'],
    ['*/sales.csv', 'sources'],
  ])('names the table of %s %s', (path, table) => {
    expect(nameFileTable(path)).toBe(table);
  });
});

describe('nameFile', () => {
  it.each([
    ['exports/tracks.2024.csv.gz', 'tracks.2024'],
    ['exports/a[1]*.json', 'a[1]*'],
  ])('names the table of the file %s %s', (path, table) => {
    expect(nameFile(path)).toBe(table);
  });
});

describe('formatOfFile', () => {
  it.each([
    ['a.csv', 'csv'],
    ['a.TSV.gz', 'csv'],
    ['a.json', 'json'],
    ['a.ndjson.zst', 'json'],
    ['a.parquet', 'parquet'],
    ['a.duckdb', undefined],
    ['csv', undefined],
  ])('returns for %s: %s', (path, format) => {
    expect(formatOfFile(path)).toBe(format);
  });
});
