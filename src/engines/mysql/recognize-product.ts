/** The members of the MySQL family that are distinguished; any other server counts as MySQL. */
export type Product = 'MariaDB' | 'MySQL' | 'TiDB' | 'StarRocks' | 'Doris' | 'SingleStore' | 'Vitess';

const MARKS: readonly (readonly [RegExp, Product])[] = [
  [/TiDB/i, 'TiDB'],
  [/Vitess|vtgate/i, 'Vitess'],
  [/StarRocks/i, 'StarRocks'],
  [/Doris/i, 'Doris'],
  [/SingleStore|MemSQL/i, 'SingleStore'],
  [/MariaDB/i, 'MariaDB'],
];

/** Recognizes a product by `VERSION()` and `@@version_comment`. */
export function recognizeProduct(version: string, comment: string | null): Product {
  return MARKS.find(([mark]) => mark.test(`${version} ${comment ?? ''}`))?.[1] ?? 'MySQL';
}

/** Returns the statement that ends a connection; undefined if the server has none, and stops when the connection is closed. */
export function killStatement(product: Product | undefined, threadId: number): string | undefined {
  if (product === 'Vitess') return undefined;
  return product === 'TiDB' ? `KILL TIDB ${threadId}` : `KILL ${threadId}`;
}
