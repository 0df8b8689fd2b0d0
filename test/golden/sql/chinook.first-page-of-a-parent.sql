-- semantic statement
SELECT last_name, country FROM person ORDER BY country, entity_id LIMIT 20

-- mysql
SELECT `person`.`last_name` AS `last_name`, `person`.`country` AS `country`
FROM ((SELECT `map_customer`.`LastName` AS `last_name`, `map_customer`.`Country` AS `country`, CONCAT(`map_customer`.`CustomerId`) AS `entity_id`
FROM `Customer` AS `map_customer`
ORDER BY `map_customer`.`Country`, CONCAT(`map_customer`.`CustomerId`)
LIMIT 20)
UNION ALL (SELECT `map_employee`.`LastName` AS `last_name`, `map_employee`.`Country` AS `country`, CONCAT(`map_employee`.`EmployeeId`) AS `entity_id`
FROM `Employee` AS `map_employee`
ORDER BY `map_employee`.`Country`, CONCAT(`map_employee`.`EmployeeId`)
LIMIT 20)) AS `person`
ORDER BY `country`, `person`.`entity_id`
LIMIT 20

-- duckdb
SELECT "person"."last_name" AS "last_name", "person"."country" AS "country"
FROM (SELECT "map_customer"."LastName" AS "last_name", "map_customer"."Country" AS "country", CAST("map_customer"."CustomerId" AS VARCHAR) AS "entity_id"
FROM "Customer" AS "map_customer"
UNION ALL SELECT "map_employee"."LastName" AS "last_name", "map_employee"."Country" AS "country", CAST("map_employee"."EmployeeId" AS VARCHAR) AS "entity_id"
FROM "Employee" AS "map_employee") AS "person"
ORDER BY "country", "person"."entity_id"
LIMIT 20

-- postgresql
SELECT "person"."last_name" AS "last_name", "person"."country" AS "country"
FROM ((SELECT "map_customer"."LastName" AS "last_name", CAST("map_customer"."Country" AS TEXT) AS "country", CAST("map_customer"."CustomerId" AS TEXT) AS "entity_id"
FROM "Customer" AS "map_customer"
ORDER BY CAST("map_customer"."Country" AS TEXT) COLLATE "C" NULLS FIRST, CAST("map_customer"."CustomerId" AS TEXT) COLLATE "C" NULLS FIRST
LIMIT 20)
UNION ALL (SELECT CAST("map_employee"."LastName" AS TEXT) AS "last_name", CAST("map_employee"."Country" AS TEXT) AS "country", CAST("map_employee"."EmployeeId" AS TEXT) AS "entity_id"
FROM "Employee" AS "map_employee"
ORDER BY CAST("map_employee"."Country" AS TEXT) COLLATE "C" NULLS FIRST, CAST("map_employee"."EmployeeId" AS TEXT) COLLATE "C" NULLS FIRST
LIMIT 20)) AS "person"
ORDER BY "person"."country" COLLATE "C" NULLS FIRST, "person"."entity_id" COLLATE "C" NULLS FIRST
LIMIT 20
