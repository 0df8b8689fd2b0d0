-- semantic statement
SELECT first_name, `_type_of_customer`, `_type_of_loyal_customer` FROM person

-- mysql
SELECT `map_customer`.`FirstName` AS `first_name`, 1 AS `_type_of_customer`, CASE WHEN EXISTS (SELECT 1
FROM `Invoice` AS `placed`
WHERE `placed`.`CustomerId` = `map_customer`.`CustomerId` AND `placed`.`Total` > 20) THEN 1 ELSE 0 END AS `_type_of_loyal_customer`
FROM `Customer` AS `map_customer`
UNION ALL SELECT `map_employee`.`FirstName` AS `first_name`, 0 AS `_type_of_customer`, 0 AS `_type_of_loyal_customer`
FROM `Employee` AS `map_employee`

-- duckdb
SELECT "person"."first_name" AS "first_name", "person"."_type_of_customer" AS "_type_of_customer", "person"."_type_of_loyal_customer" AS "_type_of_loyal_customer"
FROM (SELECT "map_customer"."FirstName" AS "first_name", 1 AS "_type_of_customer", CASE WHEN EXISTS (SELECT 1
FROM "Invoice" AS "placed"
WHERE "placed"."CustomerId" = "map_customer"."CustomerId" AND "placed"."Total" > 20) THEN 1 ELSE 0 END AS "_type_of_loyal_customer"
FROM "Customer" AS "map_customer"
UNION ALL SELECT "map_employee"."FirstName" AS "first_name", 0 AS "_type_of_customer", 0 AS "_type_of_loyal_customer"
FROM "Employee" AS "map_employee") AS "person"

-- postgresql
SELECT "person"."first_name" AS "first_name", "person"."_type_of_customer" AS "_type_of_customer", "person"."_type_of_loyal_customer" AS "_type_of_loyal_customer"
FROM (SELECT "map_customer"."FirstName" AS "first_name", 1 AS "_type_of_customer", CASE WHEN EXISTS (SELECT 1
FROM "Invoice" AS "placed"
WHERE "placed"."CustomerId" = "map_customer"."CustomerId" AND "placed"."Total" > 20) THEN 1 ELSE 0 END AS "_type_of_loyal_customer"
FROM "Customer" AS "map_customer"
UNION ALL SELECT CAST("map_employee"."FirstName" AS TEXT) AS "first_name", 0 AS "_type_of_customer", 0 AS "_type_of_loyal_customer"
FROM "Employee" AS "map_employee") AS "person"
