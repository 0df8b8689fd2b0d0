/** Returns whether `text` is the origin of web pages, in the form of the header `Origin`. */
export function isOrigin(text: string): boolean {
  return /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
