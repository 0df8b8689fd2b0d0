-- semantic statement
SELECT last_name, company FROM person WHERE entity_type = 'customer' AND city = 'Oslo'

-- mysql
SELECT `person`.`LastName` AS `last_name`, `person`.`Company` AS `company`
FROM `Customer` AS `person`
WHERE `person`.`City` = ?
-- 1: string "Oslo"

-- duckdb
SELECT "person"."LastName" AS "last_name", "person"."Company" AS "company"
FROM "Customer" AS "person"
WHERE "person"."City" = $1
-- 1: string "Oslo"

-- postgresql
SELECT "person"."LastName" AS "last_name", CAST("person"."Company" AS TEXT) AS "company"
FROM "Customer" AS "person"
WHERE CAST("person"."City" AS TEXT) = $1::text
-- 1: string "Oslo"
