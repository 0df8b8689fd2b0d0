-- semantic statement
SELECT last_name, `reports_to[employee*3].last_name`, `reports_to[employee*3]_transitivity_level` FROM employee

-- mysql
SELECT `employee`.`LastName` AS `last_name`, `reports_to`.`LastName` AS `reports_to[employee*3].last_name`, `reports_to_link`.`transitivity_level` AS `reports_to[employee*3]_transitivity_level`
FROM `Employee` AS `employee`
LEFT JOIN ((WITH RECURSIVE `reports_to_edges` AS (SELECT `employee_4`.`EmployeeId` AS `near_1`, `employee_4`.`ReportsTo` AS `far_1`
FROM `Employee` AS `employee_4`
WHERE `employee_4`.`ReportsTo` IS NOT NULL), `reports_to_reach` AS (SELECT `reports_to_edges`.`near_1` AS `near_1`, `reports_to_edges`.`far_1` AS `far_1`, 1 AS `level`
FROM `reports_to_edges` UNION SELECT `reports_to_reach_2`.`near_1` AS `near_1`, `reports_to_edges_2`.`far_1` AS `far_1`, `reports_to_reach_2`.`level` + 1 AS `level`
FROM `reports_to_reach` AS `reports_to_reach_2`
JOIN `reports_to_edges` AS `reports_to_edges_2` ON `reports_to_reach_2`.`far_1` = `reports_to_edges_2`.`near_1`
WHERE `reports_to_reach_2`.`level` < 3) SELECT `reports_to_reach`.`near_1` AS `near_1`, `reports_to_reach`.`far_1` AS `far_1`, MIN(`reports_to_reach`.`level`) AS `transitivity_level`
FROM `reports_to_reach`
GROUP BY `reports_to_reach`.`near_1`, `reports_to_reach`.`far_1`) AS `reports_to_link`
JOIN `Employee` AS `reports_to` ON `reports_to`.`EmployeeId` = `reports_to_link`.`far_1`) ON `employee`.`EmployeeId` = `reports_to_link`.`near_1`

-- duckdb
SELECT "employee"."LastName" AS "last_name", "reports_to"."LastName" AS "reports_to[employee*3].last_name", "reports_to_link"."transitivity_level" AS "reports_to[employee*3]_transitivity_level"
FROM "Employee" AS "employee"
LEFT JOIN ((WITH RECURSIVE "reports_to_edges" AS (SELECT "employee_4"."EmployeeId" AS "near_1", "employee_4"."ReportsTo" AS "far_1"
FROM "Employee" AS "employee_4"
WHERE "employee_4"."ReportsTo" IS NOT NULL), "reports_to_reach" AS (SELECT "reports_to_edges"."near_1" AS "near_1", "reports_to_edges"."far_1" AS "far_1", 1 AS "level"
FROM "reports_to_edges" UNION SELECT "reports_to_reach_2"."near_1" AS "near_1", "reports_to_edges_2"."far_1" AS "far_1", "reports_to_reach_2"."level" + 1 AS "level"
FROM "reports_to_reach" AS "reports_to_reach_2"
JOIN "reports_to_edges" AS "reports_to_edges_2" ON "reports_to_reach_2"."far_1" = "reports_to_edges_2"."near_1"
WHERE "reports_to_reach_2"."level" < 3) SELECT "reports_to_reach"."near_1" AS "near_1", "reports_to_reach"."far_1" AS "far_1", MIN("reports_to_reach"."level") AS "transitivity_level"
FROM "reports_to_reach"
GROUP BY "reports_to_reach"."near_1", "reports_to_reach"."far_1") AS "reports_to_link"
JOIN "Employee" AS "reports_to" ON "reports_to"."EmployeeId" = "reports_to_link"."far_1") ON "employee"."EmployeeId" = "reports_to_link"."near_1"

-- postgresql
SELECT CAST("employee"."LastName" AS TEXT) AS "last_name", CAST("reports_to"."LastName" AS TEXT) AS "reports_to[employee*3].last_name", "reports_to_link"."transitivity_level" AS "reports_to[employee*3]_transitivity_level"
FROM "Employee" AS "employee"
LEFT JOIN ((WITH RECURSIVE "reports_to_edges" AS (SELECT "employee_4"."EmployeeId" AS "near_1", "employee_4"."ReportsTo" AS "far_1"
FROM "Employee" AS "employee_4"
WHERE "employee_4"."ReportsTo" IS NOT NULL), "reports_to_reach" AS (SELECT "reports_to_edges"."near_1" AS "near_1", "reports_to_edges"."far_1" AS "far_1", CAST(1 AS BIGINT) AS "level"
FROM "reports_to_edges" UNION SELECT "reports_to_reach_2"."near_1" AS "near_1", "reports_to_edges_2"."far_1" AS "far_1", CAST(("reports_to_reach_2"."level" + 1) AS BIGINT) AS "level"
FROM "reports_to_reach" AS "reports_to_reach_2"
JOIN "reports_to_edges" AS "reports_to_edges_2" ON "reports_to_reach_2"."far_1" = "reports_to_edges_2"."near_1"
WHERE "reports_to_reach_2"."level" < 3) SELECT "reports_to_reach"."near_1" AS "near_1", "reports_to_reach"."far_1" AS "far_1", MIN("reports_to_reach"."level") AS "transitivity_level"
FROM "reports_to_reach"
GROUP BY "reports_to_reach"."near_1", "reports_to_reach"."far_1") AS "reports_to_link"
JOIN "Employee" AS "reports_to" ON "reports_to"."EmployeeId" = "reports_to_link"."far_1") ON "employee"."EmployeeId" = "reports_to_link"."near_1"
