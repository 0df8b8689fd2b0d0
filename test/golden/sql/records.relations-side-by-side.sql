-- semantic statement, nested
SELECT title, tag, `in_playlist[playlist].list_name` FROM track WHERE tag = 'loud'

-- mysql
SELECT `nested`.`c1` AS `title`, `nested`.`c2` AS `tag`, `nested`.`c3` AS `in_playlist[playlist].list_name`, `nested`.`c4` AS `entity_type`, `nested`.`c5` AS `track_id`, `nested`.`c6` AS `in_playlist[playlist].playlist_id`
FROM (SELECT `track`.`title` AS `c1`, `tag`.`tag` AS `c2`, NULL AS `c3`, 'track' AS `c4`, `track`.`id` AS `c5`, NULL AS `c6`
FROM `tracks` AS `track`
JOIN `tags` AS `tag` ON `track`.`id` = `tag`.`track`
WHERE `tag`.`tag` = ?
UNION ALL SELECT `track`.`title` AS `c1`, NULL AS `c2`, `in_playlist`.`name` AS `c3`, 'track' AS `c4`, `track`.`id` AS `c5`, `in_playlist`.`id` AS `c6`
FROM `tracks` AS `track`
LEFT JOIN (`entries` AS `in_playlist_link`
JOIN `playlists` AS `in_playlist` ON `in_playlist`.`id` = `in_playlist_link`.`list`) ON `track`.`id` = `in_playlist_link`.`track`
WHERE `track`.`id` IN (SELECT `tag`.`track`
FROM `tags` AS `tag`
WHERE `tag`.`tag` = ?)) AS `nested`
ORDER BY `entity_type`, `track_id`
-- 1: string "loud"
-- 2: string "loud"

-- duckdb
SELECT "nested"."c1" AS "title", "nested"."c2" AS "tag", "nested"."c3" AS "in_playlist[playlist].list_name", "nested"."c4" AS "entity_type", "nested"."c5" AS "track_id", "nested"."c6" AS "in_playlist[playlist].playlist_id"
FROM (SELECT "track"."title" AS "c1", "tag"."tag" AS "c2", NULL AS "c3", 'track' AS "c4", "track"."id" AS "c5", NULL AS "c6"
FROM "tracks" AS "track"
JOIN "tags" AS "tag" ON "track"."id" = "tag"."track"
WHERE "tag"."tag" = $1
UNION ALL SELECT "track"."title" AS "c1", NULL AS "c2", "in_playlist"."name" AS "c3", 'track' AS "c4", "track"."id" AS "c5", "in_playlist"."id" AS "c6"
FROM "tracks" AS "track"
LEFT JOIN ("entries" AS "in_playlist_link"
JOIN "playlists" AS "in_playlist" ON "in_playlist"."id" = "in_playlist_link"."list") ON "track"."id" = "in_playlist_link"."track"
WHERE "track"."id" IN (SELECT "tag"."track"
FROM "tags" AS "tag"
WHERE "tag"."tag" = $1)) AS "nested"
ORDER BY "entity_type", "track_id"
-- 1: string "loud"

-- postgresql
SELECT "nested"."c1" AS "title", "nested"."c2" AS "tag", "nested"."c3" AS "in_playlist[playlist].list_name", "nested"."c4" AS "entity_type", "nested"."c5" AS "track_id", "nested"."c6" AS "in_playlist[playlist].playlist_id"
FROM (SELECT CAST("track"."title" AS TEXT) AS "c1", CAST("tag"."tag" AS TEXT) AS "c2", CAST(NULL AS TEXT) AS "c3", 'track' AS "c4", "track"."id" AS "c5", CAST(NULL AS INTEGER) AS "c6"
FROM "tracks" AS "track"
JOIN "tags" AS "tag" ON "track"."id" = "tag"."track"
WHERE CAST("tag"."tag" AS TEXT) = $1::text
UNION ALL SELECT CAST("track"."title" AS TEXT) AS "c1", CAST(NULL AS TEXT) AS "c2", CAST("in_playlist"."name" AS TEXT) AS "c3", 'track' AS "c4", "track"."id" AS "c5", "in_playlist"."id" AS "c6"
FROM "tracks" AS "track"
LEFT JOIN ("entries" AS "in_playlist_link"
JOIN "playlists" AS "in_playlist" ON "in_playlist"."id" = "in_playlist_link"."list") ON "track"."id" = "in_playlist_link"."track"
WHERE "track"."id" IN (SELECT "tag"."track"
FROM "tags" AS "tag"
WHERE CAST("tag"."tag" AS TEXT) = $1::text)) AS "nested"
ORDER BY "nested"."c4" COLLATE "C" NULLS FIRST, "track_id" NULLS FIRST
-- 1: string "loud"
