import { expect, it } from 'vitest';
import { packageOf, WORD, wordBody } from '../../../../../test/support/sample-office.ts';
import { readOffice } from './read-office.ts';

const run = (content: string) => `<w:r><w:rPr><w:b/></w:rPr>${content}</w:r>`;
const text = (words: string) => run(`<w:t xml:space="preserve">${words}</w:t>`);
const box = (paragraphs: string) => run(`<w:pict><w:txbxContent>${paragraphs}</w:txbxContent></w:pict>`);
const HEADING = '<w:pStyle w:val="berschrift2"/>';
const paragraph = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;

const STYLES = `<w:styles xmlns:w="w">
  <w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>
  <w:style w:type="paragraph" w:styleId="berschrift3"><w:name w:val="heading 3"/><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style>
  <w:style w:type="paragraph" w:styleId="Listenabsatz"><w:name w:val="List Paragraph"/></w:style>
  <w:style w:type="paragraph" w:styleId="Aufzhlungszeichen"><w:name w:val="List Bullet"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
  <w:style w:type="paragraph" w:styleId="Text"><w:name w:val="Body Text"/><w:pPr><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr></w:style>
</w:styles>`;

/** Reads a document with this body, and with further parts by the type of their relationship. */
async function textOf(body: string, parts: Readonly<Record<string, string>> = {}): Promise<string> {
  const all = { styles: STYLES, ...parts };
  const bytes = packageOf({
    path: 'word/document.xml',
    contentType: WORD,
    related: Object.fromEntries(Object.keys(all).map((type) => [`${type}.xml`, type])),
    parts: {
      'word/document.xml': wordBody(body),
      ...Object.fromEntries(Object.entries(all).map(([type, xml]) => [`word/${type}.xml`, xml])),
    },
  });
  return (await readOffice(bytes, () => false)).text;
}

it.each([
  ['paragraphs are lines', paragraph(text('One') + text(' and')) + paragraph(text('two')), 'One and\ntwo'],
  [
    'a heading is known by the name of its style, whose id is translated',
    paragraph(text('Title'), '<w:pStyle w:val="berschrift2"/><w:numPr/>') + paragraph(text('Text')),
    '## Title\nText',
  ],
  [
    'items of a list have a dash',
    paragraph(text('Apple'), '<w:pStyle w:val="Listenabsatz"/><w:numPr><w:ilvl w:val="0"/></w:numPr>'),
    '- Apple',
  ],
  [
    'items of a list that is a style have a dash, also with numbering of their own; others of that style have none',
    ['', '<w:numPr><w:numId w:val="3"/></w:numPr>', '<w:numPr><w:numId w:val="0"/></w:numPr>']
      .map((own) => paragraph(text('Pear'), `<w:pStyle w:val="Aufzhlungszeichen"/>${own}`))
      .join(''),
    '- Pear\n- Pear\nPear',
  ],
  [
    'a style that turns a list off has no dash, and one of numbered headings is a heading',
    paragraph(text('Text'), '<w:pStyle w:val="Text"/>') +
      paragraph(text('Title'), '<w:pStyle w:val="berschrift3"/>'),
    'Text\n### Title',
  ],
  [
    'tabs, line breaks and hyphens are characters; tab stops are not',
    paragraph(
      run('<w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/>'),
      '<w:tabs><w:tab w:val="left"/></w:tabs>',
    ),
    'a\tb\nc-',
  ],
  [
    'rows of a table are lines, also with several paragraphs in a cell',
    `<w:tbl><w:tblPr><w:tblCaption w:val="x"/></w:tblPr><w:tr><w:tc>${paragraph(text('a')) + paragraph(text('b'))}</w:tc><w:tc>${paragraph(text('c'))}</w:tc></w:tr><w:tr><w:tc>${paragraph('')}</w:tc><w:tc>${paragraph(text('d'))}</w:tc></w:tr></w:tbl>`,
    'a b | c\n | d',
  ],
  [
    'a line break in a cell stays in the row',
    `<w:tbl><w:tr><w:tc>${paragraph(run('<w:t>Street 1</w:t><w:br/><w:t>Berlin</w:t><w:cr/><w:t>DE</w:t>'))}</w:tc><w:tc>${paragraph(text('100'))}</w:tc></w:tr></w:tbl>`,
    'Street 1 Berlin DE | 100',
  ],
  [
    'a table in a table stays in the row',
    `<w:tbl><w:tr><w:tc><w:tbl><w:tr><w:tc>${paragraph(text('in'))}</w:tc></w:tr></w:tbl></w:tc><w:tc>${paragraph(text('out'))}</w:tc></w:tr></w:tbl>`,
    'in | | out',
  ],
  [
    'inserted text is read, deleted and moved text and field codes are not',
    paragraph(
      `<w:ins>${text('new ')}</w:ins><w:del>${run('<w:delText>old </w:delText>')}</w:del><w:moveFrom>${text('was here')}</w:moveFrom>${run('<w:instrText>PAGE</w:instrText>')}${text('end')}`,
    ),
    'new end',
  ],
  [
    'a text box is read once',
    paragraph(
      run(
        `<mc:AlternateContent><mc:Choice><w:txbxContent>${paragraph(text('box'))}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${paragraph(text('box'))}</w:txbxContent></mc:Fallback></mc:AlternateContent>`,
      ),
    ),
    'box',
  ],
  [
    'a text box is lines above its paragraph, which keeps its mark',
    paragraph(text('He') + box(paragraph(text('box')) + paragraph('')) + text('ading'), HEADING) +
      paragraph(box(paragraph(text('in') + box(paragraph(text('inner'))))) + text('Item'), '<w:numPr/>'),
    'box\n\n## Heading\ninner\nin\n- Item',
  ],
  [
    'a text box in a cell stays in the row',
    `<w:tbl><w:tr><w:tc>${paragraph(text('a'))}</w:tc><w:tc>${paragraph(box(paragraph(text('box'))) + text('b'))}</w:tc></w:tr></w:tbl>`,
    'a | box b',
  ],
  ['text of formulas is read', paragraph('<m:oMath><m:r><m:t>x+1</m:t></m:r></m:oMath>'), 'x+1'],
  [
    'text outside of text elements is not read',
    paragraph('<w:r><w:other>no</w:other><w:t>x</w:t></w:r>'),
    'x',
  ],
  [
    'a document with pictures alone says that it has no text',
    paragraph(run('<w:drawing/>')),
    '(no text: it may be a picture)',
  ],
])('%s', async (_, body, expected) => {
  expect(await textOf(body)).toBe(expected);
});

it('notes and comments follow the body; separators of notes and page headers are left out', async () => {
  const note = (id: number, words: string, type = '') =>
    `<w:footnote w:id="${id}" ${type}>${paragraph(run('<w:footnoteRef/>') + text(` ${words}`))}</w:footnote>`;
  const parts = {
    footnotes: `<w:footnotes xmlns:w="w"><w:footnote w:id="0" w:type="separator">${paragraph(run('<w:separator/>'))}</w:footnote>${note(2, 'See there.')}${note(3, 'And here.', 'w:type="normal"')}</w:footnotes>`,
    endnotes: `<w:endnotes xmlns:w="w"><w:endnote w:id="0" w:type="separator">${paragraph('')}</w:endnote></w:endnotes>`,
    comments: `<w:comments xmlns:w="w"><w:comment w:id="0">${paragraph(text('Really?'))}</w:comment></w:comments>`,
    header: `<w:hdr xmlns:w="w">${paragraph(text('Letterhead'))}</w:hdr>`,
  };
  const body = paragraph(text('Body') + run('<w:footnoteReference w:id="2"/>'));
  expect(await textOf(body, parts)).toBe(
    'Body[^2]\n\n[Footnotes]\n[^2] See there.\n[^3] And here.\n\n[Comments]\nReally?',
  );
});

it('a footnote and an endnote with the same id have different marks', async () => {
  const note = (kind: string) =>
    `<w:${kind}s xmlns:w="w"><w:${kind} w:id="1">${paragraph(text(` One ${kind}.`))}</w:${kind}></w:${kind}s>`;
  const parts = { footnotes: note('footnote'), endnotes: note('endnote') };
  const references = run('<w:footnoteReference w:id="1"/>') + run('<w:endnoteReference w:id="1"/>');
  expect(await textOf(paragraph(text('Body') + references), parts)).toBe(
    'Body[^1][^e1]\n\n[Footnotes]\n[^1] One footnote.\n\n[Endnotes]\n[^e1] One endnote.',
  );
});

it.each([
  ['the default of its extension', `<Default Extension="XML" ContentType="${WORD}"/>`],
  [
    'an element for this part, before another default',
    `<Override PartName="/word/document.xml" ContentType="${WORD}"/><Default Extension="xml" ContentType="application/xml"/>`,
  ],
])('a main part that gets its content type from %s is read', async (_, types) => {
  const parts = { 'word/document.xml': wordBody(paragraph(text('Hello'))) };
  const bytes = packageOf({ path: 'word/document.xml', contentType: WORD, types, parts });
  expect((await readOffice(bytes, () => false)).text).toBe('Hello');
});
