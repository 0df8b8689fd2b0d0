/** Returns the parts of a list that is separated by commas, without spaces around them and without empty ones. */
export function readList(text: string): readonly string[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}
