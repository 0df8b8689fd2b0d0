-- semantic statement
SELECT last_name FROM person WHERE entity_id IN ('1', 'x') OR entity_id = '7'

-- mysql
SELECT `map_customer`.`LastName` AS `last_name`
FROM `Customer` AS `map_customer`
WHERE `map_customer`.`CustomerId` IN (?, ?)
UNION ALL SELECT `map_employee`.`LastName` AS `last_name`
FROM `Employee` AS `map_employee`
WHERE `map_employee`.`EmployeeId` IN (?, ?)
-- 1: integer "1"
-- 2: integer "7"
-- 3: integer "1"
-- 4: integer "7"

-- duckdb
SELECT "person"."last_name" AS "last_name"
FROM (SELECT "map_customer"."LastName" AS "last_name"
FROM "Customer" AS "map_customer"
WHERE "map_customer"."CustomerId" IN ($1, $2)
UNION ALL SELECT "map_employee"."LastName" AS "last_name"
FROM "Employee" AS "map_employee"
WHERE "map_employee"."EmployeeId" IN ($1, $2)) AS "person"
-- 1: integer "1"
-- 2: integer "7"

-- postgresql
SELECT "person"."last_name" AS "last_name"
FROM (SELECT "map_customer"."LastName" AS "last_name"
FROM "Customer" AS "map_customer"
WHERE "map_customer"."CustomerId" IN ($1::bigint, $2::bigint)
UNION ALL SELECT CAST("map_employee"."LastName" AS TEXT) AS "last_name"
FROM "Employee" AS "map_employee"
WHERE "map_employee"."EmployeeId" IN ($1::bigint, $2::bigint)) AS "person"
-- 1: integer "1"
-- 2: integer "7"
