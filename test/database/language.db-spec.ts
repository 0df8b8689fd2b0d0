import { completeOrder, countRows, lowerFilter, parseFilter } from '../../src/compiler/filter';
import { planStatement } from '../../src/compiler/plan';
import { printQuery } from '../../src/compiler/statement';
import { ServiceError } from '../../src/errors';
import { compileText, fixtureOntology, ontologyOf, parseQuery, planText, READER, UNMASKED } from '../support/compile';
import { rowsOf } from '../support/engines';
import { onEachEngine, proveRows, type ProvenRows } from '../support/prove-rows';
import { RECORDS } from '../support/records';

function filterQueryOf(view: string, url: string) {
  return lowerFilter({ schema: 'vsvc', table: view }, parseFilter([...new URLSearchParams(url)]));
}

function filterOf(view: string, url: string): string {
  return printQuery(filterQueryOf(view, url));
}

function countOf(cube: string, url: string): string {
  return printQuery(countRows(filterQueryOf(cube, url), { ofCube: true }));
}

const MEASURES: readonly ProvenRows[] = [
  { name: 'one alone', sql: 'SELECT `measure.revenue` FROM sale', rows: [['14.72']] },
  {
    name: 'of the rows that FILTER selects, next to one of all rows',
    sql: "SELECT MEASURE(revenue) FILTER (WHERE `of_track[track].genre` = 'Rock'), `measure.revenue`, SUM(`measure.share`) FILTER (WHERE quantity > 1) = `measure.share` FROM sale",
    rows: [['7.47', '14.72', 0]],
  },
  {
    name: 'of the entities with a row that FILTER selects, each once',
    sql: "SELECT artist_name FROM artist GROUP BY artist_name HAVING NOT (`measure.made[album].albums` FILTER (WHERE `made[album].has_track[track].genre` = 'Rock') <=> `measure.made[album].rock_albums`)",
    rows: [],
  },
  {
    name: 'over a to-many path, with FILTER on its start, grouped and ordered',
    sql: 'SELECT artist_id, `measure.album_time` FILTER (WHERE album_id > 11) AS t, `measure.title_list` FILTER (WHERE album_id > 11) AS l, COUNT(*) FROM album GROUP BY artist_id ORDER BY artist_id',
    rows: [
      [null, 70, 'Gust', 1],
      [1, null, null, 2],
      [2, 560, 'Fog+Echo', 2],
    ],
    ordered: true,
  },
  {
    name: 'by MEASURE and AGGREGATE',
    sql: 'SELECT MEASURE(revenue), AGGREGATE(s.sales) FROM sale s',
    rows: [['14.72', 7]],
  },
  {
    name: 'one of a table among others, without the name of its table',
    sql: "SELECT `measure.revenue`, `measure.tracks` FROM sale s JOIN track t ON s.track_id = t.track_id WHERE t.genre = 'Rock'",
    rows: [['7.47', 2]],
  },
  {
    name: 'filtered, and a filter upon a filter',
    sql: 'SELECT `measure.rock_revenue`, `measure.big_rock_revenue` FROM sale',
    rows: [['7.47', '5.97']],
  },
  {
    name: 'arithmetic over measures',
    sql: 'SELECT ROUND(`measure.share`, 4), `measure.spread` FROM sale',
    rows: [[0.5075, '2.75']],
  },
  {
    name: 'every aggregate',
    sql: 'SELECT `measure.sales`, `measure.buyers`, `measure.pairs`, `measure.mean_price`, `measure.lowest`, `measure.highest`, `measure.rounded` FROM sale',
    rows: [[7, 3, 7, '1.605714', '0.50', '3.25', '14.7']],
  },
  {
    name: 'inside an aggregate that is ignored',
    sql: 'SELECT SUM(`measure.revenue`), AVG(`measure.sales`), COUNT(DISTINCT `measure.buyers`) FROM sale',
    rows: [['14.72', 7, 3]],
  },
  {
    name: 'other columns without GROUP BY are the grouping',
    sql: 'SELECT `sold_to[customer].home`, YEAR(sold) AS y, `measure.revenue` FROM sale',
    rows: [
      ['NO', 2023, '4.50'],
      ['NO', 2024, '8.22'],
      [null, 2024, '2.00'],
      [null, 2023, null],
    ],
  },
  {
    name: 'GROUP BY, HAVING over an alias and a measure that is not shown, ORDER BY a measure',
    sql: `SELECT customer_id, \`measure.revenue\` AS r FROM sale GROUP BY customer_id HAVING r > 1 AND \`measure.sales\` >= 2
      ORDER BY \`measure.revenue\` DESC, \`measure.highest\``,
    rows: [
      [1, '7.97'],
      [2, '4.75'],
      [4, '2.00'],
    ],
    ordered: true,
  },
  {
    name: 'ORDER BY the alias and the place of a measure',
    sql: 'SELECT quantity, `measure.sales` AS n FROM sale WHERE quantity IS NOT NULL GROUP BY quantity ORDER BY 2 DESC, n, quantity DESC',
    rows: [
      [1, 3],
      [4, 1],
      [3, 1],
      [2, 1],
    ],
    ordered: true,
  },
  {
    name: 'HAVING without GROUP BY',
    sql: 'SELECT customer_id, `measure.revenue` FROM sale HAVING `measure.revenue` < 3',
    rows: [[4, '2.00']],
  },
  {
    name: 'HAVING over the whole table',
    sql: 'SELECT `measure.revenue` FROM sale HAVING `measure.revenue` > 100',
    rows: [],
  },
  {
    name: 'next to plain aggregates',
    sql: 'SELECT `of_track[track].genre` AS g, COUNT(*), SUM(quantity), `measure.revenue` FROM sale GROUP BY g',
    rows: [
      ['Rock', 4, 6, '7.47'],
      ['Jazz', 1, 1, '2.00'],
      [null, 1, 4, '2.00'],
      ['Pop', 1, 1, '3.25'],
    ],
  },
  {
    name: 'at the end of a path to many: entities without related rows',
    sql: 'SELECT title, `measure.sold_in[sale].revenue`, `measure.sold_in[sale].sales` FROM track',
    rows: [
      ['one', '4.50', 3],
      ['two', null, 0],
      ['three', null, 0],
      ['four', '2.00', 1],
      ['five', '2.97', 1],
      ['six', '2.00', 1],
      ['seven', null, 0],
      ['eight', '3.25', 1],
    ],
  },
  {
    name: 'at the end of a path to one: each entity once',
    sql: 'SELECT `measure.of_track[track].play_time`, `measure.sales` FROM sale',
    rows: [[1140, 7]],
  },
  {
    name: 'at the end of a path through two',
    sql: 'SELECT artist_name, `measure.made[album].has_track[track].play_time`, `measure.made[album].albums` FROM artist',
    rows: [
      ['Alba', 1000, 2],
      ['Boro', 560, 2],
      ['Coda', null, 0],
    ],
  },
  {
    name: 'many to many: what is in two lists counts once',
    sql: 'SELECT `measure.holds_track[track].play_time`, `measure.holds_track[track].tracks` FROM playlist',
    rows: [[1270, 5]],
  },
  {
    name: 'many to many, for each list',
    sql: 'SELECT list_name, `measure.holds_track[track].play_time`, `measure.holds_track[track].tracks` FROM playlist',
    rows: [
      ['morning', 800, 3],
      ['evening', 570, 3],
      ['empty', null, 0],
    ],
  },
  {
    name: 'paths to many in WHERE and in the grouping multiply nothing',
    sql: 'SELECT `on_album[album].album_title`, `measure.play_time`, `measure.tracks` FROM track WHERE `in_playlist[playlist].playlist_id` > 0',
    rows: [
      ['Dawn', 300, 2],
      ['Dusk', 400, 1],
      ['Echo', 500, 1],
      ['Gust', 70, 1],
    ],
  },
  {
    name: 'a to-many path is the grouping',
    sql: 'SELECT `in_playlist[playlist].list_name` AS list, `measure.play_time` FROM track GROUP BY list',
    rows: [
      ['morning', 800],
      ['evening', 570],
      [null, 440],
    ],
  },
  {
    name: 'measures of both ends of a path',
    sql: 'SELECT genre, `measure.play_time`, `measure.sold_in[sale].revenue`, `measure.tracks` FROM track GROUP BY genre',
    rows: [
      ['Rock', 870, '7.47', 4],
      ['Jazz', 700, '2.00', 2],
      [null, 60, '2.00', 1],
      ['Pop', 80, '3.25', 1],
    ],
  },
  {
    name: 'to-many paths side by side',
    sql: 'SELECT `measure.play_time`, `measure.sold_in[sale].revenue`, COUNT(DISTINCT `in_playlist[playlist].playlist_id`) FROM track',
    rows: [[1710, '14.72', 2]],
  },
  {
    name: 'a written join multiplies nothing',
    sql: 'SELECT a.album_title, a.`measure.albums`, t.`measure.play_time` FROM album a JOIN track t ON t.album_id = a.album_id GROUP BY a.album_title',
    rows: [
      ['Dawn', 1, 600],
      ['Dusk', 1, 400],
      ['Echo', 1, 560],
      ['Gust', 1, 70],
    ],
  },
  {
    name: 'over a written join, alone',
    sql: 'SELECT a.`measure.albums`, t.`measure.play_time` FROM album a LEFT JOIN track t ON t.album_id = a.album_id',
    rows: [[5, 1630]],
  },
  {
    name: 'a filter over a path to many counts its entity once, and multiplies no other rows',
    sql: 'SELECT `measure.listed_time`, `measure.play_time`, COUNT(*) FROM track',
    rows: [[1270, 1710, 8]],
  },
  {
    name: 'a filter over a path to many, grouped',
    sql: 'SELECT `made_by[artist].artist_name`, `measure.albums`, `measure.rock_albums` FROM album',
    rows: [
      ['Alba', 2, 1],
      ['Boro', 2, 1],
      [null, 1, 1],
    ],
  },
  {
    name: 'the filter of a measure knows nothing of the paths of WHERE',
    sql: "SELECT `measure.albums`, `measure.rock_albums` FROM album WHERE `has_track[track].genre` = 'Jazz'",
    rows: [[2, 1]],
  },
  {
    name: 'a filter over a path to many, at the end of a path',
    sql: 'SELECT artist_name, `measure.made[album].rock_albums` FROM artist',
    rows: [
      ['Alba', 1],
      ['Boro', 1],
      ['Coda', 0],
    ],
  },
  {
    name: 'a filter over a multi-value',
    sql: 'SELECT genre, `measure.loud_tracks`, `measure.tracks` FROM track',
    rows: [
      ['Rock', 2, 4],
      ['Jazz', 0, 2],
      [null, 0, 1],
      ['Pop', 0, 1],
    ],
  },
  {
    name: 'an aggregate over a multi-value and over a path to many',
    sql: 'SELECT `measure.tags` FROM track',
    rows: [[4]],
  },
  {
    name: 'an aggregate over a path to many',
    sql: 'SELECT `made_by[artist].artist_name`, `measure.album_time`, `measure.albums` FROM album',
    rows: [
      ['Alba', 1000, 2],
      ['Boro', 560, 2],
      [null, 70, 1],
    ],
  },
  {
    name: 'an aggregate over a path to many, which multiplies no other rows',
    sql: 'SELECT `made_by[artist].artist_name`, `measure.album_time`, COUNT(*), SUM(album_id), AVG(album_id) FROM album',
    rows: [
      ['Alba', 1000, 2, 21, '10.5000'],
      ['Boro', 560, 2, 25, '12.5000'],
      [null, 70, 1, 14, '14.0000'],
    ],
  },
  {
    name: 'an aggregate over a multi-value next to rows and other measures',
    sql: 'SELECT genre, `measure.tags`, COUNT(*), `measure.play_time` FROM track',
    rows: [
      ['Rock', 3, 4, 870],
      ['Jazz', 1, 2, 700],
      [null, 0, 1, 60],
      ['Pop', 0, 1, 80],
    ],
  },
  {
    name: 'an aggregate over a path to many at the end of another',
    sql: 'SELECT artist_name, `measure.made[album].album_time`, `measure.made[album].albums`, COUNT(*) FROM artist',
    rows: [
      ['Alba', 1000, 2, 2],
      ['Boro', 560, 2, 2],
      ['Coda', null, 0, 1],
    ],
  },
  {
    name: 'an aggregate over the path to many that WHERE reads: what passes it',
    sql: "SELECT `made_by[artist].artist_name`, `measure.album_time` FROM album WHERE `has_track[track].genre` = 'Jazz'",
    rows: [['Alba', 700]],
  },
  {
    name: 'an aggregate over a path to many, of no rows',
    sql: "SELECT `measure.album_time`, COUNT(*) FROM album WHERE album_title = 'none'",
    rows: [[null, 0]],
  },
  {
    name: 'means and extremes over a path to many, and filters on its end',
    sql: 'SELECT `made_by[artist].artist_name`, `measure.mean_time`, `measure.longest`, `measure.rock_time`, COUNT(*) FROM album',
    rows: [
      ['Alba', '250.0000', 400, 300, 2],
      ['Boro', '280.0000', 500, 500, 2],
      [null, '70.0000', 70, 70, 1],
    ],
  },
  {
    name: 'a filter on more than the path to many that is aggregated: of the entities that pass it',
    sql: 'SELECT `made_by[artist].artist_name`, `measure.early_loud_time`, COUNT(*) FROM album',
    rows: [
      ['Alba', 600, 2],
      ['Boro', null, 2],
      [null, null, 1],
    ],
  },
  {
    name: 'distinct values over a path to many',
    sql: 'SELECT `made_by[artist].artist_name`, `measure.listeners`, `measure.albums` FROM album',
    rows: [
      ['Alba', 3, 2],
      ['Boro', 2, 2],
      [null, 0, 1],
    ],
  },
  {
    name: 'an aggregate over a multi-value, of no rows',
    sql: "SELECT `measure.tags` FROM track WHERE title = 'none'",
    rows: [[0]],
  },
  {
    name: 'an aggregate over a path to many, with the totals of each level',
    sql: 'SELECT artist_id, `measure.album_time`, COUNT(*) FROM album GROUP BY artist_id WITH ROLLUP',
    rows: [
      [1, 1000, 2],
      [2, 560, 2],
      [null, 70, 1],
      [null, 1630, 5],
    ],
  },
  {
    name: 'of a parent without a key of its own',
    sql: 'SELECT entity_type, `measure.people` FROM person',
    rows: [
      ['customer', 4],
      ['employee', 6],
    ],
  },
  {
    name: 'of a parent, inherited by a child and by a logic concept',
    sql: 'SELECT (SELECT `measure.people` FROM customer) AS c, (SELECT `measure.people` FROM buyer) AS b',
    rows: [[4, 2]],
  },
  {
    name: 'ranked by a window, and its share of the whole',
    sql: `SELECT customer_id, RANK() OVER (ORDER BY \`measure.revenue\` DESC) AS place, SUM(\`measure.sales\`) OVER () AS whole FROM sale
      WHERE quantity > 0`,
    rows: [
      [1, 1, 6],
      [2, 2, 6],
      [4, 3, 6],
    ],
  },
  {
    name: 'a window over measures adds up the groups',
    sql: 'SELECT customer_id, SUM(`measure.revenue`) OVER (), COUNT(`measure.sales`) OVER () FROM sale',
    rows: [
      [1, '14.72', 3],
      [2, '14.72', 3],
      [4, '14.72', 3],
    ],
  },
  {
    name: 'in CASE and in functions',
    sql: "SELECT home, CASE WHEN `measure.bought[sale].revenue` > 5 THEN 'much' ELSE 'little' END AS much, IFNULL(`measure.bought[sale].sales`, 0) + 1 FROM customer",
    rows: [
      ['NO', 'much', 6],
      ['SE', 'little', 1],
      [null, 'little', 3],
    ],
  },
  {
    name: 'in a derived table and a common table',
    sql: 'WITH r AS (SELECT customer_id AS c, `measure.revenue` AS total FROM sale) SELECT MAX(d.total) FROM (SELECT total FROM r) d',
    rows: [['7.97']],
  },
  {
    name: 'in a correlated sub-query',
    sql: "SELECT c.name, (SELECT s.`measure.revenue` FROM sale s WHERE s.customer_id = c.customer_id) AS r FROM customer c WHERE c.home = 'NO'",
    rows: [
      ['Ann', '7.97'],
      ['Bob', '4.75'],
    ],
  },
  {
    name: 'GROUP BY ROLLUP',
    sql: 'SELECT customer_id, `measure.revenue` FROM sale GROUP BY ROLLUP (customer_id)',
    rows: [
      [1, '7.97'],
      [2, '4.75'],
      [4, '2.00'],
      [null, '14.72'],
    ],
  },
  {
    name: 'a count of distinct values over a path to many multiplies no other count or sum',
    sql: 'SELECT artist_id, `measure.genre_count`, `measure.listeners`, `measure.albums`, COUNT(*), SUM(album_id), MAX(album_id) FROM album',
    rows: [
      [1, 2, 3, 2, 2, 21, 11],
      [2, 1, 2, 2, 2, 25, 13],
      [null, 1, 0, 1, 1, 14, 14],
    ],
  },
  {
    name: 'a list over a path to many, filtered, next to a count, with HAVING',
    sql: 'SELECT artist_id, `measure.genre_list`, `measure.long_genres`, COUNT(*) FROM album GROUP BY artist_id HAVING COUNT(*) > 1',
    rows: [
      [1, 'Jazz/Jazz/Rock/Rock', 'Jazz,Rock', 2],
      [2, 'Rock', null, 2],
    ],
  },
  {
    name: 'lists in their own order, alone',
    sql: 'SELECT artist_id, `measure.genre_list`, `measure.long_genres`, `measure.title_list` FROM album',
    rows: [
      [1, 'Jazz/Jazz/Rock/Rock', 'Jazz,Rock', 'Dusk+Dawn'],
      [2, 'Rock', null, 'Fog+Echo'],
      [null, 'Rock', null, 'Gust'],
    ],
  },
  {
    name: 'a count of distinct values next to totals and an aggregate of a sub-query',
    sql: 'SELECT artist_id, `measure.genre_count`, COUNT(*), (SELECT COUNT(a.album_id)) AS c FROM album a GROUP BY artist_id WITH ROLLUP',
    rows: [
      [1, 2, 2, 2],
      [2, 1, 2, 2],
      [null, 1, 1, 1],
      [null, 2, 5, 5],
    ],
  },
  {
    name: 'a count of distinct values next to a window over counts, in order',
    sql: 'SELECT `measure.genre_count`, COUNT(*), SUM(COUNT(*)) OVER () AS w FROM album GROUP BY artist_id ORDER BY COUNT(*), `measure.genre_count`',
    ordered: true,
    rows: [
      [1, 1, 5],
      [1, 2, 5],
      [2, 2, 5],
    ],
  },
  {
    name: 'a condition on a count of all entities',
    sql: 'SELECT `measure.tracks`, `measure.sold_in[sale].sales` FROM track HAVING `measure.tracks` > 7',
    rows: [[8, 7]],
  },
  {
    name: 'a condition on a count of all entities that fails',
    sql: 'SELECT `measure.tracks` FROM track HAVING `measure.tracks` > 8',
    rows: [],
  },
  {
    name: 'an array of all entities',
    sql: 'SELECT `measure.title_array` FROM album WHERE album_id = 14',
    rows: [['["Gust"]']],
  },
  {
    name: 'totals of entities that repeat, each counted once on each level',
    sql: 'SELECT genre, `sold_in[sale].customer_id` AS c, `measure.play_time`, `measure.tracks`, COUNT(*) FROM track GROUP BY genre, c WITH ROLLUP',
    rows: [
      ['Jazz', 1, 400, 1, 1],
      ['Jazz', null, 300, 1, 1],
      ['Jazz', null, 700, 2, 2],
      ['Pop', 2, 80, 1, 1],
      ['Pop', null, 80, 1, 1],
      ['Rock', 1, 600, 2, 2],
      ['Rock', 2, 100, 1, 1],
      ['Rock', 4, 100, 1, 1],
      ['Rock', null, 270, 2, 2],
      ['Rock', null, 870, 4, 6],
      [null, 4, 60, 1, 1],
      [null, null, 60, 1, 1],
      [null, null, 1710, 8, 10],
    ],
  },
  {
    name: 'totals next to a sub-query that reads the group keys',
    sql: `SELECT t.genre, (SELECT COUNT(*) FROM track u WHERE u.genre = t.genre) AS n, t.\`measure.tracks\`, COUNT(t.\`sold_in[sale].sale_id\`)
      FROM track t GROUP BY t.genre WITH ROLLUP`,
    rows: [
      ['Jazz', 2, 2, 1],
      ['Pop', 1, 1, 1],
      ['Rock', 4, 4, 4],
      [null, 0, 1, 1],
      [null, 0, 8, 7],
    ],
  },
  {
    name: 'totals under HAVING, with computed keys and in order',
    sql: `SELECT CONCAT(genre, '!') AS g, \`measure.sold_in[sale].revenue\` AS r, \`measure.tracks\` AS t FROM track
      GROUP BY g WITH ROLLUP HAVING t > 1 ORDER BY r DESC`,
    ordered: true,
    rows: [
      [null, '14.72', 8],
      ['Rock!', '7.47', 4],
      ['Jazz!', '2.00', 2],
    ],
  },
  {
    name: 'no totals of no rows',
    sql: "SELECT genre, COUNT(*), `measure.tracks`, `measure.sold_in[sale].sales` FROM track WHERE genre = 'none' GROUP BY genre WITH ROLLUP",
    rows: [],
  },
  {
    name: 'no totals of no rows, without measures',
    sql: "SELECT genre, COUNT(*) FROM track WHERE genre = 'none' GROUP BY genre WITH ROLLUP",
    rows: [],
  },
  {
    name: 'of no rows at all',
    sql: 'SELECT `measure.revenue`, `measure.sales` FROM sale WHERE price > 99',
    rows: [[null, 0]],
  },
  { name: 'of no rows, grouped', sql: 'SELECT customer_id, `measure.sales` FROM sale WHERE price > 99', rows: [] },
  {
    name: 'division by nothing is NULL',
    sql: 'SELECT `measure.share`, `measure.rock_revenue` FROM sale WHERE sale_id = 7',
    rows: [[null, null]],
  },
  {
    name: 'an output column may be called like a flag',
    sql: 'SELECT list_name AS first_holds_track, `measure.holds_track[track].tracks` AS n FROM playlist ORDER BY first_holds_track',
    rows: [
      ['empty', 0],
      ['evening', 3],
      ['morning', 3],
    ],
    ordered: true,
  },
  {
    name: 'over a masked property',
    sql: 'SELECT home, `measure.mails`, `measure.last_mail` FROM customer',
    rows: [
      ['NO', null, null],
      ['SE', null, null],
      [null, null, null],
    ],
  },
  {
    name: 'over a masked property for who may see it',
    sql: 'SELECT home, `measure.mails`, `measure.last_mail` FROM customer',
    rows: [
      ['NO', 2, 'bob@example.org'],
      ['SE', 0, null],
      [null, 1, 'dot@example.org'],
    ],
    caller: UNMASKED,
  },
  {
    name: 'a star grouped by all of its columns, filtered and sorted by measures',
    sql: 'SELECT * FROM album HAVING `measure.has_track[track].tracks` BETWEEN 1 AND 2 ORDER BY `measure.has_track[track].play_time` DESC',
    rows: [
      ['12', 'album', 'Echo', 12, 'Echo', 2],
      ['11', 'album', 'Dusk', 11, 'Dusk', 1],
      ['14', 'album', 'Gust', 14, 'Gust', null],
    ],
    ordered: true,
  },
  {
    name: 'in a named window',
    sql: 'SELECT customer_id, RANK() OVER w AS place FROM sale WINDOW w AS (ORDER BY `measure.revenue` DESC)',
    rows: [
      [1, 1],
      [2, 2],
      [4, 3],
    ],
  },
  {
    name: 'in a set operation and after IN',
    sql: `SELECT name FROM customer WHERE customer_id IN (SELECT customer_id FROM sale GROUP BY customer_id HAVING \`measure.sales\` > 2)
      UNION ALL SELECT CONCAT('all: ', \`measure.sales\`) FROM sale`,
    rows: [['Ann'], ['all: 7']],
  },
  {
    name: 'in double quotes and another letter case',
    sql: 'SELECT s."Measure.REVENUE" AS r FROM dsvc.sale s WHERE s.customer_id = 2',
    rows: [['4.75']],
  },
  {
    name: 'of a parent at the end of a path to a child and to a logic concept',
    sql: 'SELECT `measure.sold_to[customer].people`, `measure.sold_to[buyer].people` FROM sale',
    rows: [[3, 2]],
  },
  {
    name: 'in a view',
    sql: 'SELECT home, r FROM vsvc.home_view WHERE r > 1',
    rows: [
      ['NO', '12.72'],
      [null, '2.00'],
    ],
  },
  {
    name: 'of both sides of a written join, each entity once',
    sql: 'SELECT p.list_name, a.`measure.albums`, t.`measure.tracks`, COUNT(*) FROM playlist p JOIN track t ON t.`in_playlist[playlist].playlist_id` = p.playlist_id JOIN album a ON a.album_id = t.album_id GROUP BY p.list_name',
    rows: [
      ['morning', 2, 3, 3],
      ['evening', 3, 3, 3],
    ],
  },
];

const CUBES: readonly ProvenRows[] = [
  {
    name: 'a dimension and measures',
    sql: 'SELECT `home`, `measure.revenue`, `buyers` FROM `vsvc`.`sales_cube`',
    rows: [
      ['NO', '9.47', 2],
      [null, '2.00', 1],
    ],
  },
  {
    name: 'two dimensions',
    sql: 'SELECT sold_year, home, buyers FROM vsvc.sales_cube',
    rows: [
      [2023, 'NO', 2],
      [2024, 'NO', 1],
      [2024, null, 1],
      [2023, null, 1],
    ],
  },
  { name: 'only measures', sql: 'SELECT buyers, `measure.revenue` FROM vsvc.sales_cube', rows: [[3, '11.47']] },
  { name: 'only a dimension', sql: 'SELECT sold_year FROM vsvc.sales_cube', rows: [[2023], [2024]] },
  {
    name: 'all columns',
    sql: "SELECT * FROM vsvc.sales_cube WHERE sold_year = 2024 AND home = 'NO'",
    rows: [
      ['NO', 'Jazz', 2024, '2.00', 1, null],
      ['NO', 'Rock', 2024, '2.97', 1, 1],
    ],
  },
  {
    name: 'a filter on a dimension that is not shown, HAVING and ORDER BY a measure',
    sql: "SELECT genre, `measure.revenue` FROM vsvc.sales_cube WHERE home = 'NO' HAVING `measure.revenue` > 1 ORDER BY `measure.revenue` DESC",
    rows: [
      ['Rock', '7.47'],
      ['Jazz', '2.00'],
    ],
    ordered: true,
  },
  {
    name: 'under an alias, in a derived table, joined',
    sql: 'SELECT c.name, d.r FROM customer c JOIN (SELECT q.home AS h, q.`measure.revenue` AS r FROM vsvc.sales_cube AS q) d ON d.h = c.home',
    rows: [
      ['Ann', '9.47'],
      ['Bob', '9.47'],
    ],
  },
  {
    name: 'over many to many: dimensions that are not named multiply nothing',
    sql: 'SELECT list_name, play_time FROM vsvc.list_cube',
    rows: [
      ['morning', 800],
      ['evening', 570],
      ['empty', null],
    ],
  },
  { name: 'over many to many: only the measure', sql: 'SELECT play_time FROM vsvc.list_cube', rows: [[1270]] },
  {
    name: 'through a URL filter: all columns, a dimension filtered',
    sql: filterOf('sales_cube', '_subj_=home&_op_=eq&_comp_=NO&_conj_=and&_subj1_=sold_year&_op1_=gte&_comp1_=2024'),
    rows: [
      ['NO', 'Jazz', 2024, '2.00', 1, null],
      ['NO', 'Rock', 2024, '2.97', 1, 1],
    ],
  },
  {
    name: 'through a URL filter: some columns, sorted by a measure',
    sql: filterOf('sales_cube', '_select_=home,buyers&_order_=-buyers,home&_limit_=1'),
    rows: [['NO', 2]],
    ordered: true,
  },
  {
    name: 'counted without being read',
    sql: countOf('sales_cube', ''),
    rows: [[5]],
  },
  { name: 'counted with a selection', sql: countOf('sales_cube', '_select_=home,buyers&_order_=-buyers'), rows: [[2]] },
  { name: 'counted with an order', sql: countOf('sales_cube', '_order_=home'), rows: [[5]] },
];

const MULTI_VALUES: readonly ProvenRows[] = [
  {
    name: 'a row for each value, one for who has none',
    sql: 'SELECT track_id, tag FROM track WHERE track_id < 105',
    rows: [
      [100, 'loud'],
      [100, 'live'],
      [101, 'loud'],
      [102, null],
      [103, 'calm'],
      [104, null],
    ],
  },
  { name: 'filtered', sql: "SELECT track_id FROM track WHERE tag = 'loud'", rows: [[100], [101]] },
  {
    name: 'of the row around a sub-query, which they do not repeat',
    sql: "SELECT t.track_id, (SELECT COUNT(*) FROM artist a WHERE a.artist_id = 1 AND t.tag LIKE 'L%') AS n FROM track t WHERE t.track_id < 103",
    rows: [
      [100, 2],
      [101, 1],
      [102, 0],
    ],
  },
  {
    name: 'counted and sorted',
    sql: 'SELECT tag, COUNT(*) AS n FROM track WHERE tag IS NOT NULL GROUP BY tag ORDER BY n DESC, tag',
    rows: [
      ['loud', 2],
      ['calm', 1],
      ['live', 1],
    ],
    ordered: true,
  },
  {
    name: 'SELECT * shows those which WHERE uses',
    sql: "SELECT * FROM track WHERE tag LIKE 'L%' AND track_id = 100",
    rows: [
      ['100', 'track', 'one', 100, 10, 'one', 'Rock', 100, 'loud'],
      ['100', 'track', 'one', 100, 10, 'one', 'Rock', 100, 'live'],
    ],
  },
  {
    name: 'at the end of a path',
    sql: 'SELECT list_name, `holds_track[track].tag` FROM playlist WHERE `holds_track[track].tag` IS NOT NULL',
    rows: [
      ['morning', 'loud'],
      ['morning', 'live'],
      ['morning', 'loud'],
      ['evening', 'loud'],
      ['evening', 'live'],
      ['evening', 'calm'],
    ],
  },
  { name: 'in svc too', sql: "SELECT title FROM svc.track WHERE tag = 'calm'", rows: [['four']] },
  {
    name: 'in the condition of a logic concept',
    sql: 'SELECT title, tag FROM loud_track',
    rows: [
      ['one', 'loud'],
      ['one', 'live'],
      ['two', 'loud'],
    ],
  },
  {
    name: 'in a condition next to a property',
    sql: 'SELECT title FROM calm_or_long_track',
    rows: [['four'], ['five']],
  },
  {
    name: 'of a parent, from the children',
    sql: 'SELECT entity_type, name, nickname FROM person WHERE nickname IS NOT NULL',
    rows: [
      ['customer', 'Ann', 'Annie'],
      ['customer', 'Ann', 'Nan'],
      ['customer', 'Bob', 'Bobby'],
      ['employee', 'Eve', 'Evie'],
      ['employee', 'Ida', 'Iddy'],
    ],
  },
  {
    name: 'of a parent, those without included',
    sql: 'SELECT COUNT(*), COUNT(nickname), COUNT(DISTINCT name) FROM person',
    rows: [[11, 5, 10]],
  },
  {
    name: 'of a child: only its own',
    sql: 'SELECT name, nickname FROM employee WHERE nickname IS NOT NULL',
    rows: [
      ['Eve', 'Evie'],
      ['Ida', 'Iddy'],
    ],
  },
  {
    name: 'in the condition of a logic concept over a parent',
    sql: 'SELECT entity_type, name FROM named_person',
    rows: [
      ['customer', 'Ann'],
      ['customer', 'Bob'],
      ['employee', 'Eve'],
      ['employee', 'Ida'],
    ],
  },
  {
    name: 'masked',
    sql: 'SELECT name, phone FROM customer',
    rows: [
      ['Ann', 'XXXXXXXXX'],
      ['Ann', 'XXXXXXXXX'],
      ['Bob', null],
      ['Cid', 'XXXXXXXXX'],
      ['Dot', null],
    ],
  },
  { name: 'masked, nothing to be found out', sql: "SELECT name FROM customer WHERE phone LIKE '1%'", rows: [] },
  {
    name: 'for who may see them',
    sql: "SELECT name, phone FROM customer WHERE phone LIKE '1%'",
    rows: [
      ['Ann', '11'],
      ['Ann', '12'],
    ],
    caller: UNMASKED,
  },
];

const TRANSITIVE: readonly ProvenRows[] = [
  {
    name: 'to one, with levels',
    sql: 'SELECT name, `reports_to[employee*4].name`, `reports_to[employee*4]_transitivity_level` FROM employee',
    rows: [
      ['Eve', null, null],
      ['Fay', 'Eve', 1],
      ['Gus', 'Fay', 1],
      ['Gus', 'Eve', 2],
      ['Hal', 'Gus', 1],
      ['Hal', 'Fay', 2],
      ['Hal', 'Eve', 3],
      ['Ida', 'Hal', 1],
      ['Ida', 'Gus', 2],
      ['Ida', 'Fay', 3],
      ['Ida', 'Eve', 4],
      ['Jo', 'Eve', 1],
    ],
  },
  {
    name: 'no deeper than graph_depth',
    sql: "SELECT `reports_to[employee*2].name` FROM employee WHERE name = 'Ida'",
    rows: [['Hal'], ['Gus']],
  },
  {
    name: 'to many, filtered by level',
    sql: "SELECT `manages[employee*3].name` FROM employee WHERE name = 'Eve' AND `manages[employee*3]_transitivity_level` >= 2",
    rows: [['Gus'], ['Hal']],
  },
  {
    name: 'one step is the plain relationship',
    sql: "SELECT `manages[employee*1].name` FROM employee WHERE name = 'Eve'",
    rows: [['Fay'], ['Jo']],
  },
  {
    name: 'sorted and grouped',
    sql: `SELECT name, COUNT(\`manages[employee*4].employee_id\`) AS n FROM employee GROUP BY name
      ORDER BY MAX(\`manages[employee*4]_transitivity_level\`) DESC, name LIMIT 2`,
    rows: [
      ['Eve', 5],
      ['Fay', 3],
    ],
    ordered: true,
  },
  {
    name: 'on from its end',
    sql: "SELECT name, `reports_to[employee*4].manages[employee].name` FROM employee WHERE name = 'Gus'",
    rows: [
      ['Gus', 'Gus'],
      ['Gus', 'Fay'],
      ['Gus', 'Jo'],
    ],
  },
  {
    name: 'composite keys and a cycle of three: each pair once, at its lowest level',
    sql: "SELECT entity_id, `next[stop*9].entity_id`, `next[stop*9]_transitivity_level` FROM stop WHERE line <> 'C|x'",
    rows: [
      ['A|1', 'A|2', 1],
      ['A|1', 'B|1', 2],
      ['A|1', 'A|1', 3],
      ['A|2', 'B|1', 1],
      ['A|2', 'A|1', 2],
      ['A|2', 'A|2', 3],
      ['B|1', 'A|1', 1],
      ['B|1', 'A|2', 2],
      ['B|1', 'B|1', 3],
    ],
  },
  {
    name: 'into a cycle',
    sql: "SELECT entity_id, `next[stop*9].entity_id` FROM stop WHERE line = 'C|x' AND number = 1",
    rows: [
      ['C\\|x|1', 'A|1'],
      ['C\\|x|1', 'A|2'],
      ['C\\|x|1', 'B|1'],
    ],
  },
  {
    name: 'backwards, by the name of the inverse',
    sql: "SELECT `previous[stop*9].entity_id` FROM stop WHERE entity_id = 'C\\\\|x|1'",
    rows: [['C\\|x|2']],
  },
  {
    name: 'many to many with a short cut and a cycle',
    sql: "SELECT `knows[customer*3].name`, `knows[customer*3]_transitivity_level` FROM customer WHERE name = 'Ann'",
    rows: [
      ['Bob', 1],
      ['Cid', 1],
      ['Dot', 2],
      ['Ann', 3],
    ],
  },
  {
    name: 'many to many backwards',
    sql: "SELECT `known_by[customer*2].name`, `known_by[customer*2]_transitivity_level` FROM customer WHERE name = 'Dot'",
    rows: [
      ['Cid', 1],
      ['Ann', 2],
      ['Bob', 2],
    ],
  },
  {
    name: 'the plain many to many next to it is another join',
    sql: "SELECT `knows[customer].name`, COUNT(`knows[customer*2].name`) AS n FROM customer WHERE name = 'Bob' GROUP BY `knows[customer].name`",
    rows: [['Cid', 2]],
  },
  {
    name: 'a measure at its end: each entity once',
    sql: 'SELECT `measure.manages[employee*4].people`, `measure.people` FROM employee',
    rows: [[5, 6]],
  },
  {
    name: 'in EXISTS',
    sql: "SELECT e.name FROM employee e WHERE EXISTS (SELECT 1 FROM employee x WHERE x.employee_id = e.employee_id AND x.`manages[employee*4].name` = 'Ida')",
    rows: [['Eve'], ['Fay'], ['Gus'], ['Hal']],
  },
];

const TYPES: readonly ProvenRows[] = [
  {
    name: 'data children and logic concepts over paths and multi-values',
    sql: 'SELECT entity_type, name, _type_of_customer, _type_of_employee, _type_of_buyer, _type_of_named_person FROM person WHERE entity_id <= 4',
    rows: [
      ['customer', 'Ann', 1, 0, 1, 1],
      ['customer', 'Bob', 1, 0, 0, 1],
      ['customer', 'Cid', 1, 0, 0, 0],
      ['customer', 'Dot', 1, 0, 1, 0],
      ['employee', 'Eve', 0, 1, 0, 1],
      ['employee', 'Fay', 0, 1, 0, 0],
      ['employee', 'Gus', 0, 1, 0, 0],
      ['employee', 'Hal', 0, 1, 0, 0],
    ],
  },
  {
    name: 'logic concepts upon logic concepts',
    sql: 'SELECT title, `_type_of_morning_track`, `_type_of_long_morning_track` FROM track WHERE track_id BETWEEN 100 AND 103',
    rows: [
      ['one', 1, 0],
      ['two', 1, 1],
      ['three', 0, 0],
      ['four', 0, 0],
    ],
  },
  {
    name: 'filtered and grouped',
    sql: 'SELECT _type_of_loud_track AS loud, COUNT(*) FROM track WHERE _type_of_calm_or_long_track = 0 GROUP BY loud',
    rows: [
      [0, 4],
      [1, 2],
    ],
  },
  {
    name: 'at the end of a path',
    sql: 'SELECT sale_id, `sold_to[customer]._type_of_buyer`, `of_track[track]._type_of_morning_track` FROM sale WHERE sale_id IN (2, 3, 4)',
    rows: [
      [2, 0, 1],
      [3, 1, 0],
      [4, 1, 1],
    ],
  },
  {
    name: 'a logic concept over a path selects',
    sql: 'SELECT title FROM morning_track',
    rows: [['one'], ['two'], ['five']],
  },
  { name: 'a logic concept upon another', sql: 'SELECT title FROM long_morning_track', rows: [['two'], ['five']] },
];

onEachEngine('measures', RECORDS, (dialect, test) => {
  proveRows('records', dialect, test, MEASURES);
});
onEachEngine('cubes', RECORDS, (dialect, test) => {
  proveRows('records', dialect, test, CUBES);
});
onEachEngine('multi_values', RECORDS, (dialect, test) => {
  proveRows('records', dialect, test, MULTI_VALUES);
});
onEachEngine('transitive_paths', RECORDS, (dialect, test) => {
  proveRows('records', dialect, test, TRANSITIVE);
});
onEachEngine('membership', RECORDS, (dialect, test) => {
  proveRows('records', dialect, test, TYPES);
});

const LINK_COLUMNS: readonly ProvenRows[] = [
  {
    name: 'take literals as the catalogue types them',
    sql: "SELECT title, `in_playlist[playlist]_place` FROM track WHERE `in_playlist[playlist]_place` IN ('2', 3)",
    rows: [
      ['two', 2],
      ['five', 3],
      ['four', 2],
      ['seven', 3],
    ],
  },
];

onEachEngine('link_columns', RECORDS, (dialect, test) => {
  proveRows('records', dialect, test, LINK_COLUMNS);

  it('reject a value that does not fit', () => {
    const ontology = fixtureOntology('records', dialect);
    const sql = "SELECT title FROM track WHERE `in_playlist[playlist]_place` = 'first'";
    const refusal = refusalOf(() => compileText(ontology, sql, dialect, { findTable: test().findTable }));
    expect(refusal).toMatchObject({ code: 'plan_bad_value', details: { offset: sql.indexOf("'first'") } });
  });
});

onEachEngine('pages', RECORDS, (dialect, test) => {
  const ontology = fixtureOntology('records', dialect);
  const page = async (sql: string, concept: string, limit: number, offset: number) => {
    const masks = { masks: () => false };
    const ordered = completeOrder(parseQuery(sql), ontology, ontology.concepts.get(concept)!, masks);
    return rowsOf(test().engine, compileText(ontology, printQuery({ ...ordered, limit, offset }), dialect));
  };

  it.each([
    ['SELECT * FROM employee WHERE `reports_to[employee*4].employee_id` > 0', 'employee', 11],
    ['SELECT title, tag FROM track ORDER BY genre', 'track', 9],
    ['SELECT `knows[customer*3].name`, `bought[sale].price` FROM customer ORDER BY home', 'customer', 30],
    ['SELECT name, nickname FROM person', 'person', 11],
  ])('contain every row exactly once: %s', async (sql, concept, count) => {
    const whole = await page(sql, concept, 100, 0);
    const pages = [];
    for (let offset = 0; offset < count; offset += 3) pages.push(...(await page(sql, concept, 3, offset)));
    expect(whole).toHaveLength(count);
    expect(pages).toEqual(whole);
  });
});

describe('rejected statements', () => {
  const ontology = fixtureOntology('records');

  it.each([
    [
      'SELECT title FROM track WHERE `measure.tracks` > 1',
      'plan_invalid',
      'the measure "tracks" is not allowed in WHERE',
      'use HAVING',
    ],
    [
      'SELECT home FROM vsvc.sales_cube WHERE buyers > 1',
      'plan_invalid',
      'the measure "buyers" is not allowed in WHERE',
      'use HAVING',
    ],
    [
      "SELECT home FROM vsvc.sales_cube WHERE `measure.revenue` = '1'",
      'plan_invalid',
      '"revenue" is not allowed in WHERE',
      'use HAVING',
    ],
    [
      'SELECT `measure.title_array`, `measure.listeners` FROM album',
      'plan_unsupported',
      'JSON_ARRAYAGG cannot exclude rows',
      'GROUP_CONCAT',
    ],
    ['SELECT `measure.late_array` FROM album', 'plan_unsupported', 'JSON_ARRAYAGG cannot exclude rows', 'GROUP_CONCAT'],
    [
      'SELECT `measure.genre_array`, COUNT(*) FROM album',
      'plan_unsupported',
      'JSON_ARRAYAGG cannot exclude rows',
      'GROUP_CONCAT',
    ],
    [
      'SELECT JSON_ARRAYAGG(album_title), `measure.genre_count`, COUNT(*) FROM album',
      'plan_unsupported',
      'JSON_ARRAYAGG cannot exclude rows',
      'GROUP_CONCAT',
    ],
    [
      'SELECT artist_name, `measure.made[album].title_array`, COUNT(`made[album].has_track[track].title`) FROM artist',
      'plan_unsupported',
      'JSON_ARRAYAGG cannot exclude rows',
      'GROUP_CONCAT',
    ],
    [
      'SELECT COUNT(*) FROM sale GROUP BY `measure.revenue`',
      'plan_invalid',
      '"revenue" is not allowed in GROUP BY',
      'use HAVING',
    ],
    [
      'SELECT `measure.revenue` AS r FROM sale GROUP BY r',
      'plan_invalid',
      '"revenue" is not allowed in GROUP BY',
      'use HAVING',
    ],
    [
      'SELECT a.title FROM track a JOIN track b ON a.`measure.tracks` = b.track_id',
      'plan_invalid',
      '"tracks" is not allowed in ON',
      'use HAVING',
    ],
    ['SELECT SUM(`measure.revenue` * 2) FROM sale', 'plan_invalid', '"revenue" is an aggregate', 'SUM'],
    ...['`measure.revenue` FROM sale', '`measure.revenue`, price FROM sale', 'home FROM vsvc.sales_cube'].map(
      (select): [string, string, string, string] => [
        `SELECT ${select} ORDER BY ${select.startsWith('home') ? 'genre' : 'quantity'}`,
        'plan_invalid',
        `several values of "${select.startsWith('home') ? 'genre' : 'quantity'}"`,
        'to GROUP BY',
      ],
    ),
    [
      'SELECT a.title FROM (SELECT title, genre AS title FROM track) a',
      'plan_ambiguous_name',
      '"a" has several columns "title"',
      'AS',
    ],
    ['SELECT title FROM album_view', 'plan_unknown_table', 'no concept "album_view"', 'vsvc.album_view'],
    ['SELECT `measure.nothing` FROM sale s JOIN track t', 'plan_unknown_name', 'has no measure "nothing"', undefined],
    ['SELECT `measure.revenu` FROM sale', 'plan_unknown_name', '"sale" has no measure "revenu"', 'revenue'],
    [
      'SELECT `measure.of_track[track].revenue` FROM sale',
      'plan_unknown_name',
      '"track" has no measure "revenue"',
      undefined,
    ],
    [
      'SELECT `measure.revenue` FROM svc.sale',
      'plan_unknown_name',
      '"measure.revenue"',
      'are read in the schema "dsvc"',
    ],
    [
      'SELECT `of_track[track].title` FROM svc.sale',
      'plan_unknown_name',
      '"of_track[track].title"',
      'are read in the schema "dsvc"',
    ],
    [
      'SELECT s.`of_track[track].title` FROM esvc.sale s JOIN track ON 1 = 1',
      'plan_unknown_name',
      '"s.of_track[track].title"',
      'are read in the schema "dsvc"',
    ],
    ['SELECT titel FROM svc.track', 'plan_unknown_name', '"titel"', 'did you mean "title"?'],
    ['SELECT `of_trak[track].title` FROM sale', 'plan_unknown_name', '"of_trak[track].title"', 'of_track[track]'],
    [
      'SELECT `reports_to[employee*5].name` FROM employee',
      'plan_invalid',
      'at most 4 times, not 5',
      'reports_to[employee*4]',
    ],
    ['SELECT `of_track[track*2].title` FROM sale', 'plan_invalid', 'cannot be followed again', undefined],
    ['SELECT `knows[customer]_transitivity_level` FROM customer', 'plan_unknown_name', 'no link column', undefined],
    ['SELECT `_type_of_track` FROM person', 'plan_unknown_name', '_type_of_track', undefined],
    [
      'SELECT c.home FROM vsvc.sales_cube c JOIN customer d ON d.home = c.home',
      'plan_unsupported',
      'the only table',
      'derived table',
    ],
  ])('%s', (sql, code, message, hint) => {
    const refusal = refusalOf(() => planText(ontology, sql));
    expect(refusal).toMatchObject({ code, message: expect.stringContaining(message) as unknown });
    if (hint !== undefined) expect(refusal.details.hint).toContain(hint);
  });
});

it('suggests the schema of paths with the name of the service', () => {
  const context = { caller: READER, serviceName: 'acme', maskColumns: [], hashKeyOf: () => '' };
  const query = parseQuery('SELECT `of_track[track].title` FROM acme.sale');
  const plan = () => planStatement({ ...context, ontology: fixtureOntology('records') }, query);
  expect(refusalOf(plan).details.hint).toBe('paths, measures and _type_of_ columns are read in the schema "dacme"');
});

describe('a cube', () => {
  it.each(['GROUP BY title', 'HAVING COUNT(*) > 1', 'LIMIT 3'])(
    'must be a SELECT with at most a WHERE, not %s',
    (clause) => {
      const ontology = ontologyOf(
        `CREATE CONCEPT track (track_id integer, title string, PRIMARY KEY (track_id));
       CREATE ONTOLOGY CUBE c AS SELECT title FROM dsvc.track ${clause};`,
      );
      expect(refusalOf(() => planText(ontology, 'SELECT title FROM vsvc.c'))).toMatchObject({
        code: 'plan_invalid',
        message: 'the cube "c" is not a SELECT of concepts with no clause but WHERE',
      });
    },
  );
});

function refusalOf(work: () => unknown): ServiceError {
  try {
    work();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
