-- GET .../concept/genre?
-- semantic statement
SELECT * FROM `dsvc`.`genre`

-- mysql
SELECT CONCAT(`genre`.`GenreId`) AS `entity_id`, 'genre' AS `entity_type`, `genre`.`Name` AS `entity_label`, `genre`.`GenreId` AS `genre_id`, `genre`.`Name` AS `genre_name`
FROM `Genre` AS `genre`

-- duckdb
SELECT CAST("genre"."GenreId" AS VARCHAR) AS "entity_id", 'genre' AS "entity_type", "genre"."Name" AS "entity_label", "genre"."GenreId" AS "genre_id", "genre"."Name" AS "genre_name"
FROM "Genre" AS "genre"

-- postgresql
SELECT CAST("genre"."GenreId" AS TEXT) AS "entity_id", 'genre' AS "entity_type", CAST("genre"."Name" AS TEXT) AS "entity_label", "genre"."GenreId" AS "genre_id", CAST("genre"."Name" AS TEXT) AS "genre_name"
FROM "Genre" AS "genre"
