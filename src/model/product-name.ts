/** The name of the service, as it tells clients: VERSION() in statements, `@@version_comment` in the MySQL protocol. */
export const PRODUCT_NAME = 'Ontology Query Service';
