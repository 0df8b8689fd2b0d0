-- semantic statement
SELECT invoice_id FROM invoice WHERE `placed_by[loyal_customer].customer_id` IS NOT NULL

-- mysql
SELECT `invoice`.`InvoiceId` AS `invoice_id`
FROM `Invoice` AS `invoice`
LEFT JOIN `Customer` AS `placed_by` ON `invoice`.`CustomerId` = `placed_by`.`CustomerId` AND EXISTS (SELECT 1
FROM `Customer` AS `customer`
LEFT JOIN `Invoice` AS `placed` ON `customer`.`CustomerId` = `placed`.`CustomerId`
WHERE `customer`.`CustomerId` = `placed_by`.`CustomerId` AND `placed`.`Total` > 20)
WHERE `placed_by`.`CustomerId` IS NOT NULL

-- duckdb
SELECT "invoice"."InvoiceId" AS "invoice_id"
FROM "Invoice" AS "invoice"
LEFT JOIN "Customer" AS "placed_by" ON "invoice"."CustomerId" = "placed_by"."CustomerId" AND EXISTS (SELECT 1
FROM "Customer" AS "customer"
LEFT JOIN "Invoice" AS "placed" ON "customer"."CustomerId" = "placed"."CustomerId"
WHERE "customer"."CustomerId" = "placed_by"."CustomerId" AND "placed"."Total" > 20)
WHERE "placed_by"."CustomerId" IS NOT NULL
