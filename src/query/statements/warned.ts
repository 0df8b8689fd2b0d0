/** Returns the member of a response that contains warnings; nothing where there are none. */
export function warned({ warnings = [] }: { readonly warnings?: readonly string[] }): {
  readonly warnings?: readonly string[];
} {
  return warnings.length > 0 ? { warnings } : {};
}
