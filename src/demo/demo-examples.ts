/** Returns three shell commands that demonstrate the service on the ontology `world`. `api` is the URL up to and including `/api`. */
export function demoExamples(api: string, token: string): readonly string[] {
  const key = `-H 'x-api-key: ${token}'`;
  const neighbours = '_subj_=in_country[country].borders[country].name&_op_=eq&_comp_=Germany';
  const query =
    'SELECT `in_country[country].name` AS `country`, COUNT(*) AS `cities`, SUM(`population`) AS `people` ' +
    'FROM `city` GROUP BY `in_country[country].name` ORDER BY `people` DESC LIMIT 5';
  return [
    `curl -s ${key} '${api}/get_ontologies/'`,
    `curl -s -g ${key} '${api}/q/world/concept/capital?${neighbours}&_select_=name,population&_order_=-population'`,
    `curl -s ${key} -H 'Content-Type: application/json' '${api}/query/' -d '${JSON.stringify({ ontology_name: 'world', query })}'`,
  ];
}
