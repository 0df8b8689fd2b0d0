import { type Concept, followPath, type Model } from '../model/model';
import { quoteName } from '../parts/statements';

export interface Suggestion {
  readonly label: string;
  /** What replaces the text from `from` to the cursor. */
  readonly insert: string;
  readonly detail: string;
  readonly info: string;
  readonly kind: 'property' | 'relationship' | 'concept' | 'view' | 'function' | 'keyword';
}

export interface Completion {
  /** The offset where the replaced text begins. */
  readonly from: number;
  readonly suggestions: readonly Suggestion[];
}

const KEYWORDS = 'SELECT FROM WHERE GROUP BY HAVING ORDER BY LIMIT JOIN LEFT ON AS AND OR NOT IN BETWEEN LIKE IS NULL DISTINCT CASE WHEN THEN ELSE END ASC DESC WITH UNION'.split(' '); // prettier-ignore
const FUNCTIONS = 'COUNT SUM AVG MIN MAX ROUND CONCAT LOWER UPPER LENGTH SUBSTRING COALESCE IF YEAR MONTH DATE_FORMAT NOW CAST'.split(' '); // prettier-ignore

/**
 * Returns what can follow at an offset of a statement: inside of backticks the steps of a path, after FROM and JOIN concepts and views,
 * elsewhere the properties and relationships of the concepts of the statement, then functions and keywords.
 */
export function complete(model: Model, statement: string, offset: number): Completion {
  const before = statement.slice(0, offset);
  const path = openPath(before);
  const subjects = subjectsOf(model, statement);
  if (path !== undefined) return completePath(model, subjects, path, offset);
  const [word = ''] = /[\p{L}\p{N}_]*$/u.exec(before) ?? [];
  const from = offset - word.length;
  if (/\b(FROM|JOIN)\s+(\w+\.)?[\p{L}\p{N}_]*$/iu.test(before)) return { from, suggestions: tablesOf(model) };
  const names = subjects.flatMap((concept) => [...propertiesOf(concept, quoteIfNeeded), ...startsOf(concept)]);
  return { from, suggestions: [...unique(names), ...wordsOf('function', FUNCTIONS), ...wordsOf('keyword', KEYWORDS)] };
}

/** Returns the text after a backtick that is not closed yet. */
function openPath(before: string): string | undefined {
  const parts = before.replaceAll(/'(?:[^'\\]|\\.|'')*'/g, (text) => ' '.repeat(text.length)).split('`');
  return parts.length % 2 === 0 ? parts.at(-1) : undefined;
}

function completePath(model: Model, subjects: readonly Concept[], path: string, offset: number): Completion {
  const at = path.lastIndexOf('.') + 1;
  const ends = subjects.flatMap((concept) => followPath(model, concept.name, path.slice(0, at)) ?? []);
  const suggestions = ends.flatMap((concept) => [...propertiesOf(concept, (name) => name), ...stepsOf(concept)]);
  return { from: offset - (path.length - at), suggestions: unique(suggestions) };
}

/** Returns the concepts that the statement names after FROM or JOIN; all of them before it names one. */
function subjectsOf(model: Model, statement: string): readonly Concept[] {
  const names = [...statement.matchAll(/\b(?:FROM|JOIN)\s+(?:`?\w+`?\.)?`?([\p{L}\p{N}_]+)`?/giu)].map(
    ([, name = '']) => name.toLowerCase(),
  );
  return [...model.concepts.values()].filter(({ name }) => names.includes(name.toLowerCase()));
}

function propertiesOf({ properties }: Concept, print: (name: string) => string): readonly Suggestion[] {
  return properties.map(({ name, type, description, isMeasure }) => {
    const label = isMeasure ? `measure.${name}` : name;
    return { label, insert: print(label), detail: type, info: description, kind: 'property' };
  });
}

function startsOf({ relationships }: Concept): readonly Suggestion[] {
  return relationships.map(({ name, to }) => ({ ...stepOf(name, to), insert: `\`${name}[${to}].` }));
}

function stepsOf({ relationships }: Concept): readonly Suggestion[] {
  return relationships.map(({ name, to }) => stepOf(name, to));
}

function stepOf(name: string, to: string): Suggestion {
  return {
    label: `${name}[${to}]`,
    insert: `${name}[${to}].`,
    detail: 'path',
    info: `leads to ${to}`,
    kind: 'relationship',
  };
}

function tablesOf({ concepts, views }: Model): readonly Suggestion[] {
  const ofConcepts = [...concepts.values()].map(({ name, description }): Suggestion => {
    return { label: name, insert: quoteIfNeeded(name), detail: 'concept', info: description, kind: 'concept' };
  });
  const ofViews = Object.entries(views).map(([name, { description }]): Suggestion => {
    return {
      label: name,
      insert: `vsvc.${quoteIfNeeded(name)}`,
      detail: 'view',
      info: description ?? '',
      kind: 'view',
    };
  });
  return [...ofConcepts, ...ofViews];
}

function wordsOf(kind: 'function' | 'keyword', words: readonly string[]): readonly Suggestion[] {
  return words.map((word) => ({
    label: word,
    insert: kind === 'function' ? `${word}(` : word,
    detail: '',
    info: '',
    kind,
  }));
}

/** Returns a name as it can stand in a statement: in backticks unless it is a plain word that is not a keyword. */
function quoteIfNeeded(name: string): string {
  const isPlain = /^[a-z_][a-z0-9_]*$/i.test(name) && !KEYWORDS.includes(name.toUpperCase());
  return isPlain ? name : quoteName(name);
}

function unique(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  return [...new Map(suggestions.map((suggestion) => [suggestion.label, suggestion])).values()];
}
