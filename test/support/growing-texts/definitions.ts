import { type Dimension, listed } from './dimension';

const ITEM = 'CREATE CONCEPT item (id integer, name string, PRIMARY KEY (id));';

/**
 * Definitions with a list that can grow, but not all that the grammar has. Each is the end of a script after its ontology and data
 * source.
 */
// prettier-ignore
export const DEFINITIONS: readonly Dimension[] = [
  ['concepts', 400, (n) => listed(n, (i) => `CREATE CONCEPT c${i} (id_${i} integer, PRIMARY KEY (id_${i}));`, ' ')],
  ['concepts below one', 300, (n) => `${ITEM} ${listed(n, (i) => `CREATE CONCEPT c${i} INHERITS (item);`, ' ')}`],
  ['properties', 600, (n) => listed(n, (i) => `CREATE PROPERTY p${i} string;`, ' ')],
  ['calculations', 300, (n) => `CREATE PROPERTY p integer; ${listed(n, (i) => `CREATE PROPERTY p${i} integer AS SELECT p + ${i};`, ' ')}`],
  ['measures', 300, (n) => `CREATE PROPERTY p integer; ${listed(n, (i) => `CREATE MEASURE m${i} integer AS SELECT SUM(p) + ${i};`, ' ')}`],
  ['columns of a concept', 600, (n) => `CREATE CONCEPT c (${listed(n, (i) => `p${i} string`)}, PRIMARY KEY (p0))`],
  ['columns of a key', 300, (n) => `CREATE CONCEPT c (${listed(n, (i) => `p${i} string`)}, PRIMARY KEY (${listed(n, (i) => `p${i}`)}))`],
  ['parts of a label', 300, (n) => `CREATE CONCEPT c (${listed(n, (i) => `p${i} string`)}, PRIMARY KEY (p0), LABEL (${listed(n, (i) => `p${i}`)}))`],
  ['references of a concept', 300, (n) => `${ITEM} CREATE CONCEPT c (own integer, ${listed(n, (i) => `p${i} integer`)}, PRIMARY KEY (own), ${listed(n, (i) => `CONSTRAINT r${i} FOREIGN KEY (p${i}) REFERENCES item (id)`)})`],
  ['tags', 600, (n) => `CREATE PROPERTY p string WITH TAGS (${listed(n, (i) => `t${i} = 'x'`)})`],
  ['mappings of a concept', 300, (n) => `${ITEM} ${listed(n, (i) => `CREATE MAPPING m${i} INTO (item) AS SELECT id, name FROM t${i};`, ' ')}`],
  ['columns of a mapping', 500, (n) => `CREATE CONCEPT c (${listed(n, (i) => `p${i} string`)}, PRIMARY KEY (p0)); CREATE MAPPING m INTO (c) AS SELECT ${listed(n, (i) => `p${i}`)} FROM t`],
  ['conditions of a mapping', 1_000, (n) => `${ITEM} CREATE MAPPING m INTO (item) AS SELECT id, name FROM t WHERE ${listed(n, (i) => `id <> ${i}`, ' AND ')}`],
  ['views', 300, (n) => `${ITEM} ${listed(n, (i) => `CREATE VIEW v${i} AS SELECT name FROM dsvc.item WHERE id > ${i};`, ' ')}`],
  ['columns of a view', 600, (n) => `${ITEM} CREATE VIEW v AS SELECT ${listed(n, (i) => `name AS c${i}`)} FROM dsvc.item`],
  ['policies', 300, (n) => `${ITEM} ${listed(n, (i) => `CREATE POLICY f${i} FILTER item WHERE id > ${i} TO ROLE r${i};`, ' ')}`],
  ['roles of a policy', 1_000, (n) => `${ITEM} CREATE POLICY f FILTER item WHERE id > 1 TO ROLE ${listed(n, (i) => `r${i}`)}`],
];
