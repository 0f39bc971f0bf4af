import { expect, it } from 'vitest';
import {
  EXCEL,
  packageOf,
  sheetXml,
  workbookXml,
  xlsxOf,
} from '../../../../../test/support/sample-office.ts';
import { readOffice } from './read-office.ts';

const read = (bytes: Uint8Array) => readOffice(bytes, () => false);

const STRINGS = `<sst><si><t>Apple</t></si><si><r><t>Rich </t></r><r><t>text</t></r><rPh><t>reading</t></rPh></si><si><t>a_x000D_
b	c</t></si></sst>`;

/** Returns the XML of styles with these number formats: the numbers of built-in formats, or format codes. */
const styles = (formats: readonly (number | string)[]): string => {
  const codes = formats.map((format, i) =>
    typeof format === 'string'
      ? `<numFmt numFmtId="${200 + i}" formatCode="${format.replaceAll('"', '&quot;')}"/>`
      : '',
  );
  const xfs = formats.map((format, i) => `<xf numFmtId="${typeof format === 'string' ? 200 + i : format}"/>`);
  return `<styleSheet><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${xfs.join('')}</cellXfs></styleSheet>`;
};

/** Reads a sheet whose XML has these rows. Returns its lines of text without the sheet's mark. */
async function rowsOf(
  rows: string,
  formats: readonly (number | string)[] = [],
  properties = '',
): Promise<string[]> {
  const { text } = await read(
    packageOf({
      path: 'xl/workbook.xml',
      contentType: EXCEL,
      related: {
        'worksheets/sheet1.xml': 'worksheet',
        '/xl/strings.xml': 'sharedStrings',
        'styles.xml': 'styles',
      },
      parts: {
        'xl/workbook.xml': workbookXml(['A'], properties),
        'xl/worksheets/sheet1.xml': sheetXml(rows),
        'xl/strings.xml': STRINGS,
        'xl/styles.xml': styles(formats),
      },
    }),
  );
  return text.split('\n').slice(1);
}

it('each sheet has a mark with its name, and counts as a page', async () => {
  const file = await read(
    xlsxOf({
      Prices: [
        ['Apple', 1.5],
        ['Pear', 2],
      ],
      'A & B': [['x']],
      Empty: [],
    }),
  );
  expect(file).toEqual({
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    pages: 3,
    text: '[Sheet Prices]\nApple\t1.5\nPear\t2\n\n[Sheet A & B]\nx\n\n[Sheet Empty]',
    isTextCut: false,
  });
});

it('a hidden sheet is marked as such', async () => {
  const workbook = workbookXml(['Secret']).replace('sheetId', 'state="veryHidden" sheetId');
  const bytes = packageOf({
    path: 'xl/workbook.xml',
    contentType: EXCEL,
    related: { 'worksheets/sheet1.xml': 'worksheet' },
    parts: {
      'xl/workbook.xml': workbook,
      'xl/worksheets/sheet1.xml': sheetXml('<row><c><v>1</v></c></row>'),
    },
  });
  expect((await read(bytes)).text).toBe('[Sheet Secret (hidden)]\n1');
});

it.each([
  [
    'shared texts, by their numbers',
    '<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>99</v></c>',
    'Apple\tRich text',
  ],
  [
    'nothing for empty cells with a type',
    '<c t="s"/><c t="s"><v></v></c><c t="b"/><c t="n"><v/></c><c><v>7</v></c>',
    '\t\t\t\t7',
  ],
  ['spaces in place of line breaks and tabs in a text', '<c t="s"><v>2</v></c>', 'a b c'],
  [
    'texts that stand in the cell itself',
    '<c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>',
    'inline',
  ],
  [
    'results of formulas, without the formula',
    '<c t="str"><f>A1&amp;"x"</f><v>ax</v></c><c><f>1+1</f><v>2</v></c>',
    'ax\t2',
  ],
  [
    'truth values and errors',
    '<c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="e"><v>#DIV/0!</v></c>',
    'TRUE\tFALSE\t#DIV/0!',
  ],
  ['dates in ISO 8601', '<c t="d"><v>2026-11-22T10:00:00</v></c>', '2026-11-22T10:00:00'],
  [
    'numbers with the digits that Excel shows',
    '<c><v>0.30000000000000004</v></c><c><v>1E+25</v></c>',
    '0.3\t1e+25',
  ],
  [
    'empty cells for gaps between cells',
    '<c r="B2"><v>1</v></c><c r="E2"><v>2</v></c><c><v>3</v></c>',
    '\t1\t\t\t2\t3',
  ],
  ['cells without a reference, after empty ones', '<c><v>1</v></c><c/><c><v>3</v></c>', '1\t\t3'],
])('a row has %s', async (_, cells, line) => {
  expect(await rowsOf(`<row>${cells}</row><row><c/></row>`)).toEqual([line]);
});

it.each<[number | string, string, string]>([
  [14, '46348', '2026-11-22'],
  [22, '46348.4375', '2026-11-22T10:30:00'],
  [14, '1', '1900-01-01'],
  [14, '59', '1900-02-28'],
  [14, '61', '1900-03-01'],
  [34, '46348', '2026-11-22'],
  [34, '0.4375', '10:30:00'],
  [14, '2958465', '9999-12-31'],
  [22, '2958465.5', '9999-12-31T12:00:00'],
  [22, '2958465.999999', '2958465.999999'],
  [14, '2958466', '2958466'],
  [22, '59.99999', '1900-02-28T23:59:59'],
  [22, '59.999999', '1900-02-29'],
  [14, '60', '1900-02-29'],
  [22, '60.5', '1900-02-29T12:00:00'],
  [22, '60.999999', '1900-03-01'],
  [22, '0.999999', '1900-01-01'],
  [20, '0.4375', '10:30:00'],
  [46, '1.5', '36:00:00'],
  [71, '46348', '2026-11-22'],
  [74, '46348', '2026-11-22'],
  [75, '0.4375', '10:30:00'],
  [76, '0.4375', '10:30:00'],
  [77, '46348.4375', '2026-11-22T10:30:00'],
  [78, '0.4375', '10:30:00'],
  [79, '1.5', '36:00:00'],
  [80, '0.4375', '10:30:00'],
  [81, '46348', '2026-11-22'],
  [70, '46348', '46348'],
  [82, '46348', '46348'],
  ['yyyy\\-mm\\-dd', '46348', '2026-11-22'],
  ['[$-409]d" of "mmm', '46348', '2026-11-22'],
  ['[h]:mm', '2.25', '54:00:00'],
  ['hh:mm;@', '46348.5', '12:00:00'],
  ['mmm', '46348', '2026-11-22'],
  [0, '46348', '46348'],
  ['0.00" days"', '1.5', '1.5'],
  ['[Red]0;[Yellow]-0', '7', '7'],
  ['General', '7', '7'],
  [14, '-1', '-1'],
  [14, '1e300', '1e+300'],
  [14, 'x', 'x'],
])('with the format %j, %s is %s', async (format, value, shown) => {
  expect(await rowsOf(`<row><c s="0"><v>${value}</v></c></row>`, [format])).toEqual([shown]);
});

it('a workbook that counts days from 1904 has the same dates', async () => {
  const rows = '<row><c s="0"><v>44886</v></c></row>';
  expect(await rowsOf(rows, [14], '<workbookPr date1904="1"/>')).toEqual(['2026-11-22']);
});

it('a workbook that counts days from 1904 has dates from 1904-01-01 to 9999-12-31, and numbers after that', async () => {
  const cell = (value: string) => `<row><c s="0"><v>${value}</v></c></row>`;
  const rows = ['0', '0.5', '2957003', '2957004'].map(cell).join('');
  expect(await rowsOf(rows, [22], '<workbookPr date1904="1"/>')).toEqual([
    '1904-01-01',
    '1904-01-01T12:00:00',
    '9999-12-31',
    '2957004',
  ]);
});

it('a sheet that is too long is read to the limit', async () => {
  const rows = Array.from({ length: 40_000 }, (_, i) => [i, 'x'.repeat(60)]);
  const file = await read(xlsxOf({ Long: rows, Next: [['y']] }));
  expect(file).toMatchObject({ pages: 2, isTextCut: true });
  expect(file.text.split('\n').at(-1)).toBe('[The rest of the file is left out: it is too long.]');
});
