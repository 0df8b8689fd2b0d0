-- semantic statement
SELECT title, `in_playlist[playlist].playlist_id` FROM track WHERE `of_genre[genre].genre_id` IS NULL

-- mysql
SELECT `track`.`Name` AS `title`, `in_playlist_link`.`PlaylistId` AS `in_playlist[playlist].playlist_id`
FROM `Track` AS `track`
LEFT JOIN `PlaylistTrack` AS `in_playlist_link` ON `track`.`TrackId` = `in_playlist_link`.`TrackId`
WHERE `track`.`GenreId` IS NULL

-- duckdb
SELECT "track"."Name" AS "title", "in_playlist_link"."PlaylistId" AS "in_playlist[playlist].playlist_id"
FROM "Track" AS "track"
LEFT JOIN "PlaylistTrack" AS "in_playlist_link" ON "track"."TrackId" = "in_playlist_link"."TrackId"
WHERE "track"."GenreId" IS NULL

-- postgresql
SELECT CAST("track"."Name" AS TEXT) AS "title", "in_playlist_link"."PlaylistId" AS "in_playlist[playlist].playlist_id"
FROM "Track" AS "track"
LEFT JOIN "PlaylistTrack" AS "in_playlist_link" ON "track"."TrackId" = "in_playlist_link"."TrackId"
WHERE "track"."GenreId" IS NULL
