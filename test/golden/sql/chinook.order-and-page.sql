-- GET .../concept/track?_select_=title,on_album[album].title&_order_=-milliseconds&_limit_=5&_offset_=10
-- semantic statement
SELECT `title`, `on_album[album].title` FROM `dsvc`.`track` ORDER BY `milliseconds` IS NULL, `milliseconds` DESC LIMIT 5 OFFSET 10

-- mysql
SELECT `track`.`Name` AS `title`, `on_album`.`Title` AS `on_album[album].title`
FROM `Track` AS `track`
LEFT JOIN `Album` AS `on_album` ON `track`.`AlbumId` = `on_album`.`AlbumId`
ORDER BY `track`.`Milliseconds` IS NULL, `track`.`Milliseconds` DESC
LIMIT 5 OFFSET 10

-- duckdb
SELECT "track"."Name" AS "title", "on_album"."Title" AS "on_album[album].title"
FROM "Track" AS "track"
LEFT JOIN "Album" AS "on_album" ON "track"."AlbumId" = "on_album"."AlbumId"
ORDER BY CAST(("track"."Milliseconds" IS NULL) AS INTEGER), "track"."Milliseconds" DESC
LIMIT 5 OFFSET 10

-- postgresql
SELECT CAST("track"."Name" AS TEXT) AS "title", "on_album"."Title" AS "on_album[album].title"
FROM "Track" AS "track"
LEFT JOIN "Album" AS "on_album" ON "track"."AlbumId" = "on_album"."AlbumId"
ORDER BY CAST(("track"."Milliseconds" IS NULL) AS INTEGER), "track"."Milliseconds" DESC
LIMIT 5 OFFSET 10
