/** The four schemas of a service (spec 3, section 1), in order of what they show: plain, extended, deep, views. */
export function schemaNames(serviceName: string): readonly string[] {
  return ['', 'e', 'd', 'v'].map((letter) => letter + serviceName);
}
