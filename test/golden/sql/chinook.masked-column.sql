-- semantic statement
SELECT email FROM customer WHERE email LIKE 'a%' ORDER BY email

-- mysql
SELECT CASE WHEN `customer`.`Email` IS NULL THEN NULL ELSE 'XXXXXXXXX' END AS `email`
FROM `Customer` AS `customer`
WHERE CASE WHEN `customer`.`Email` IS NULL THEN NULL ELSE 'XXXXXXXXX' END LIKE ?
ORDER BY `email`
-- 1: string "a%"

-- duckdb
SELECT CASE WHEN "customer"."Email" IS NULL THEN NULL ELSE 'XXXXXXXXX' END AS "email"
FROM "Customer" AS "customer"
WHERE CASE WHEN "customer"."Email" IS NULL THEN NULL ELSE 'XXXXXXXXX' END ILIKE $1
ORDER BY "email"
-- 1: string "a%"

-- postgresql
SELECT CASE WHEN CAST("customer"."Email" AS TEXT) IS NULL THEN NULL ELSE 'XXXXXXXXX' END AS "email"
FROM "Customer" AS "customer"
WHERE CASE WHEN CAST("customer"."Email" AS TEXT) IS NULL THEN NULL ELSE 'XXXXXXXXX' END ILIKE $1::text
ORDER BY CASE WHEN CAST("customer"."Email" AS TEXT) IS NULL THEN NULL ELSE 'XXXXXXXXX' END COLLATE "C" NULLS FIRST
-- 1: string "a%"
