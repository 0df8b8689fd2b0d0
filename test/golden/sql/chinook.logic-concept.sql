-- semantic statement
SELECT title FROM long_track

-- mysql
SELECT `long_track`.`Name` AS `title`
FROM `Track` AS `long_track`
WHERE `long_track`.`Milliseconds` > 600000

-- duckdb
SELECT "long_track"."Name" AS "title"
FROM "Track" AS "long_track"
WHERE "long_track"."Milliseconds" > 600000

-- postgresql
SELECT CAST("long_track"."Name" AS TEXT) AS "title"
FROM "Track" AS "long_track"
WHERE "long_track"."Milliseconds" > 600000
