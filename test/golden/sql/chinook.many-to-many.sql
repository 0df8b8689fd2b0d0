-- semantic statement
SELECT `in_playlist[playlist].name`, COUNT(*) FROM track GROUP BY `in_playlist[playlist].name`

-- mysql
SELECT `in_playlist`.`Name` AS `in_playlist[playlist].name`, COUNT(*) AS `COUNT(*)`
FROM `Track` AS `track`
LEFT JOIN (`PlaylistTrack` AS `in_playlist_link`
JOIN `Playlist` AS `in_playlist` ON `in_playlist`.`PlaylistId` = `in_playlist_link`.`PlaylistId`) ON `track`.`TrackId` = `in_playlist_link`.`TrackId`
GROUP BY `in_playlist`.`Name`

-- duckdb
SELECT "in_playlist"."Name" AS "in_playlist[playlist].name", COUNT(*) AS "COUNT(*)"
FROM "Track" AS "track"
LEFT JOIN ("PlaylistTrack" AS "in_playlist_link"
JOIN "Playlist" AS "in_playlist" ON "in_playlist"."PlaylistId" = "in_playlist_link"."PlaylistId") ON "track"."TrackId" = "in_playlist_link"."TrackId"
GROUP BY "in_playlist"."Name"

-- postgresql
SELECT CAST("in_playlist"."Name" AS TEXT) AS "in_playlist[playlist].name", COUNT(*) AS "COUNT(*)"
FROM "Track" AS "track"
LEFT JOIN ("PlaylistTrack" AS "in_playlist_link"
JOIN "Playlist" AS "in_playlist" ON "in_playlist"."PlaylistId" = "in_playlist_link"."PlaylistId") ON "track"."TrackId" = "in_playlist_link"."TrackId"
GROUP BY CAST("in_playlist"."Name" AS TEXT)
