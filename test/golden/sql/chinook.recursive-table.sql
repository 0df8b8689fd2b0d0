-- semantic statement
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n

-- mysql
WITH RECURSIVE `n` AS (SELECT ? AS `i`
UNION ALL SELECT `n_2`.`i` + ? AS `i + 1`
FROM `n` AS `n_2`
WHERE `n_2`.`i` < ?) SELECT `n_3`.`i` AS `i`
FROM `n` AS `n_3`
-- 1: integer "1"
-- 2: integer "1"
-- 3: integer "5"

-- duckdb
WITH RECURSIVE "n" AS (SELECT $1 AS "i"
UNION ALL SELECT "n_2"."i" + $1 AS "i + 1"
FROM "n" AS "n_2"
WHERE "n_2"."i" < $2) SELECT "n_3"."i" AS "i"
FROM "n" AS "n_3"
-- 1: integer "1"
-- 2: integer "5"

-- postgresql
WITH RECURSIVE "n" AS (SELECT CAST($1::bigint AS BIGINT) AS "i"
UNION ALL SELECT CAST(("n_2"."i" + $1::bigint) AS BIGINT) AS "i + 1"
FROM "n" AS "n_2"
WHERE "n_2"."i" < $2::bigint) SELECT "n_3"."i" AS "i"
FROM "n" AS "n_3"
-- 1: integer "1"
-- 2: integer "5"
