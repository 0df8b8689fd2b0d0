/** Returns the variables of these names that are set: those that `get_config` may return. */
export function publishedVariables(names: readonly string[], source: NodeJS.ProcessEnv): ReadonlyMap<string, string> {
  return new Map(names.filter((name) => Object.hasOwn(source, name)).map((name) => [name, source[name] ?? '']));
}
