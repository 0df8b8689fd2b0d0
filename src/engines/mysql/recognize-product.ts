/** The members of the MySQL family that are told apart; what is none of the others passes for MySQL. */
export type Product = 'MariaDB' | 'MySQL' | 'TiDB' | 'StarRocks' | 'Doris' | 'SingleStore' | 'Vitess';

const MARKS: readonly (readonly [RegExp, Product])[] = [
  [/TiDB/i, 'TiDB'],
  [/Vitess|vtgate/i, 'Vitess'],
  [/StarRocks/i, 'StarRocks'],
  [/Doris/i, 'Doris'],
  [/SingleStore|MemSQL/i, 'SingleStore'],
  [/MariaDB/i, 'MariaDB'],
];

/** Which server calls itself so in `VERSION()` and `@@version_comment`. */
export function recognizeProduct(version: string, comment: string | null): Product {
  return MARKS.find(([mark]) => mark.test(`${version} ${comment ?? ''}`))?.[1] ?? 'MySQL';
}

/** The statement that ends a connection; undefined where the server knows none, and hears of it by the connection's end. */
export function killStatement(product: Product | undefined, threadId: number): string | undefined {
  if (product === 'Vitess') return undefined;
  return product === 'TiDB' ? `KILL TIDB ${threadId}` : `KILL ${threadId}`;
}
