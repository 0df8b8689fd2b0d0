-- semantic statement
SELECT line_total FROM invoice_line WHERE line_total > 1

-- mysql
SELECT `invoice_line`.`UnitPrice` * `invoice_line`.`Quantity` AS `line_total`
FROM `InvoiceLine` AS `invoice_line`
WHERE (`invoice_line`.`UnitPrice` * `invoice_line`.`Quantity`) > CAST(? AS DECIMAL(1, 0))
-- 1: decimal "1"

-- duckdb
SELECT "invoice_line"."UnitPrice" * "invoice_line"."Quantity" AS "line_total"
FROM "InvoiceLine" AS "invoice_line"
WHERE ("invoice_line"."UnitPrice" * "invoice_line"."Quantity") > CAST($1 AS DECIMAL(1, 0))
-- 1: decimal "1"

-- postgresql
SELECT "invoice_line"."UnitPrice" * "invoice_line"."Quantity" AS "line_total"
FROM "InvoiceLine" AS "invoice_line"
WHERE ("invoice_line"."UnitPrice" * "invoice_line"."Quantity") > $1::numeric
-- 1: decimal "1"
