/** Rows some of which policies hide and others mask. Values that begin with `zq-` identify their row wherever they are shown. */
export const GUARDED_TABLES: readonly string[] = [
  'CREATE TABLE people (id INTEGER PRIMARY KEY, name VARCHAR(40), city VARCHAR(40), note VARCHAR(40), code VARCHAR(40), boss INTEGER)',
  `INSERT INTO people VALUES ${[1, 2, 3, 4, 5, 6, 7, 8]
    .map(
      (id) =>
        `(${id}, 'zq-name-${id}', '${id % 3 === 0 ? 'Rome' : 'Oslo'}', 'zq-note-${id}', 'zq-code-${id}', ${(id % 4) + 1})`,
    )
    .join(', ')}`,
  'CREATE TABLE banned (pid INTEGER PRIMARY KEY, why VARCHAR(40))',
  "INSERT INTO banned VALUES (2, 'late'), (3, 'rude')",
  'CREATE TABLE expelled (pid INTEGER PRIMARY KEY, why VARCHAR(40))',
  "INSERT INTO expelled VALUES (5, 'left')",
  'CREATE TABLE welcome (pid INTEGER PRIMARY KEY)',
  'INSERT INTO welcome VALUES (1), (4), (6)',
  'CREATE TABLE teams (tid INTEGER PRIMARY KEY, title VARCHAR(40))',
  "INSERT INTO teams VALUES (1, 'red'), (2, 'blue')",
  'CREATE TABLE members (tid INTEGER, pid INTEGER)',
  'INSERT INTO members VALUES (1, 1), (1, 2), (2, 3), (2, 4), (1, 7)',
  'CREATE TABLE spoken (pid INTEGER, lang VARCHAR(40))',
  "INSERT INTO spoken VALUES (1, 'no'), (2, 'it'), (4, 'no'), (5, 'no')",
];

/** A model with everything that policies can read: sub-queries, views, paths of both kinds, calculations, labels, values, types. */
export const GUARDED_MODEL = `
CREATE PROPERTY town string AS SELECT UPPER(city);
CREATE PROPERTY lang MULTIVALUE string;
CREATE PROPERTY shout string AS SELECT CONCAT('! ', title);
CREATE PROPERTY code string WITH TAGS (classification = 'PII');
CREATE PROPERTY motto string AS SELECT CONCAT(note, code);
CREATE MEASURE crowd integer AS SELECT COUNT(*);
CREATE CONCEPT being (id integer, name string, PRIMARY KEY (id), LABEL (name));
CREATE CONCEPT person (city string, note string, code string, town string, motto string, boss_id integer, lang string,
  CONSTRAINT works_for FOREIGN KEY (boss_id) REFERENCES person (id) INVERSEOF leads,
  CONSTRAINT member_of MULTIREFERENCE team INVERSEOF has_member) INHERITS (being);
CREATE CONCEPT clerk INHERITS (person);
CREATE CONCEPT guest INHERITS (being);
CREATE CONCEPT team (team_id integer, title string, shout string, crowd measure integer, PRIMARY KEY (team_id), LABEL (title));
CREATE CONCEPT blocked (blocked_id integer, why string, PRIMARY KEY (blocked_id), LABEL (why));
CREATE CONCEPT expelled INHERITS (blocked);
CREATE CONCEPT allowed (allowed_id integer, PRIMARY KEY (allowed_id));
CREATE CONCEPT southern INHERITS (person) FROM dsvc.person WHERE city = 'Rome';
CREATE CONCEPT suspect INHERITS (person) FROM dsvc.person WHERE id IN (SELECT blocked_id FROM svc.blocked);
CREATE MAPPING map_people INTO (person, clerk) AS SELECT id AS id, name AS name, city AS city, note AS note, code AS code, boss AS boss_id FROM people;
CREATE MAPPING map_teams INTO (team) AS SELECT tid AS team_id, title AS title FROM teams;
CREATE MAPPING map_banned INTO (blocked) AS SELECT pid AS blocked_id, why AS why FROM banned;
CREATE MAPPING map_expelled INTO (expelled) AS SELECT pid AS blocked_id, why AS why FROM expelled;
CREATE MAPPING map_welcome INTO (allowed) AS SELECT pid AS allowed_id FROM welcome;
CREATE MAPPING map_langs INTO (person) AS SELECT pid AS id, lang AS lang FROM spoken;
CREATE MAPPING map_members (CONSTRAINT member_of FOREIGN KEY (tid) REFERENCES team (team_id), CONSTRAINT has_member FOREIGN KEY (pid) REFERENCES person (id))
  AS SELECT tid AS tid, pid AS pid FROM members;
CREATE VIEW reasons AS SELECT blocked_id AS who, why AS reason FROM dsvc.blocked;
CREATE VIEW late AS SELECT who FROM vsvc.reasons WHERE reason <> 'rude';
CREATE POLICY not_blocked FILTER person WHERE id NOT IN (SELECT blocked_id FROM svc.blocked) TO ROLE r_blocked;
CREATE POLICY only_allowed FILTER person WHERE id IN (SELECT allowed_id FROM svc.allowed) TO ROLE r_allowed;
CREATE POLICY not_rome FILTER person WHERE town <> 'ROME' TO ROLE r_town;
CREATE POLICY not_late FILTER person WHERE NOT EXISTS (SELECT 1 FROM vsvc.late v WHERE v.who = id) TO ROLE r_late;
CREATE POLICY captured FILTER person WHERE EXISTS (SELECT 1 FROM svc.allowed a WHERE a.allowed_id = id) TO ROLE r_captured;
CREATE POLICY of_red FILTER person WHERE \`member_of[team].shout\` = '! red' TO ROLE r_red;
CREATE POLICY boss_allowed FILTER person WHERE \`works_for[person].id\` IN (SELECT allowed_id FROM svc.allowed) TO ROLE r_boss;
CREATE POLICY no_southern FILTER person WHERE _type_of_southern = 0 TO ROLE r_kind;
CREATE POLICY by_label FILTER being WHERE entity_label <> 'zq-name-7' TO ROLE r_label;
CREATE POLICY speaks FILTER person WHERE lang = 'no' TO ROLE r_lang;
CREATE POLICY southern_only FILTER southern WHERE id > 3 TO ROLE r_southern;
CREATE POLICY clerks FILTER clerk WHERE id < 7 TO ROLE r_clerk;
CREATE POLICY hide_note MASK PROPERTY note OF suspect WITH constant('hidden');
CREATE POLICY hide_motto MASK PROPERTY motto OF southern WITH constant('hidden') EXCEPT ROLE r_town;
`;

export const GUARDED_ROLES: readonly string[] = [
  ...new Set([...GUARDED_MODEL.matchAll(/ROLE (r_\w+)/g)].map(([, role]) => role ?? '')),
];
