-- GET .../concept/artist?_subj_=name&_op_=not_like&_comp_=[A-C]%25
-- semantic statement
SELECT * FROM `dsvc`.`artist` WHERE `name` NOT LIKE '[A-C]%'

-- mysql
SELECT CONCAT(`artist`.`ArtistId`) AS `entity_id`, 'artist' AS `entity_type`, `artist`.`Name` AS `entity_label`, `artist`.`ArtistId` AS `artist_id`, `artist`.`Name` AS `name`
FROM `Artist` AS `artist`
WHERE `artist`.`Name` NOT REGEXP ?
-- 1: string "(?is)\\A[A-C].*\\z"

-- duckdb
SELECT CAST("artist"."ArtistId" AS VARCHAR) AS "entity_id", 'artist' AS "entity_type", "artist"."Name" AS "entity_label", "artist"."ArtistId" AS "artist_id", "artist"."Name" AS "name"
FROM "Artist" AS "artist"
WHERE NOT regexp_full_match("artist"."Name", $1, 'is')
-- 1: string "[A-C].*"

-- postgresql
SELECT CAST("artist"."ArtistId" AS TEXT) AS "entity_id", 'artist' AS "entity_type", "artist"."Name" AS "entity_label", "artist"."ArtistId" AS "artist_id", "artist"."Name" AS "name"
FROM "Artist" AS "artist"
WHERE "artist"."Name" !~* $1::text
-- 1: string "^[A-C].*$"
