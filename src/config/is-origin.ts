/** Whether this is the origin of web pages as browsers write it in the header `Origin`. */
export function isOrigin(text: string): boolean {
  return /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
