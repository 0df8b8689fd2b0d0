/** The content type of every answer in JSON. */
export const JSON_TYPE = 'application/json; charset=utf-8';
