-- semantic statement
SELECT COUNT(*) FROM party

-- mysql
SELECT COUNT(*) AS `COUNT(*)`
FROM `parties` AS `party`

-- duckdb
SELECT COUNT(*) AS "COUNT(*)"
FROM "parties" AS "party"

-- postgresql
SELECT COUNT(*) AS "COUNT(*)"
FROM "parties" AS "party"
