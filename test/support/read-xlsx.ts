import { readZip } from './read-zip';

/** The value of a cell: a date or time is its serial number with its format. */
export type SheetCell = string | number | boolean | null | { readonly serial: number; readonly format: string };

export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly SheetCell[])[];
}

const ROW = /<row r="(\d+)">(.*?)<\/row>/gs;
const CELL = /<c r="([A-Z]+)(\d+)"(?: s="(\d+)")?(?: t="(\w+)")?>(.*?)<\/c>/gs;

/** Reads the sheets of a workbook that `encodeXlsx` has written. Rows and cells must have the references of their places. */
export function readXlsx(bytes: Buffer): readonly Sheet[] {
  const parts = readZip(bytes);
  const text = (path: string): string => parts.get(path)?.toString() ?? '';
  const formats = [...text('xl/styles.xml').matchAll(/formatCode="([^"]*)"/g)].map(([, code = '']) => code);
  const sheets = [...text('xl/workbook.xml').matchAll(/<sheet name="([^"]*)" sheetId="(\d+)"/g)];
  return sheets.map(([, name = '', number = '']) => {
    const rows = [...text(`xl/worksheets/sheet${number}.xml`).matchAll(ROW)].map(([, row, cells = ''], index) => {
      if (Number(row) !== index + 1) throw new Error(`row ${row} is row ${index + 1}`);
      return readCells(cells, row!, formats);
    });
    return { name, rows };
  });
}

function readCells(text: string, row: string, formats: readonly string[]): readonly SheetCell[] {
  const cells: SheetCell[] = [];
  for (const [, letters = '', number, style = '0', type, content = ''] of text.matchAll(CELL)) {
    if (number !== row) throw new Error(`${letters}${number} is in row ${row}`);
    const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    while (cells.length < column) cells.push(null);
    cells.push(readCell(type, content, formats[Number(style)] ?? ''));
  }
  return cells;
}

function readCell(type: string | undefined, content: string, format: string): SheetCell {
  const value = content.replace(/<[^>]*>/g, '');
  if (type === 'inlineStr') return unescape(value);
  if (type === 'b') return value === '1';
  return format === 'General' ? Number(value) : { serial: Number(value), format };
}

function unescape(text: string): string {
  const plain = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  return plain.replace(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}
