import { malformed } from './filter-refusals';

const ITEM = /\s*(?:"(?<quoted>(?:[^"]|"")*)"|(?<bare>[^",\s][^,]*))\s*(?<end>,|$)/y;

/**
 * Returns the values of a comma-separated list (docs/filters.md). `"a,b"` keeps its comma and spaces. A quote within
 * quotes is doubled. Spaces outside quotes are trimmed. Rejects an empty list; the empty string in a list is `""`.
 */
export function parseList(text: string, parameter: string): readonly string[] {
  const values: string[] = [];
  let position = 0;
  let end: string | undefined;
  do {
    ITEM.lastIndex = position;
    const item = ITEM.exec(text)?.groups;
    const value = item?.quoted?.replaceAll('""', '"') ?? item?.bare?.trim();
    if (item === undefined || value === undefined) {
      throw malformed(
        parameter,
        faultOf(text),
        'write a value with a comma or a quote in double quotes: "a,b"; the empty string is ""',
      );
    }
    values.push(value);
    end = item.end;
    position = ITEM.lastIndex;
  } while (end === ',');
  return values;
}

function faultOf(text: string): string {
  return text.trim() === '' ? 'the list is empty' : 'this is not a comma-separated list of values';
}
