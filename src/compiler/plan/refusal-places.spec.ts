import { contextOf, ontologyOf, parseQuery, READER } from '../../../test/support/compile';
import { type ErrorCode, ServiceError } from '../../errors';
import type { Caller, SourceTable } from '../../model';
import { planStatement } from './select/plan-query';

const SHOP = `
  CREATE DATASOURCE other TYPE duckdb OPTIONS (path = 'other.duckdb');
  CREATE MEASURE turnover decimal(10,2) AS SELECT SUM(amount);
  CREATE MEASURE shops integer AS SELECT COUNT(shop_id);
  CREATE CONCEPT shop (shop_id integer, shop_name string, opened date, shops measure integer, PRIMARY KEY (shop_id),
    CONSTRAINT tag MULTIVALUE string, CONSTRAINT inside FOREIGN KEY (shop_id) REFERENCES shop (shop_id) TRANSITIVE(3),
    CONSTRAINT near MULTIREFERENCE shop, CONSTRAINT visits MULTIREFERENCE shop INVERSEOF visited, CONSTRAINT sells MULTIREFERENCE ware);
  CREATE CONCEPT sale (sale_id integer, shop_id integer, amount decimal(10,2), sold timestamp, noon time, turnover measure decimal(10,2),
    PRIMARY KEY (sale_id), CONSTRAINT in_shop FOREIGN KEY (shop_id) REFERENCES shop (shop_id) INVERSEOF has_sale);
  CREATE CONCEPT ware (ware_id integer, PRIMARY KEY (ware_id));
  CREATE CONCEPT far (far_id integer, PRIMARY KEY (far_id));
  CREATE MAPPING shops INTO (shop) USING source AS SELECT shop_id, shop_name, opened FROM shops;
  CREATE MAPPING sales INTO (sale) USING source AS SELECT sale_id, shop_id, amount, sold, noon FROM sales;
  CREATE MAPPING fars INTO (far) USING other AS SELECT far_id FROM fars;
  CREATE MAPPING visitors (CONSTRAINT visits FOREIGN KEY (a) REFERENCES shop (shop_id), CONSTRAINT visited FOREIGN KEY (b) REFERENCES shop (shop_id)) USING source AS SELECT a, b FROM visits;
  CREATE VIEW wares AS SELECT ware_id FROM ware;
  CREATE CUBE sold AS SELECT shop_id, \`measure.turnover\` AS t FROM sale;
`;

const ontology = ontologyOf(SHOP);

/** Returns a table whose columns are all integers. */
const findTable = (_: string, [name = '']: readonly string[]): SourceTable => {
  const type = { name: 'integer' } as const;
  const columns = ['shop_id', 'shop_name', 'opened'].map((column) => {
    return { name: column, nativeType: 'int', type, nullable: true };
  });
  return { name, isView: false, columns, primaryKey: [], uniqueKeys: [], foreignKeys: [] };
};

function refusalOf(sql: string, caller: Caller): { readonly code: ErrorCode; readonly at: number | undefined } {
  const system = { name: 'sys_x', columns: [{ name: 'x', type: 'integer' as const }] };
  const findSystemTable = (name: string) => (name === system.name ? system : undefined);
  try {
    planStatement({ ...contextOf(ontology, caller, findTable), findSystemTable }, parseQuery(sql));
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, at: error.details.offset };
    throw error;
  }
  throw new Error('nothing was refused');
}

/** `▲` marks the position that the error reports. */
const REFUSALS: Readonly<Partial<Record<ErrorCode, readonly string[]>>> = {
  plan_unknown_name: [
    'SELECT ▲nope FROM shop',
    'SELECT ▲s.nope FROM shop s',
    'SELECT ▲t.shop_name FROM shop s',
    'SELECT ▲t.* FROM shop s',
    'SELECT ▲`in_shop[shop].nope` FROM sale',
    'SELECT ▲`nope[shop].shop_name` FROM sale',
    'SELECT ▲`in_shop[sale].shop_name` FROM sale',
    'SELECT ▲`visits[shop]_nope` FROM shop',
    'SELECT ▲`measure.nope` FROM sale',
    'SELECT 1 FROM sale a JOIN sale b USING (▲nope)',
    'SELECT sale_id FROM sale UNION SELECT sale_id FROM sale ORDER BY ▲nope',
    'SELECT sale_id FROM sale GROUP BY sale_id HAVING ▲nope > 1',
    'SELECT sale_id, ROW_NUMBER() OVER w FROM sale WINDOW w AS (ORDER BY ▲nope)',
  ],
  plan_ambiguous_name: [
    'SELECT ▲shop_id FROM sale, shop',
    'SELECT ▲x FROM (SELECT shop_id AS x, shop_name AS x FROM shop) AS d',
  ],
  plan_unknown_table: [
    'SELECT 1 FROM ▲shopp',
    'SELECT 1 FROM sale, ▲zsvc.shop',
    'SELECT 1 FROM ▲a.b.c',
    'SELECT 1 FROM ▲vsvc.nope',
    'SELECT 1 FROM sale WHERE EXISTS (SELECT 1 FROM ▲nope)',
  ],
  plan_bad_value: [
    "SELECT 1 FROM sale WHERE sale_id = ▲'x'",
    'SELECT 1 FROM shop WHERE opened = ▲20200101',
    "SELECT 1 FROM sale WHERE sale_id IN (1, ▲'x')",
    "SELECT ▲DATE 'x'",
  ],
  plan_invalid: [
    'SELECT ▲NOPE(1)',
    'SELECT ▲UPPER()',
    'SELECT ▲ROW_NUMBER() FROM shop',
    'SELECT ▲GROUP_CONCAT(shop_name) OVER () FROM shop',
    "SELECT REPEAT('x', ▲100000000)",
    'SELECT GROUP_CONCAT(shop_name ORDER BY ▲3) FROM shop',
    'SELECT 1 FROM sale WHERE ▲noon = sold',
    'SELECT 1 FROM sale JOIN shop ON ▲noon = opened',
    'SELECT sale_id FROM sale ▲UNION SELECT sale_id, shop_id FROM sale',
    'SELECT x FROM (SELECT sale_id FROM sale) AS d (▲x, y)',
    'WITH d (▲x, y) AS (SELECT sale_id FROM sale) SELECT x FROM d',
    'SELECT sale_id FROM sale ORDER BY ▲2',
    'SELECT 1 FROM (SELECT shop_name FROM shop) AS s NATURAL JOIN ▲sale',
    'SELECT 1 FROM shop NATURAL JOIN (SELECT entity_id, entity_type, entity_label, sale_id FROM sale) AS ▲s',
    'SELECT sale_id FROM sale GROUP BY ▲2',
    'SELECT ▲sale_id, COUNT(*) FROM sale',
    'SELECT 1 FROM sale WHERE ▲COUNT(*) > 1',
    'SELECT sale_id FROM sale GROUP BY ▲SUM(amount)',
    'SELECT sale_id FROM sale WHERE sale_id > 1 AND ▲`measure.turnover` > 1',
    'SELECT sale_id FROM sale GROUP BY ▲`measure.turnover`',
    'SELECT sale_id FROM sale JOIN shop ON 1 = ▲`measure.turnover`  AND 2 > 1',
    'SELECT sale_id FROM sale WHERE COALESCE(▲`measure.turnover`, 0) > 1',
    'SELECT ▲`in_shop[shop*2].shop_name` FROM sale',
    'SELECT ▲`inside[shop*4].shop_name` FROM shop',
    'SELECT ▲STR_TO_DATE(shop_name, shop_name) FROM shop',
  ],
  plan_no_mapping: [
    'SELECT 1 FROM ▲ware',
    'SELECT ware_id FROM sale JOIN ▲ware ON TRUE',
    'SELECT 1 FROM ▲vsvc.wares',
    'SELECT 1 FROM sale WHERE EXISTS (SELECT 1 FROM ▲ware)',
    'SELECT ▲tag FROM shop',
    'SELECT 1 FROM shop WHERE ▲tag = 1',
    'SELECT ▲`near[shop].shop_name` FROM shop',
    'SELECT ▲`sells[ware].ware_id` FROM shop',
    'SELECT 1 FROM shop ORDER BY ▲`near[shop].shop_name`',
  ],
  plan_bad_mapping: ['SELECT opened FROM ▲shop', 'SELECT 1 FROM sale JOIN ▲shop ON opened IS NULL'],
  plan_several_data_sources: [
    'SELECT 1 FROM sale, ▲far',
    'SELECT 1 FROM ▲sale WHERE sale_id IN (SELECT far_id FROM far)',
    'SELECT 1 FROM ▲sale, svc.sys_x',
    'SELECT 1 FROM sale UNION SELECT 1 FROM ▲far',
  ],
  plan_unsupported: [
    'SELECT 1 FROM ▲vsvc.sold, shop',
    'SELECT 1 FROM shop, ▲vsvc.sold',
    'SELECT sale_id FROM sale WHERE EXISTS (SELECT 1 FROM shop GROUP BY shop_id HAVING ▲`sale`.`measure.turnover` > 1)',
  ],
};

describe('the offset of a planner error', () => {
  const cases = Object.entries(REFUSALS).flatMap(([code, statements]) => statements.map((sql) => [code, sql] as const));

  it.each(cases)('is that of the mark for %s: %s', (code, marked) => {
    const before = '\r\n ';
    expect(refusalOf(before + marked.replace('▲', ''), READER)).toEqual({
      code,
      at: before.length + marked.indexOf('▲'),
    });
  });

  it('is that of the table for a missing right to query', () => {
    const [sql, nobody] = ['SELECT 1 FROM sale', { ...READER, grants: [] }];
    expect(refusalOf(sql, nobody)).toEqual({ code: 'auth_forbidden', at: sql.indexOf('sale') });
  });
});
