-- semantic statement
SELECT CONCAT(first_name, ' ', last_name) AS n, IF(company IS NULL, 'private', company) AS c, YEAR(`placed[invoice].invoice_date`) AS y FROM customer

-- mysql
SELECT CONCAT(`customer`.`FirstName`, ?, `customer`.`LastName`) AS `n`, IF(`customer`.`Company` IS NULL, ?, `customer`.`Company`) AS `c`, YEAR(`placed`.`InvoiceDate`) AS `y`
FROM `Customer` AS `customer`
LEFT JOIN `Invoice` AS `placed` ON `customer`.`CustomerId` = `placed`.`CustomerId`
-- 1: string " "
-- 2: string "private"

-- duckdb
SELECT ("customer"."FirstName" || $1 || "customer"."LastName") AS "n", CASE WHEN ("customer"."Company" IS NULL) THEN $2 ELSE "customer"."Company" END AS "c", year("placed"."InvoiceDate") AS "y"
FROM "Customer" AS "customer"
LEFT JOIN "Invoice" AS "placed" ON "customer"."CustomerId" = "placed"."CustomerId"
-- 1: string " "
-- 2: string "private"

-- postgresql
SELECT ("customer"."FirstName" || $1::text || "customer"."LastName") AS "n", CASE WHEN (CAST("customer"."Company" AS TEXT) IS NULL) THEN $2::text ELSE CAST("customer"."Company" AS TEXT) END AS "c", CAST(EXTRACT(YEAR
FROM "placed"."InvoiceDate") AS INTEGER) AS "y"
FROM "Customer" AS "customer"
LEFT JOIN "Invoice" AS "placed" ON "customer"."CustomerId" = "placed"."CustomerId"
-- 1: string " "
-- 2: string "private"
