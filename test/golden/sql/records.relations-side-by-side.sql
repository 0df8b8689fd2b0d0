-- semantic statement, nested
SELECT title, tag, `in_playlist[playlist].list_name` FROM track WHERE tag = 'loud'

-- mysql
SELECT `nested`.`c1` AS `title`, `nested`.`c2` AS `tag`, `nested`.`c3` AS `in_playlist[playlist].list_name`, `nested`.`c4` AS `entity_type`, `nested`.`c5` AS `entity_id`, `nested`.`c6` AS `in_playlist[playlist].entity_type`, `nested`.`c7` AS `in_playlist[playlist].entity_id`
FROM (SELECT `track`.`title` AS `c1`, `tag`.`tag` AS `c2`, NULL AS `c3`, 'track' AS `c4`, CAST(`track`.`id` AS CHAR) AS `c5`, NULL AS `c6`, NULL AS `c7`
FROM `tracks` AS `track`
JOIN `tags` AS `tag` ON `track`.`id` = `tag`.`track`
WHERE `tag`.`tag` = ?
UNION ALL SELECT `track`.`title` AS `c1`, NULL AS `c2`, `in_playlist`.`list_name` AS `c3`, 'track' AS `c4`, CAST(`track`.`id` AS CHAR) AS `c5`, `in_playlist`.`entity_type` AS `c6`, `in_playlist`.`entity_id` AS `c7`
FROM `tracks` AS `track`
LEFT JOIN (`entries` AS `in_playlist_link`
JOIN (SELECT `map_playlist`.`id` AS `playlist_id`, `map_playlist`.`name` AS `list_name`, 'playlist' AS `entity_type`, CAST(`map_playlist`.`id` AS CHAR) AS `entity_id`
FROM `playlists` AS `map_playlist`
WHERE `map_playlist`.`id` IS NOT NULL) AS `in_playlist` ON `in_playlist`.`playlist_id` = `in_playlist_link`.`list`) ON `track`.`id` = `in_playlist_link`.`track`
WHERE `track`.`id` IN (SELECT `tag`.`track`
FROM `tags` AS `tag`
WHERE `tag`.`tag` = ?)) AS `nested`
ORDER BY `entity_type`, `entity_id`, `in_playlist[playlist].entity_type`, `in_playlist[playlist].entity_id`, `tag`
-- 1: string "loud"
-- 2: string "loud"

-- duckdb
SELECT "nested"."c1" AS "title", "nested"."c2" AS "tag", "nested"."c3" AS "in_playlist[playlist].list_name", "nested"."c4" AS "entity_type", "nested"."c5" AS "entity_id", "nested"."c6" AS "in_playlist[playlist].entity_type", "nested"."c7" AS "in_playlist[playlist].entity_id"
FROM (SELECT "track"."title" AS "c1", "tag"."tag" AS "c2", NULL AS "c3", 'track' AS "c4", CAST("track"."id" AS VARCHAR) AS "c5", NULL AS "c6", NULL AS "c7"
FROM "tracks" AS "track"
JOIN "tags" AS "tag" ON "track"."id" = "tag"."track"
WHERE "tag"."tag" = $1
UNION ALL SELECT "track"."title" AS "c1", NULL AS "c2", "in_playlist"."list_name" AS "c3", 'track' AS "c4", CAST("track"."id" AS VARCHAR) AS "c5", "in_playlist"."entity_type" AS "c6", "in_playlist"."entity_id" AS "c7"
FROM "tracks" AS "track"
LEFT JOIN ("entries" AS "in_playlist_link"
JOIN (SELECT "map_playlist"."id" AS "playlist_id", "map_playlist"."name" AS "list_name", 'playlist' AS "entity_type", CAST("map_playlist"."id" AS VARCHAR) AS "entity_id"
FROM "playlists" AS "map_playlist"
WHERE "map_playlist"."id" IS NOT NULL) AS "in_playlist" ON "in_playlist"."playlist_id" = "in_playlist_link"."list") ON "track"."id" = "in_playlist_link"."track"
WHERE "track"."id" IN (SELECT "tag"."track"
FROM "tags" AS "tag"
WHERE "tag"."tag" = $1)) AS "nested"
ORDER BY "entity_type", "entity_id", "in_playlist[playlist].entity_type", "in_playlist[playlist].entity_id", "tag"
-- 1: string "loud"
