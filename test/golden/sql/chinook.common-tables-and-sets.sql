-- semantic statement
WITH t AS (SELECT country AS c FROM customer UNION SELECT billing_country FROM invoice) SELECT c, COUNT(*) AS n FROM t GROUP BY c HAVING n > 0

-- mysql
WITH `t` AS (SELECT `customer`.`Country` AS `c`
FROM `Customer` AS `customer` UNION SELECT `invoice`.`BillingCountry` AS `billing_country`
FROM `Invoice` AS `invoice`) SELECT `t_2`.`c` AS `c`, COUNT(*) AS `n`
FROM `t` AS `t_2`
GROUP BY `t_2`.`c`
HAVING COUNT(*) > ?
-- 1: integer "0"

-- duckdb
WITH "t" AS (SELECT "customer"."Country" AS "c"
FROM "Customer" AS "customer" UNION SELECT "invoice"."BillingCountry" AS "billing_country"
FROM "Invoice" AS "invoice") SELECT "t_2"."c" AS "c", COUNT(*) AS "n"
FROM "t" AS "t_2"
GROUP BY "t_2"."c"
HAVING COUNT(*) > $1
-- 1: integer "0"

-- postgresql
WITH "t" AS (SELECT CAST("customer"."Country" AS TEXT) AS "c"
FROM "Customer" AS "customer" UNION SELECT CAST("invoice"."BillingCountry" AS TEXT) AS "billing_country"
FROM "Invoice" AS "invoice") SELECT "t_2"."c" AS "c", COUNT(*) AS "n"
FROM "t" AS "t_2"
GROUP BY "t_2"."c"
HAVING COUNT(*) > $1::bigint
-- 1: integer "0"
