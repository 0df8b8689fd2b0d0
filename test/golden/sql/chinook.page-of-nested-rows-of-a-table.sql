-- semantic statement, nested
SELECT title, `sold_in[invoice_line].quantity` FROM track ORDER BY title, track_id LIMIT 3

-- mysql
WITH `page` AS (SELECT `track`.`TrackId` AS `page key 1`, `track`.`Name` AS `page order 1`, `track`.`TrackId` AS `page order 2`, 'track' AS `page order 3`, `track`.`Name` AS `title`, 'track' AS `entity_type`, `track`.`TrackId` AS `track_id`
FROM `Track` AS `track`
ORDER BY `page order 1`, `page order 2`
LIMIT 3) SELECT `track`.`title` AS `title`, `sold_in`.`Quantity` AS `sold_in[invoice_line].quantity`, `track`.`entity_type` AS `entity_type`, `track`.`track_id` AS `track_id`, `sold_in`.`InvoiceLineId` AS `sold_in[invoice_line].invoice_line_id`
FROM `page` AS `track`
LEFT JOIN `InvoiceLine` AS `sold_in` ON `track`.`track_id` = `sold_in`.`TrackId`
ORDER BY `track`.`page order 1`, `track`.`page order 2`, `track`.`page order 3`

-- duckdb
WITH "page" AS (SELECT "track"."TrackId" AS "page key 1", "track"."Name" AS "page order 1", "track"."TrackId" AS "page order 2", 'track' AS "page order 3", "track"."Name" AS "title", 'track' AS "entity_type", "track"."TrackId" AS "track_id"
FROM "Track" AS "track"
ORDER BY "page order 1", "page order 2"
LIMIT 3) SELECT "track"."title" AS "title", "sold_in"."Quantity" AS "sold_in[invoice_line].quantity", "track"."entity_type" AS "entity_type", "track"."track_id" AS "track_id", "sold_in"."InvoiceLineId" AS "sold_in[invoice_line].invoice_line_id"
FROM "page" AS "track"
LEFT JOIN "InvoiceLine" AS "sold_in" ON "track"."track_id" = "sold_in"."TrackId"
ORDER BY "track"."page order 1", "track"."page order 2", "track"."page order 3"

-- postgresql
WITH "page" AS (SELECT "track"."TrackId" AS "page key 1", CAST("track"."Name" AS TEXT) AS "page order 1", "track"."TrackId" AS "page order 2", 'track' AS "page order 3", CAST("track"."Name" AS TEXT) AS "title", 'track' AS "entity_type", "track"."TrackId" AS "track_id"
FROM "Track" AS "track"
ORDER BY CAST("track"."Name" AS TEXT) COLLATE "C" NULLS FIRST, "page order 2"
LIMIT 3) SELECT CAST("track"."title" AS TEXT) AS "title", "sold_in"."Quantity" AS "sold_in[invoice_line].quantity", CAST("track"."entity_type" AS TEXT) AS "entity_type", "track"."track_id" AS "track_id", "sold_in"."InvoiceLineId" AS "sold_in[invoice_line].invoice_line_id"
FROM "page" AS "track"
LEFT JOIN "InvoiceLine" AS "sold_in" ON "track"."track_id" = "sold_in"."TrackId"
ORDER BY "track"."page order 1" COLLATE "C" NULLS FIRST, "track"."page order 2" NULLS FIRST, "track"."page order 3" COLLATE "C" NULLS FIRST
