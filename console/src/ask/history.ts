const KEY = 'statements';
const MOST = 50;

/** Returns the statements that this tab ran, the latest first. */
export function readHistory(): readonly string[] {
  return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as readonly string[];
}

/** Adds a statement to the front, where it stands once, and returns all. */
export function addToHistory(statement: string): readonly string[] {
  const all = [statement, ...readHistory().filter((other) => other !== statement)].slice(0, MOST);
  sessionStorage.setItem(KEY, JSON.stringify(all));
  return all;
}
