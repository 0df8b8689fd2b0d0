/** Returns the four schemas of a service (docs/language.md), in order of their contents: plain, extended, deep, views. */
export function schemaNames(serviceName: string): readonly string[] {
  return ['', 'e', 'd', 'v'].map((letter) => letter + serviceName);
}
