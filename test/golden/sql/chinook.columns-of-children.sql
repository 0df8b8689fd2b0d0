-- semantic statement
SELECT last_name, job_title, company FROM esvc.person

-- mysql
SELECT `map_customer`.`LastName` AS `last_name`, NULL AS `job_title`, `map_customer`.`Company` AS `company`
FROM `Customer` AS `map_customer`
UNION ALL SELECT `map_employee`.`LastName` AS `last_name`, `map_employee`.`Title` AS `job_title`, NULL AS `company`
FROM `Employee` AS `map_employee`

-- duckdb
SELECT "person"."last_name" AS "last_name", "person"."job_title" AS "job_title", "person"."company" AS "company"
FROM (SELECT "map_customer"."LastName" AS "last_name", NULL AS "job_title", "map_customer"."Company" AS "company"
FROM "Customer" AS "map_customer"
UNION ALL SELECT "map_employee"."LastName" AS "last_name", "map_employee"."Title" AS "job_title", NULL AS "company"
FROM "Employee" AS "map_employee") AS "person"

-- postgresql
SELECT "person"."last_name" AS "last_name", "person"."job_title" AS "job_title", "person"."company" AS "company"
FROM (SELECT "map_customer"."LastName" AS "last_name", CAST(NULL AS TEXT) AS "job_title", CAST("map_customer"."Company" AS TEXT) AS "company"
FROM "Customer" AS "map_customer"
UNION ALL SELECT CAST("map_employee"."LastName" AS TEXT) AS "last_name", CAST("map_employee"."Title" AS TEXT) AS "job_title", CAST(NULL AS TEXT) AS "company"
FROM "Employee" AS "map_employee") AS "person"
