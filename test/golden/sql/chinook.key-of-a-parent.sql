-- semantic statement
SELECT invoice_id, `placed_by[customer].customer_id`, `placed_by[customer].supported_by[employee].employee_id` FROM invoice

-- mysql
SELECT `invoice`.`InvoiceId` AS `invoice_id`, `placed_by`.`CustomerId` AS `placed_by[customer].customer_id`, `placed_by`.`SupportRepId` AS `placed_by[customer].supported_by[employee].employee_id`
FROM `Invoice` AS `invoice`
LEFT JOIN `Customer` AS `placed_by` ON `invoice`.`CustomerId` = `placed_by`.`CustomerId`

-- duckdb
SELECT "invoice"."InvoiceId" AS "invoice_id", "placed_by"."CustomerId" AS "placed_by[customer].customer_id", "placed_by"."SupportRepId" AS "placed_by[customer].supported_by[employee].employee_id"
FROM "Invoice" AS "invoice"
JOIN "Customer" AS "placed_by" ON "invoice"."CustomerId" = "placed_by"."CustomerId"

-- postgresql
SELECT "invoice"."InvoiceId" AS "invoice_id", "placed_by"."CustomerId" AS "placed_by[customer].customer_id", "placed_by"."SupportRepId" AS "placed_by[customer].supported_by[employee].employee_id"
FROM "Invoice" AS "invoice"
JOIN "Customer" AS "placed_by" ON "invoice"."CustomerId" = "placed_by"."CustomerId"
