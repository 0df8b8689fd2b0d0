/** Parses the records of a CSV string as defined in RFC 4180: spaces around fields are kept, and quoted line breaks are part of a field. */
export function readCsv(text: string): readonly (readonly string[])[] {
  const records: string[][] = [[]];
  const field = /(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(,|\r\n|$)/gy;
  while (field.lastIndex < text.length) {
    const start = field.lastIndex;
    const found = field.exec(text);
    if (found === null) throw new Error(`no CSV at ${start}: ${JSON.stringify(text.slice(start, start + 40))}`);
    const [, quoted, plain = '', end] = found;
    records.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') records.push([]);
  }
  return records.at(-1)!.length === 0 ? records.slice(0, -1) : records;
}
