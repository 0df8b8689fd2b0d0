-- GET .../concept/customer?_subj_=country&_op_=in&_comp_=Norway,"a,b"&_conj_=or&_subj1_=city&_op1_=eq&_comp1_=Oslo&_conj1_=and&_subj2_=company&_op2_=is_null
-- semantic statement
SELECT * FROM `dsvc`.`customer` WHERE `country` IN ('Norway', 'a,b') OR `city` = 'Oslo' AND `company` IS NULL

-- mysql
SELECT CONCAT(`customer`.`CustomerId`) AS `entity_id`, 'customer' AS `entity_type`, CONCAT_WS(' ', `customer`.`FirstName`, `customer`.`LastName`) AS `entity_label`, `customer`.`CustomerId` AS `customer_id`, `customer`.`Company` AS `company`, `customer`.`SupportRepId` AS `support_rep_id`, `customer`.`FirstName` AS `first_name`, `customer`.`LastName` AS `last_name`, `customer`.`Address` AS `address`, `customer`.`City` AS `city`, `customer`.`State` AS `state`, `customer`.`Country` AS `country`, `customer`.`PostalCode` AS `postal_code`, CASE WHEN `customer`.`Phone` IS NULL THEN NULL ELSE 'XXXXXXXXX' END AS `phone`, `customer`.`Fax` AS `fax`, CASE WHEN `customer`.`Email` IS NULL THEN NULL ELSE 'XXXXXXXXX' END AS `email`
FROM `Customer` AS `customer`
WHERE `customer`.`Country` IN (?, ?) OR (`customer`.`City` = ? AND `customer`.`Company` IS NULL)
-- 1: string "Norway"
-- 2: string "a,b"
-- 3: string "Oslo"

-- duckdb
SELECT CAST("customer"."CustomerId" AS VARCHAR) AS "entity_id", 'customer' AS "entity_type", CONCAT_WS(' ', "customer"."FirstName", "customer"."LastName") AS "entity_label", "customer"."CustomerId" AS "customer_id", "customer"."Company" AS "company", "customer"."SupportRepId" AS "support_rep_id", "customer"."FirstName" AS "first_name", "customer"."LastName" AS "last_name", "customer"."Address" AS "address", "customer"."City" AS "city", "customer"."State" AS "state", "customer"."Country" AS "country", "customer"."PostalCode" AS "postal_code", CASE WHEN "customer"."Phone" IS NULL THEN NULL ELSE 'XXXXXXXXX' END AS "phone", "customer"."Fax" AS "fax", CASE WHEN "customer"."Email" IS NULL THEN NULL ELSE 'XXXXXXXXX' END AS "email"
FROM "Customer" AS "customer"
WHERE "customer"."Country" IN ($1, $2) OR ("customer"."City" = $3 AND "customer"."Company" IS NULL)
-- 1: string "Norway"
-- 2: string "a,b"
-- 3: string "Oslo"

-- postgresql
SELECT CAST("customer"."CustomerId" AS TEXT) AS "entity_id", 'customer' AS "entity_type", CONCAT_WS(' ', "customer"."FirstName", "customer"."LastName") AS "entity_label", "customer"."CustomerId" AS "customer_id", CAST("customer"."Company" AS TEXT) AS "company", "customer"."SupportRepId" AS "support_rep_id", "customer"."FirstName" AS "first_name", "customer"."LastName" AS "last_name", CAST("customer"."Address" AS TEXT) AS "address", CAST("customer"."City" AS TEXT) AS "city", CAST("customer"."State" AS TEXT) AS "state", CAST("customer"."Country" AS TEXT) AS "country", CAST("customer"."PostalCode" AS TEXT) AS "postal_code", CASE WHEN CAST("customer"."Phone" AS TEXT) IS NULL THEN NULL ELSE 'XXXXXXXXX' END AS "phone", CAST("customer"."Fax" AS TEXT) AS "fax", CASE WHEN CAST("customer"."Email" AS TEXT) IS NULL THEN NULL ELSE 'XXXXXXXXX' END AS "email"
FROM "Customer" AS "customer"
WHERE CAST("customer"."Country" AS TEXT) IN ($1::text, $2::text) OR (CAST("customer"."City" AS TEXT) = $3::text AND CAST("customer"."Company" AS TEXT) IS NULL)
-- 1: string "Norway"
-- 2: string "a,b"
-- 3: string "Oslo"
