-- semantic statement
SELECT invoice_id FROM invoice WHERE `placed_by[loyal_customer].customer_id` IS NOT NULL

-- mysql
SELECT `invoice`.`InvoiceId` AS `invoice_id`
FROM `Invoice` AS `invoice`
WHERE EXISTS (SELECT 1
FROM `Invoice` AS `placed`
WHERE `placed`.`CustomerId` = `invoice`.`CustomerId` AND `placed`.`Total` > 20)

-- duckdb
SELECT "invoice"."InvoiceId" AS "invoice_id"
FROM "Invoice" AS "invoice"
WHERE EXISTS (SELECT 1
FROM "Invoice" AS "placed"
WHERE "placed"."CustomerId" = "invoice"."CustomerId" AND "placed"."Total" > 20)

-- postgresql
SELECT "invoice"."InvoiceId" AS "invoice_id"
FROM "Invoice" AS "invoice"
WHERE EXISTS (SELECT 1
FROM "Invoice" AS "placed"
WHERE "placed"."CustomerId" = "invoice"."CustomerId" AND "placed"."Total" > 20)
