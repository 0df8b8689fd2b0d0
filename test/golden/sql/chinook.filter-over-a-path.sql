-- GET .../concept/track?_subj_=on_album[album].title&_op_=like&_comp_=Back%25
-- semantic statement
SELECT * FROM `dsvc`.`track` WHERE `on_album[album].title` LIKE 'Back%'

-- mysql
SELECT CONCAT(`track`.`TrackId`) AS `entity_id`, 'track' AS `entity_type`, `track`.`Name` AS `entity_label`, `track`.`TrackId` AS `track_id`, `track`.`Name` AS `title`, `track`.`AlbumId` AS `album_id`, `track`.`MediaTypeId` AS `media_type_id`, `track`.`GenreId` AS `genre_id`, `track`.`Composer` AS `composer`, `track`.`Milliseconds` AS `milliseconds`, `track`.`Bytes` AS `bytes`, `track`.`UnitPrice` AS `unit_price`, `on_album`.`Title` AS `on_album[album].title`
FROM `Track` AS `track`
JOIN `Album` AS `on_album` ON `track`.`AlbumId` = `on_album`.`AlbumId`
WHERE `on_album`.`Title` LIKE ?
-- 1: string "Back%"

-- duckdb
SELECT CAST("track"."TrackId" AS VARCHAR) AS "entity_id", 'track' AS "entity_type", "track"."Name" AS "entity_label", "track"."TrackId" AS "track_id", "track"."Name" AS "title", "track"."AlbumId" AS "album_id", "track"."MediaTypeId" AS "media_type_id", "track"."GenreId" AS "genre_id", "track"."Composer" AS "composer", "track"."Milliseconds" AS "milliseconds", "track"."Bytes" AS "bytes", "track"."UnitPrice" AS "unit_price", "on_album"."Title" AS "on_album[album].title"
FROM "Track" AS "track"
JOIN "Album" AS "on_album" ON "track"."AlbumId" = "on_album"."AlbumId"
WHERE "on_album"."Title" ILIKE $1
-- 1: string "Back%"

-- postgresql
SELECT CAST("track"."TrackId" AS TEXT) AS "entity_id", 'track' AS "entity_type", CAST("track"."Name" AS TEXT) AS "entity_label", "track"."TrackId" AS "track_id", CAST("track"."Name" AS TEXT) AS "title", "track"."AlbumId" AS "album_id", "track"."MediaTypeId" AS "media_type_id", "track"."GenreId" AS "genre_id", CAST("track"."Composer" AS TEXT) AS "composer", "track"."Milliseconds" AS "milliseconds", "track"."Bytes" AS "bytes", "track"."UnitPrice" AS "unit_price", "on_album"."Title" AS "on_album[album].title"
FROM "Track" AS "track"
JOIN "Album" AS "on_album" ON "track"."AlbumId" = "on_album"."AlbumId"
WHERE "on_album"."Title" ILIKE $1::text
-- 1: string "Back%"
