-- semantic statement
SELECT last_name FROM employee e WHERE EXISTS (SELECT 1 FROM employee f WHERE f.employee_id = e.employee_id AND f.`reports_to[employee].employee_id` = 1)

-- mysql
SELECT `e`.`LastName` AS `last_name`
FROM `Employee` AS `e`
WHERE `e`.`ReportsTo` = ?
-- 1: integer "1"

-- duckdb
SELECT "e"."LastName" AS "last_name"
FROM "Employee" AS "e"
WHERE "e"."ReportsTo" = $1
-- 1: integer "1"

-- postgresql
SELECT CAST("e"."LastName" AS TEXT) AS "last_name"
FROM "Employee" AS "e"
WHERE "e"."ReportsTo" = $1::bigint
-- 1: integer "1"
