import { API } from '../api/service';

/** Returns the command that sends a GET to the API, for a shell in which `TOKEN` is an API token. */
export function printCurl(address: string): string {
  return `curl -s -H "x-api-key: $TOKEN" ${quote(new URL(address, API).href)}`;
}

/** Returns the command that runs a statement, for a shell in which `TOKEN` is an API token. */
export function printQueryCurl(ontology: string, query: string): string {
  const body = JSON.stringify({ ontology_name: ontology, query });
  const url = quote(new URL('query/', API).href);
  return `curl -s -H "x-api-key: $TOKEN" -H 'Content-Type: application/json' ${url} -d ${quote(body)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
