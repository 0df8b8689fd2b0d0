-- semantic statement
SELECT customer_id FROM customer WHERE entity_label = 'Ann Lee' OR customer_id = 1 OR customer_id = 2

-- mysql
SELECT `customer`.`CustomerId` AS `customer_id`
FROM `Customer` AS `customer`
WHERE (`customer`.`FirstName` IN (?, ?) AND `customer`.`LastName` IN (?, ?, '') AND CONCAT_WS(' ', `customer`.`FirstName`, `customer`.`LastName`) = ?) OR `customer`.`CustomerId` IN (?, ?)
-- 1: string "Ann"
-- 2: string "Ann Lee"
-- 3: string "Lee"
-- 4: string "Ann Lee"
-- 5: string "Ann Lee"
-- 6: integer "1"
-- 7: integer "2"

-- duckdb
SELECT "customer"."CustomerId" AS "customer_id"
FROM "Customer" AS "customer"
WHERE ("customer"."FirstName" IN ($1, $2) AND "customer"."LastName" IN ($3, $2, '') AND CONCAT_WS(' ', "customer"."FirstName", "customer"."LastName") = $2) OR "customer"."CustomerId" IN ($4, $5)
-- 1: string "Ann"
-- 2: string "Ann Lee"
-- 3: string "Lee"
-- 4: integer "1"
-- 5: integer "2"

-- postgresql
SELECT "customer"."CustomerId" AS "customer_id"
FROM "Customer" AS "customer"
WHERE ("customer"."FirstName" IN ($1::text, $2::text) AND "customer"."LastName" IN ($3::text, $2::text, '') AND CONCAT_WS(' ', "customer"."FirstName", "customer"."LastName") = $2::text) OR "customer"."CustomerId" IN ($4::bigint, $5::bigint)
-- 1: string "Ann"
-- 2: string "Ann Lee"
-- 3: string "Lee"
-- 4: integer "1"
-- 5: integer "2"
