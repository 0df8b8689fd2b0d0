-- semantic statement
SELECT COUNT(*) FROM person WHERE country = 'Canada'

-- mysql
SELECT (SELECT COUNT(*) AS `rows`
FROM `Customer` AS `map_customer`
WHERE `map_customer`.`Country` = ?) + (SELECT COUNT(*) AS `rows`
FROM `Employee` AS `map_employee`
WHERE `map_employee`.`Country` = ?) AS `COUNT(*)`
-- 1: string "Canada"
-- 2: string "Canada"

-- duckdb
SELECT COUNT(*) AS "COUNT(*)"
FROM (SELECT 1 AS "present"
FROM "Customer" AS "map_customer"
WHERE "map_customer"."Country" = $1
UNION ALL SELECT 1 AS "present"
FROM "Employee" AS "map_employee"
WHERE "map_employee"."Country" = $1) AS "person"
-- 1: string "Canada"

-- postgresql
SELECT (SELECT COUNT(*) AS "rows"
FROM "Customer" AS "map_customer"
WHERE CAST("map_customer"."Country" AS TEXT) = $1::text) + (SELECT COUNT(*) AS "rows"
FROM "Employee" AS "map_employee"
WHERE CAST("map_employee"."Country" AS TEXT) = $1::text) AS "COUNT(*)"
-- 1: string "Canada"
