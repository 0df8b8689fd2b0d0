/** Returns the path prefix of the documentation page and its files. */
export function docsPath(serviceName: string): string {
  return `/${serviceName}/docs`;
}

/** Returns the path of the OpenAPI document of the service. */
export function documentPath(serviceName: string): string {
  return `/${serviceName}/openapi.json`;
}
