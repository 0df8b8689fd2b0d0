-- semantic statement
SELECT first_name, last_name FROM loyal_customer

-- mysql
SELECT `loyal_customer`.`FirstName` AS `first_name`, `loyal_customer`.`LastName` AS `last_name`
FROM `Customer` AS `loyal_customer`
WHERE EXISTS (SELECT 1
FROM `Invoice` AS `placed`
WHERE `placed`.`CustomerId` = `loyal_customer`.`CustomerId` AND `placed`.`Total` > 20)

-- duckdb
SELECT "loyal_customer"."FirstName" AS "first_name", "loyal_customer"."LastName" AS "last_name"
FROM "Customer" AS "loyal_customer"
WHERE EXISTS (SELECT 1
FROM "Invoice" AS "placed"
WHERE "placed"."CustomerId" = "loyal_customer"."CustomerId" AND "placed"."Total" > 20)

-- postgresql
SELECT "loyal_customer"."FirstName" AS "first_name", "loyal_customer"."LastName" AS "last_name"
FROM "Customer" AS "loyal_customer"
WHERE EXISTS (SELECT 1
FROM "Invoice" AS "placed"
WHERE "placed"."CustomerId" = "loyal_customer"."CustomerId" AND "placed"."Total" > 20)
