import { proveQueries } from '../support/prove-queries';
import { chinook } from '../support/sample-databases';

proveQueries('chinook', chinook, [
  {
    name: 'to one',
    sql: 'SELECT title, `on_album[album].title` FROM track',
    joins: 'SELECT t.Name, a.Title FROM Track t LEFT JOIN Album a ON a.AlbumId = t.AlbumId',
    rows: 3503,
  },
  {
    name: 'a chain next to a filter over another path',
    sql: "SELECT title, `on_album[album].made_by[artist].name` FROM track WHERE `of_genre[genre].genre_name` = 'Rock'",
    joins: `SELECT t.Name, r.Name FROM Track t JOIN Genre g ON g.GenreId = t.GenreId
      LEFT JOIN Album a ON a.AlbumId = t.AlbumId LEFT JOIN Artist r ON r.ArtistId = a.ArtistId WHERE g.Name = 'Rock'`,
    rows: 1297,
  },
  {
    name: 'a chain of four',
    sql: `SELECT invoice_line_id, \`of_track[track].on_album[album].made_by[artist].name\` AS artist FROM invoice_line
      WHERE \`on_invoice[invoice].placed_by[customer].supported_by[employee].last_name\` = 'Park'`,
    joins: `SELECT l.InvoiceLineId, r.Name FROM InvoiceLine l JOIN Invoice i ON i.InvoiceId = l.InvoiceId
      JOIN Customer c ON c.CustomerId = i.CustomerId JOIN Employee e ON e.EmployeeId = c.SupportRepId
      JOIN Track t ON t.TrackId = l.TrackId JOIN Album a ON a.AlbumId = t.AlbumId JOIN Artist r ON r.ArtistId = a.ArtistId
      WHERE e.LastName = 'Park'`,
    rows: 760,
  },
  {
    name: 'to many, with a row for those without',
    sql: 'SELECT name, `made[album].title` FROM artist',
    joins: 'SELECT r.Name, a.Title FROM Artist r LEFT JOIN Album a ON a.ArtistId = r.ArtistId',
    rows: 418,
  },
  {
    name: 'to many twice: the same prefix is one join',
    sql: `SELECT name, \`made[album].title\`, \`made[album].has_track[track].title\` FROM artist
      WHERE \`made[album].has_track[track].milliseconds\` > 1000000`,
    joins: `SELECT r.Name, a.Title, t.Name FROM Artist r JOIN Album a ON a.ArtistId = r.ArtistId
      JOIN Track t ON t.AlbumId = a.AlbumId WHERE t.Milliseconds > 1000000`,
    rows: 215,
  },
  {
    name: 'to many side by side multiply',
    sql: 'SELECT employee_id, `supports[customer].customer_id`, `manages[employee].employee_id` FROM employee',
    joins: `SELECT e.EmployeeId, c.CustomerId, m.EmployeeId FROM Employee e
      LEFT JOIN Customer c ON c.SupportRepId = e.EmployeeId LEFT JOIN Employee m ON m.ReportsTo = e.EmployeeId`,
    rows: 68,
  },
  {
    name: 'many to many',
    sql: 'SELECT title, `in_playlist[playlist].name` FROM track WHERE milliseconds > 2900000',
    joins: `SELECT t.Name, p.Name FROM Track t LEFT JOIN PlaylistTrack l ON l.TrackId = t.TrackId
      LEFT JOIN Playlist p ON p.PlaylistId = l.PlaylistId WHERE t.Milliseconds > 2900000`,
    rows: 50,
  },
  {
    name: 'many to many backwards, grouped',
    sql: 'SELECT playlist_id, name, COUNT(`holds_track[track].track_id`) AS tracks FROM playlist GROUP BY playlist_id, name',
    joins: `SELECT p.PlaylistId, p.Name, COUNT(l.TrackId) FROM Playlist p
      LEFT JOIN PlaylistTrack l ON l.PlaylistId = p.PlaylistId GROUP BY p.PlaylistId, p.Name`,
    rows: 18,
  },
  {
    name: 'many to many, and a path from its end',
    sql: `SELECT DISTINCT name, \`holds_track[track].on_album[album].made_by[artist].name\` FROM playlist
      WHERE \`holds_track[track].of_genre[genre].genre_name\` IN ('Jazz', 'Blues')`,
    joins: `SELECT DISTINCT p.Name, r.Name FROM Playlist p JOIN PlaylistTrack l ON l.PlaylistId = p.PlaylistId
      JOIN Track t ON t.TrackId = l.TrackId JOIN Genre g ON g.GenreId = t.GenreId JOIN Album a ON a.AlbumId = t.AlbumId
      JOIN Artist r ON r.ArtistId = a.ArtistId WHERE g.Name IN ('Jazz', 'Blues')`,
    rows: 19,
  },
  {
    name: 'an inverse without a name',
    sql: 'SELECT genre_name, COUNT(`~of_genre[track].track_id`), MAX(`~of_genre[track].on_album[album].title`) FROM genre GROUP BY genre_name',
    joins: `SELECT g.Name, COUNT(t.TrackId), MAX(a.Title) FROM Genre g LEFT JOIN Track t ON t.GenreId = g.GenreId
      LEFT JOIN Album a ON a.AlbumId = t.AlbumId GROUP BY g.Name`,
    rows: 25,
  },
  {
    name: 'a concept that refers to itself, two steps',
    sql: 'SELECT last_name, `reports_to[employee].last_name`, `reports_to[employee].reports_to[employee].last_name` FROM employee',
    joins: `SELECT e.LastName, m.LastName, b.LastName FROM Employee e LEFT JOIN Employee m ON m.EmployeeId = e.ReportsTo
      LEFT JOIN Employee b ON b.EmployeeId = m.ReportsTo`,
    rows: 8,
  },
  {
    name: 'the target as a type filter',
    sql: 'SELECT invoice_id, `placed_by[loyal_customer].last_name` FROM invoice',
    joins: `SELECT i.InvoiceId, c.LastName FROM Invoice i LEFT JOIN Customer c ON c.CustomerId = i.CustomerId
      AND EXISTS (SELECT 1 FROM Invoice o WHERE o.CustomerId = c.CustomerId AND o.Total > 20)`,
    rows: 412,
  },
  {
    name: 'a parent of two children',
    sql: 'SELECT entity_id, entity_type, entity_label, city FROM svc.person',
    joins: `SELECT CAST(CustomerId AS CHAR(9)), 'customer', CONCAT(FirstName, ' ', LastName), City FROM Customer
      UNION ALL SELECT CAST(EmployeeId AS CHAR(9)), 'employee', CONCAT(FirstName, ' ', LastName), City FROM Employee`,
    rows: 67,
  },
  {
    name: 'a parent with the columns of its children, and a path of one child',
    sql: 'SELECT last_name, job_title, company, `supported_by[employee].last_name` FROM dsvc.person',
    joins: `SELECT c.LastName, NULL, c.Company, e.LastName FROM Customer c LEFT JOIN Employee e ON e.EmployeeId = c.SupportRepId
      UNION ALL SELECT LastName, Title, NULL, NULL FROM Employee`,
    rows: 67,
  },
  {
    name: 'a logic concept and its paths',
    sql: "SELECT title, `of_media_type[media_type].media_type_name` FROM long_track WHERE `of_genre[genre].genre_name` <> 'TV Shows'",
    joins: `SELECT t.Name, m.Name FROM Track t LEFT JOIN MediaType m ON m.MediaTypeId = t.MediaTypeId
      JOIN Genre g ON g.GenreId = t.GenreId WHERE t.Milliseconds > 600000 AND g.Name <> 'TV Shows'`,
    rows: 167,
  },
  {
    name: 'a logic concept over a path selects and does not multiply',
    sql: 'SELECT entity_type, first_name, last_name, COUNT(`placed[invoice].invoice_id`) AS invoices FROM loyal_customer GROUP BY entity_type, first_name, last_name',
    joins: `SELECT 'customer', c.FirstName, c.LastName, COUNT(i.InvoiceId) FROM Customer c LEFT JOIN Invoice i ON i.CustomerId = c.CustomerId
      WHERE c.CustomerId IN (SELECT o.CustomerId FROM Invoice o WHERE o.Total > 20) GROUP BY c.FirstName, c.LastName`,
    rows: 4,
  },
  {
    name: 'GROUP BY, HAVING and ORDER BY over paths',
    sql: `SELECT \`on_album[album].made_by[artist].name\` AS artist, COUNT(*) AS tracks, SUM(milliseconds) AS length FROM track
      GROUP BY \`on_album[album].made_by[artist].name\` HAVING COUNT(DISTINCT \`on_album[album].album_id\`) > 3
      ORDER BY tracks DESC, \`on_album[album].made_by[artist].name\``,
    joins: `SELECT r.Name AS artist, COUNT(*) AS tracks, SUM(t.Milliseconds) FROM Track t JOIN Album a ON a.AlbumId = t.AlbumId
      JOIN Artist r ON r.ArtistId = a.ArtistId GROUP BY r.Name HAVING COUNT(DISTINCT a.AlbumId) > 3 ORDER BY tracks DESC, artist`,
    rows: 12,
    ordered: true,
  },
  {
    name: 'sums of a calculated property along a path',
    sql: 'SELECT `of_track[track].of_genre[genre].genre_name` AS genre, SUM(line_total) AS revenue, AVG(quantity) AS mean FROM invoice_line GROUP BY genre',
    joins: `SELECT g.Name, SUM(l.UnitPrice * l.Quantity), CAST(AVG(l.Quantity) AS DECIMAL(14, 4)) FROM InvoiceLine l JOIN Track t ON t.TrackId = l.TrackId
      JOIN Genre g ON g.GenreId = t.GenreId GROUP BY g.Name`,
    rows: 24,
  },
  {
    name: 'a product of integers beyond 32 bits',
    sql: 'SELECT track_id, milliseconds * bytes AS product FROM track WHERE track_id < 4',
    joins: 'SELECT TrackId, CAST(Milliseconds AS DECIMAL(18, 0)) * Bytes FROM Track WHERE TrackId < 4',
    rows: 3,
  },
  {
    name: 'CASE over a path',
    sql: `SELECT CASE WHEN \`on_invoice[invoice].billing_country\` IN ('USA', 'Canada') THEN 'North America'
        WHEN \`on_invoice[invoice].billing_country\` IS NULL THEN 'nowhere' ELSE 'elsewhere' END AS region, COUNT(*) AS n
      FROM invoice_line GROUP BY region`,
    joins: `SELECT CASE WHEN i.BillingCountry IN ('USA', 'Canada') THEN 'North America' ELSE 'elsewhere' END AS region, COUNT(*)
      FROM InvoiceLine l JOIN Invoice i ON i.InvoiceId = l.InvoiceId GROUP BY region`,
    rows: 2,
  },
  {
    name: 'EXISTS with a path inside, correlated',
    sql: `SELECT a.name FROM artist a WHERE NOT EXISTS (
      SELECT 1 FROM album b WHERE b.artist_id = a.artist_id AND b.\`has_track[track].of_genre[genre].genre_name\` = 'Rock') AND a.\`made[album].album_id\` IS NOT NULL`,
    joins: `SELECT r.Name FROM Artist r JOIN Album a ON a.ArtistId = r.ArtistId WHERE r.ArtistId NOT IN (
      SELECT x.ArtistId FROM Album x JOIN Track t ON t.AlbumId = x.AlbumId JOIN Genre g ON g.GenreId = t.GenreId WHERE g.Name = 'Rock')`,
    rows: 203,
  },
  {
    name: 'a correlated scalar sub-query over a path of the outer row',
    sql: `SELECT c.customer_id, (SELECT MAX(i.total) FROM invoice i WHERE i.\`placed_by[customer].support_rep_id\` = c.\`supported_by[employee].employee_id\`) AS most FROM customer c`,
    joins: `SELECT c.CustomerId, m.most FROM Customer c JOIN (SELECT o.SupportRepId AS rep, MAX(i.Total) AS most FROM Invoice i
      JOIN Customer o ON o.CustomerId = i.CustomerId GROUP BY o.SupportRepId) m ON m.rep = c.SupportRepId`,
    rows: 59,
  },
  {
    name: 'EXISTS over a path to many of the outer row, which it selects once',
    sql: 'SELECT a.name FROM artist a WHERE EXISTS (SELECT 1 FROM genre g WHERE g.genre_id = a.`made[album].has_track[track].genre_id` AND g.genre_id < 3)',
    joins: `SELECT r.Name FROM Artist r WHERE r.ArtistId IN (SELECT a.ArtistId FROM Album a JOIN Track t ON t.AlbumId = a.AlbumId WHERE t.GenreId < 3)`,
    rows: 61,
  },
  {
    name: 'NOT EXISTS over a many-to-many path of the outer row',
    sql: "SELECT t.title FROM track t WHERE t.genre_id = 1 AND NOT EXISTS (SELECT 1 FROM playlist p WHERE p.playlist_id = t.`in_playlist[playlist].playlist_id` AND p.name LIKE '9%')",
    joins: `SELECT t.Name FROM Track t WHERE t.GenreId = 1 AND t.TrackId NOT IN
      (SELECT x.TrackId FROM PlaylistTrack x JOIN Playlist p ON p.PlaylistId = x.PlaylistId WHERE p.Name LIKE '9%')`,
    rows: 676,
  },
  {
    name: 'a scalar sub-query that counts along a path to many of the outer row',
    sql: 'SELECT a.name, (SELECT COUNT(*) FROM genre g WHERE g.genre_id = a.`made[album].has_track[track].genre_id`) AS tracks FROM artist a',
    joins: `SELECT r.Name, (SELECT COUNT(t.GenreId) FROM Album a JOIN Track t ON t.AlbumId = a.AlbumId WHERE a.ArtistId = r.ArtistId) AS tracks FROM Artist r`,
    rows: 275,
  },
  {
    name: 'a sub-query without FROM over a path to many of the outer row',
    sql: 'SELECT a.name, (SELECT MAX(a.`made[album].title`)) AS last FROM artist a',
    joins:
      'SELECT r.Name, MAX(a.Title) AS last FROM Artist r LEFT JOIN Album a ON a.ArtistId = r.ArtistId GROUP BY r.ArtistId, r.Name',
    rows: 275,
  },
  {
    name: 'a sub-query over a path to many that the outer row is joined along',
    sql: 'SELECT a.name, a.`made[album].title` FROM artist a WHERE EXISTS (SELECT 1 FROM album b WHERE b.album_id = a.`made[album].album_id` AND b.album_id < 5)',
    joins: 'SELECT r.Name, a.Title FROM Artist r JOIN Album a ON a.ArtistId = r.ArtistId WHERE a.AlbumId < 5',
    rows: 4,
  },
  {
    name: 'a sub-query over a path that continues the path of the outer query',
    sql: 'SELECT a.`made[album].title`, (SELECT COUNT(*) FROM genre g WHERE g.genre_id = a.`made[album].has_track[track].genre_id`) AS tracks FROM artist a',
    joins: `SELECT a.Title, (SELECT COUNT(t.GenreId) FROM Track t WHERE t.AlbumId = a.AlbumId) AS tracks
      FROM Artist r LEFT JOIN Album a ON a.ArtistId = r.ArtistId`,
    rows: 418,
  },
  {
    name: 'a group by a path next to a sub-query over the same path',
    sql: 'SELECT a.`made[album].album_id` AS id, COUNT(*) AS n, (SELECT COUNT(*) FROM album b WHERE b.album_id = a.`made[album].album_id`) AS m FROM artist a GROUP BY a.`made[album].album_id`',
    joins: `SELECT a.AlbumId, COUNT(*), COUNT(DISTINCT a.AlbumId) FROM Artist r LEFT JOIN Album a ON a.ArtistId = r.ArtistId GROUP BY a.AlbumId`,
    rows: 348,
  },
  {
    name: 'a sub-query in a sub-query over a path to many of the outermost row',
    sql: `SELECT r.name FROM artist r WHERE EXISTS (SELECT 1 FROM customer c WHERE c.customer_id < 3
      AND EXISTS (SELECT 1 FROM invoice i WHERE i.customer_id = c.customer_id AND i.invoice_id = r.\`made[album].has_track[track].sold_in[invoice_line].invoice_id\`))`,
    joins: `SELECT r.Name FROM Artist r WHERE r.ArtistId IN (SELECT a.ArtistId FROM Album a JOIN Track t ON t.AlbumId = a.AlbumId
      JOIN InvoiceLine l ON l.TrackId = t.TrackId JOIN Invoice i ON i.InvoiceId = l.InvoiceId WHERE i.CustomerId < 3)`,
    rows: 26,
  },
  {
    name: 'IN a sub-query over a path',
    sql: "SELECT title FROM track WHERE track_id IN (SELECT `has_line[invoice_line].track_id` FROM invoice WHERE billing_country = 'Norway')",
    joins: `SELECT s.Name FROM (SELECT DISTINCT t.TrackId, t.Name FROM Track t JOIN InvoiceLine l ON l.TrackId = t.TrackId
      JOIN Invoice i ON i.InvoiceId = l.InvoiceId WHERE i.BillingCountry = 'Norway') s`,
    rows: 38,
  },
  {
    name: 'common tables over paths, joined',
    sql: `WITH sold AS (SELECT \`of_track[track].album_id\` AS album, SUM(quantity) AS copies FROM invoice_line GROUP BY \`of_track[track].album_id\`),
      best AS (SELECT MAX(copies) AS most FROM sold)
      SELECT a.title, a.\`made_by[artist].name\`, s.copies FROM album a JOIN sold s ON s.album = a.album_id JOIN best b ON s.copies > b.most - 10`,
    joins: `SELECT a.Title, r.Name, s.copies FROM (SELECT t.AlbumId AS album, SUM(l.Quantity) AS copies FROM InvoiceLine l
        JOIN Track t ON t.TrackId = l.TrackId GROUP BY t.AlbumId) s JOIN Album a ON a.AlbumId = s.album
      JOIN Artist r ON r.ArtistId = a.ArtistId WHERE s.copies > 17`,
    rows: 12,
  },
  {
    name: 'UNION of two paths',
    sql: "SELECT `placed_by[customer].country` AS place FROM invoice UNION SELECT `supported_by[employee].country` FROM customer UNION SELECT 'nowhere'",
    joins: "SELECT Country FROM Customer UNION SELECT Country FROM Employee UNION SELECT 'nowhere'",
    rows: 25,
  },
  {
    name: 'EXCEPT and INTERSECT of paths',
    sql: '(SELECT `on_album[album].artist_id` FROM track WHERE milliseconds > 500000 INTERSECT SELECT artist_id FROM artist) EXCEPT SELECT `on_album[album].artist_id` FROM track WHERE milliseconds < 200000',
    joins: `SELECT DISTINCT a.ArtistId FROM Track t JOIN Album a ON a.AlbumId = t.AlbumId WHERE t.Milliseconds > 500000
      AND a.ArtistId NOT IN (SELECT x.ArtistId FROM Track s JOIN Album x ON x.AlbumId = s.AlbumId WHERE s.Milliseconds < 200000)`,
    rows: 20,
  },
  {
    name: 'a window over a path',
    sql: `SELECT track_id, RANK() OVER (PARTITION BY \`on_album[album].made_by[artist].name\` ORDER BY milliseconds DESC, track_id) AS place FROM track`,
    joins: `SELECT t.TrackId, RANK() OVER (PARTITION BY r.Name ORDER BY t.Milliseconds DESC, t.TrackId) FROM Track t
      JOIN Album a ON a.AlbumId = t.AlbumId JOIN Artist r ON r.ArtistId = a.ArtistId`,
    rows: 3503,
  },
  {
    name: 'two concepts joined, each with paths of its own',
    sql: "SELECT a.`made_by[artist].name`, t.`of_genre[genre].genre_name`, t.title FROM album a JOIN track t ON t.album_id = a.album_id WHERE a.`made_by[artist].name` LIKE '[X-Z]%'",
    joins: `SELECT r.Name, g.Name, t.Name FROM Album a JOIN Artist r ON r.ArtistId = a.ArtistId JOIN Track t ON t.AlbumId = a.AlbumId
      JOIN Genre g ON g.GenreId = t.GenreId WHERE LOWER(SUBSTRING(r.Name, 1, 1)) IN ('x', 'y', 'z')`,
    rows: 21,
  },
  {
    name: 'a derived table of paths',
    sql: 'SELECT d.artist, COUNT(*) AS n FROM (SELECT `made_by[artist].name` AS artist FROM album) d GROUP BY d.artist HAVING n > 5',
    joins:
      'SELECT r.Name, COUNT(*) FROM Album a JOIN Artist r ON r.ArtistId = a.ArtistId GROUP BY r.Name HAVING COUNT(*) > 5',
    rows: 6,
  },
  {
    name: 'a view joined with a concept',
    sql: "SELECT c.entity_id, c.artist_name, s.milliseconds FROM vsvc.track_catalogue c JOIN svc.track s ON s.entity_id = c.entity_id WHERE c.genre = 'Classical'",
    joins: `SELECT CAST(t.TrackId AS CHAR(9)), r.Name, t.Milliseconds FROM Track t JOIN Genre g ON g.GenreId = t.GenreId
      LEFT JOIN Album a ON a.AlbumId = t.AlbumId LEFT JOIN Artist r ON r.ArtistId = a.ArtistId WHERE g.Name = 'Classical'`,
    rows: 74,
  },
  {
    name: 'a grouped view',
    sql: 'SELECT country, total FROM vsvc.sales_by_country WHERE invoices > 20 ORDER BY total DESC',
    joins:
      'SELECT BillingCountry, SUM(Total) AS total FROM Invoice GROUP BY BillingCountry HAVING COUNT(*) > 20 ORDER BY 2 DESC',
    rows: 6,
    ordered: true,
  },
  {
    name: 'a URL filter over a path',
    target: 'concept/album',
    url: '_subj_=made_by[artist].name&_op_=like&_comp_=%25[^a-y]&_conj_=and&_subj1_=title&_op1_=not_like&_comp1_=[A-L]%25',
    joins: `SELECT CAST(a.AlbumId AS CHAR(9)), 'album', a.Title, a.AlbumId, a.Title, a.ArtistId, r.Name FROM Album a JOIN Artist r ON r.ArtistId = a.ArtistId
      WHERE LOWER(SUBSTRING(r.Name, CHAR_LENGTH(r.Name), 1)) NOT BETWEEN 'a' AND 'y' AND LOWER(SUBSTRING(a.Title, 1, 1)) NOT BETWEEN 'a' AND 'l'`,
    rows: 8,
  },
  {
    name: 'a URL filter with groups, an order over a path and a page',
    target: 'concept/invoice',
    url: '_select_=invoice_id,placed_by[customer].last_name,total&_subj_=total&_op_=gte&_comp_=13.86&_conj_=and&_subj1_=placed_by[customer].country&_op1_=IN&_comp1_=USA,Germany&_conj1_=or&_subj2_=invoice_id&_op2_=lt&_comp2_=4&_order_=placed_by[customer].last_name,-invoice_id&_limit_=12&_offset_=3',
    joins: `SELECT i.InvoiceId, c.LastName, i.Total FROM Invoice i JOIN Customer c ON c.CustomerId = i.CustomerId
      WHERE i.Total >= 13.86 AND c.Country IN ('USA', 'Germany') OR i.InvoiceId < 4 ORDER BY c.LastName, i.InvoiceId DESC LIMIT 12 OFFSET 3`,
    rows: 12,
    ordered: true,
  },
  {
    name: 'a URL filter on a view',
    target: 'view/track_catalogue',
    url: '_subj_=artist_name&_op_=eq&_comp_=AC/DC&_conj_=or&_subj1_=genre&_op1_=in&_comp1_=Opera,"Sci Fi %26 Fantasy"',
    joins: `SELECT CAST(t.TrackId AS CHAR(9)), t.Name, a.Title, r.Name, g.Name FROM Track t JOIN Album a ON a.AlbumId = t.AlbumId
      JOIN Artist r ON r.ArtistId = a.ArtistId JOIN Genre g ON g.GenreId = t.GenreId WHERE r.Name = 'AC/DC' OR g.Name IN ('Opera', 'Sci Fi & Fantasy')`,
    rows: 45,
  },
]);
