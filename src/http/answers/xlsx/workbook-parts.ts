const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const DATE_FORMAT = 'yyyy\\-mm\\-dd';
/** The formats of cells in the order of their styles; 0 is the one of cells without a style. */
const NUMBER_FORMATS = [
  'General',
  DATE_FORMAT,
  `${DATE_FORMAT} hh:mm:ss`,
  `${DATE_FORMAT} hh:mm:ss.000`,
  'hh:mm:ss',
  'hh:mm:ss.000',
  '@',
] as const;

/** The styles of cells, as indexes. `exact` ones show milliseconds; `text` keeps a text from becoming a formula when it is edited. */
export const STYLES = { date: 1, timestamp: 2, exactTimestamp: 3, time: 4, exactTime: 5, text: 6 } as const;

/** The smallest id of a format that is not built in. */
const FIRST_FORMAT = 164;

/** The text of a sheet before and after its rows. The header stays in view. */
export const SHEET = {
  opening:
    `${XML}<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>',
  closing: '</sheetData></worksheet>',
};

/** Returns the path of a sheet in the archive; the first has the number 1. */
export function sheetPath(number: number): string {
  return `xl/worksheets/sheet${number}.xml`;
}

/** Returns the parts of a workbook besides its sheets, by path (ECMA-376, part 1). */
export function workbookParts(sheetCount: number): readonly (readonly [path: string, text: string])[] {
  const sheets = Array.from({ length: sheetCount }, (_, index) => index + 1);
  return [
    ['xl/styles.xml', styles()],
    ['xl/workbook.xml', workbook(sheets)],
    ['xl/_rels/workbook.xml.rels', relations([...sheets.map((number) => ['worksheet', `worksheets/sheet${number}.xml`] as const), ['styles', 'styles.xml']])], // prettier-ignore
    ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
    ['[Content_Types].xml', contentTypes(sheets)],
  ];
}

function workbook(sheets: readonly number[]): string {
  const list = sheets.map((number) => `<sheet name="rows${number === 1 ? '' : ` ${number}`}" sheetId="${number}" r:id="rId${number}"/>`); // prettier-ignore
  return `${XML}<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets>${list.join('')}</sheets></workbook>`;
}

function styles(): string {
  const formats = NUMBER_FORMATS.map((code, index) => `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${code}"/>`); // prettier-ignore
  const cells = NUMBER_FORMATS.map((_, index) => `<xf numFmtId="${index === 0 ? 0 : FIRST_FORMAT + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`); // prettier-ignore
  return (
    `${XML}<styleSheet ${MAIN}><numFmts count="${formats.length}">${formats.join('')}</numFmts>` +
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border/></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs></styleSheet>`
  );
}

function relations(targets: readonly (readonly [kind: string, target: string])[]): string {
  const list = targets.map(([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${kind}" Target="${target}"/>`); // prettier-ignore
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`;
}

function contentTypes(sheets: readonly number[]): string {
  const parts = [
    ['/xl/workbook.xml', `${TYPE}.sheet.main+xml`],
    ['/xl/styles.xml', `${TYPE}.styles+xml`],
    ...sheets.map((number) => [`/${sheetPath(number)}`, `${TYPE}.worksheet+xml`]),
  ];
  const list = parts.map(([path, type]) => `<Override PartName="${path}" ContentType="${type}"/>`);
  return (
    `${XML}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `${list.join('')}</Types>`
  );
}
