-- GET .../view/track_catalogue?_subj_=artist_name&_op_=eq&_comp_=AC/DC
-- semantic statement
SELECT * FROM `vsvc`.`track_catalogue` WHERE `artist_name` = 'AC/DC'

-- mysql
SELECT CONCAT(`track`.`TrackId`) AS `entity_id`, `track`.`Name` AS `title`, `on_album`.`Title` AS `album_title`, `made_by`.`Name` AS `artist_name`, `of_genre`.`Name` AS `genre`
FROM `Track` AS `track`
JOIN `Album` AS `on_album` ON `track`.`AlbumId` = `on_album`.`AlbumId`
JOIN `Artist` AS `made_by` ON `on_album`.`ArtistId` = `made_by`.`ArtistId`
LEFT JOIN `Genre` AS `of_genre` ON `track`.`GenreId` = `of_genre`.`GenreId`
WHERE `made_by`.`Name` = ?
-- 1: string "AC/DC"

-- duckdb
SELECT CAST("track"."TrackId" AS VARCHAR) AS "entity_id", "track"."Name" AS "title", "on_album"."Title" AS "album_title", "made_by"."Name" AS "artist_name", "of_genre"."Name" AS "genre"
FROM "Track" AS "track"
JOIN "Album" AS "on_album" ON "track"."AlbumId" = "on_album"."AlbumId"
JOIN "Artist" AS "made_by" ON "on_album"."ArtistId" = "made_by"."ArtistId"
LEFT JOIN "Genre" AS "of_genre" ON "track"."GenreId" = "of_genre"."GenreId"
WHERE "made_by"."Name" = $1
-- 1: string "AC/DC"

-- postgresql
SELECT CAST("track"."TrackId" AS TEXT) AS "entity_id", CAST("track"."Name" AS TEXT) AS "title", "on_album"."Title" AS "album_title", "made_by"."Name" AS "artist_name", CAST("of_genre"."Name" AS TEXT) AS "genre"
FROM "Track" AS "track"
JOIN "Album" AS "on_album" ON "track"."AlbumId" = "on_album"."AlbumId"
JOIN "Artist" AS "made_by" ON "on_album"."ArtistId" = "made_by"."ArtistId"
LEFT JOIN "Genre" AS "of_genre" ON "track"."GenreId" = "of_genre"."GenreId"
WHERE "made_by"."Name" = $1::text
-- 1: string "AC/DC"
