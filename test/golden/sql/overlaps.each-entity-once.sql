-- semantic statement
SELECT entity_type, party_name FROM party

-- mysql
SELECT 'party' AS `entity_type`, `map_party`.`full_name` AS `party_name`
FROM `parties` AS `map_party`
WHERE NOT EXISTS (SELECT 1
FROM `workers` AS `map_worker`
WHERE `map_worker`.`party_id` = `map_party`.`id`) AND NOT EXISTS (SELECT 1
FROM `chiefs` AS `map_chief`
WHERE `map_chief`.`worker_id` = `map_party`.`id`)
UNION ALL SELECT 'worker' AS `entity_type`, `map_worker_2`.`called` AS `party_name`
FROM `workers` AS `map_worker_2`
WHERE NOT EXISTS (SELECT 1
FROM `chiefs` AS `map_chief_2`
WHERE `map_chief_2`.`worker_id` = `map_worker_2`.`party_id`)
UNION ALL SELECT 'chief' AS `entity_type`, NULL AS `party_name`
FROM `chiefs` AS `map_chief_3`

-- duckdb
SELECT "party"."entity_type" AS "entity_type", "party"."party_name" AS "party_name"
FROM (SELECT 'party' AS "entity_type", "map_party"."full_name" AS "party_name"
FROM "parties" AS "map_party"
WHERE NOT EXISTS (SELECT 1
FROM "workers" AS "map_worker"
WHERE "map_worker"."party_id" = "map_party"."id") AND NOT EXISTS (SELECT 1
FROM "chiefs" AS "map_chief"
WHERE "map_chief"."worker_id" = "map_party"."id")
UNION ALL SELECT 'worker' AS "entity_type", "map_worker_2"."called" AS "party_name"
FROM "workers" AS "map_worker_2"
WHERE NOT EXISTS (SELECT 1
FROM "chiefs" AS "map_chief_2"
WHERE "map_chief_2"."worker_id" = "map_worker_2"."party_id")
UNION ALL SELECT 'chief' AS "entity_type", NULL AS "party_name"
FROM "chiefs" AS "map_chief_3") AS "party"

-- postgresql
SELECT "party"."entity_type" AS "entity_type", "party"."party_name" AS "party_name"
FROM (SELECT 'party' AS "entity_type", "map_party"."full_name" AS "party_name"
FROM "parties" AS "map_party"
WHERE NOT EXISTS (SELECT 1
FROM "workers" AS "map_worker"
WHERE "map_worker"."party_id" = "map_party"."id") AND NOT EXISTS (SELECT 1
FROM "chiefs" AS "map_chief"
WHERE "map_chief"."worker_id" = "map_party"."id")
UNION ALL SELECT 'worker' AS "entity_type", "map_worker_2"."called" AS "party_name"
FROM "workers" AS "map_worker_2"
WHERE NOT EXISTS (SELECT 1
FROM "chiefs" AS "map_chief_2"
WHERE "map_chief_2"."worker_id" = "map_worker_2"."party_id")
UNION ALL SELECT 'chief' AS "entity_type", CAST(NULL AS TEXT) AS "party_name"
FROM "chiefs" AS "map_chief_3") AS "party"
