-- semantic statement
SELECT entity_id, entity_type, last_name FROM svc.person ORDER BY last_name

-- mysql
SELECT `person`.`entity_id` AS `entity_id`, `person`.`entity_type` AS `entity_type`, `person`.`last_name` AS `last_name`
FROM (SELECT CONCAT(`map_customer`.`CustomerId`) AS `entity_id`, 'customer' AS `entity_type`, `map_customer`.`LastName` AS `last_name`
FROM `Customer` AS `map_customer`
UNION ALL SELECT CONCAT(`map_employee`.`EmployeeId`) AS `entity_id`, 'employee' AS `entity_type`, `map_employee`.`LastName` AS `last_name`
FROM `Employee` AS `map_employee`) AS `person`
ORDER BY `last_name`

-- duckdb
SELECT "person"."entity_id" AS "entity_id", "person"."entity_type" AS "entity_type", "person"."last_name" AS "last_name"
FROM (SELECT CAST("map_customer"."CustomerId" AS VARCHAR) AS "entity_id", 'customer' AS "entity_type", "map_customer"."LastName" AS "last_name"
FROM "Customer" AS "map_customer"
UNION ALL SELECT CAST("map_employee"."EmployeeId" AS VARCHAR) AS "entity_id", 'employee' AS "entity_type", "map_employee"."LastName" AS "last_name"
FROM "Employee" AS "map_employee") AS "person"
ORDER BY "last_name"

-- postgresql
SELECT "person"."entity_id" AS "entity_id", "person"."entity_type" AS "entity_type", "person"."last_name" AS "last_name"
FROM (SELECT CAST("map_customer"."CustomerId" AS TEXT) AS "entity_id", 'customer' AS "entity_type", "map_customer"."LastName" AS "last_name"
FROM "Customer" AS "map_customer"
UNION ALL SELECT CAST("map_employee"."EmployeeId" AS TEXT) AS "entity_id", 'employee' AS "entity_type", CAST("map_employee"."LastName" AS TEXT) AS "last_name"
FROM "Employee" AS "map_employee") AS "person"
ORDER BY "person"."last_name" COLLATE "C" NULLS FIRST
