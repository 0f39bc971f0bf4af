import { describe, expect, it } from 'vitest';
import type { InputKind, ModelSpec } from '#contract/deployment-config';
import {
  formsOf,
  mostTokensOfProject,
  projectFormsOf,
  type SentFile,
  tokensInForm,
} from './files-as-bytes-or-text.ts';

const CLAUDE = 'global.anthropic.claude-sonnet-5-5';
const model = (input: InputKind[], modelId = CLAUDE): ModelSpec => ({
  ...{ id: 'it', displayName: 'It', contextTokens: 200_000, maxOutputTokens: 100, input },
  ...{ price: { input: 1, output: 1 }, provider: { kind: 'bedrock', modelId } },
});
const all = model(['text', 'image', 'document']);
const file = (fields: Partial<SentFile>): SentFile => ({
  ...{ fileId: 'f', name: 'n', kind: 'image', mediaType: 'image/png', bytes: 1_000, tokens: 100 },
  ...fields,
});
const image = (fields: Partial<SentFile> = {}) => file({ width: 800, height: 600, ...fields });
const pdf = (fields: Partial<SentFile> = {}) =>
  file({ kind: 'document', mediaType: 'application/pdf', pages: 3, textBytes: 900, ...fields });
const csv = file({ kind: 'document', mediaType: 'text/csv', textBytes: 900 });
const forms = (spec: ModelSpec, ...files: SentFile[]) => formsOf(spec, [{ files }])[0];

describe('the form of a file', () => {
  it('is its bytes for pictures and PDFs of a model that takes them, and text for other documents', () => {
    expect(forms(all, image(), pdf(), csv)).toEqual(['bytes', 'bytes', 'text']);
  });

  it('is text for a PDF of a model without documents, and none for a picture of one that cannot see', () => {
    expect(forms(model(['text']), image(), pdf(), csv)).toEqual(['none', 'text', 'text']);
    expect(forms(model(['text', 'image']), image(), pdf({ textBytes: undefined }))).toEqual([
      'bytes',
      'none',
    ]);
  });

  it.each<[string, SentFile, string]>([
    ['3.75 MB', image({ bytes: 3_750_000 }), 'bytes'],
    ['more than 3.75 MB', image({ bytes: 3_750_001 }), 'none'],
    ['more than 8,000 pixels', image({ height: 8_001 }), 'none'],
    ['another type', image({ mediaType: 'image/heic' }), 'none'],
    ['10 MB of PDF', pdf({ bytes: 10_000_000 }), 'bytes'],
    ['20 MB of PDF', pdf({ bytes: 20_000_000 }), 'text'],
    ['101 pages', pdf({ pages: 101, tokens: 1 }), 'text'],
  ])('of %s is, for Claude on Bedrock, %s', (_, given, form) => {
    expect(forms(all, given)).toEqual([form]);
  });

  it('is text for a PDF whose pages have more tokens than the context or the plan has room for', () => {
    const [seventy, scan] = [pdf({ pages: 70 }), pdf({ pages: 70, textBytes: undefined, tokens: 140_000 })];
    expect(forms(all, seventy)).toEqual(['bytes']);
    expect(forms(all, seventy, pdf({ pages: 20 }))).toEqual(['bytes', 'text']);
    expect(formsOf(all, [{ files: [pdf({ pages: 4 })] }, { files: [pdf()] }], { planTokens: 8_000 })).toEqual(
      [['text'], ['bytes']],
    );
    expect(formsOf(all, [{ files: [scan] }], { planTokens: 8_000 })).toEqual([['bytes']]);
  });

  it('is text for a PDF above 4.5 MB and a model other than Claude', () => {
    const nova = model(['text', 'image', 'document'], 'us.amazon.nova-pro-v1:0');
    expect(forms(nova, pdf({ bytes: 4_500_001 }), pdf())).toEqual(['text', 'bytes']);
  });

  it('is the bytes of the newest files where a request can have no more', () => {
    const five = Array.from({ length: 5 }, () => pdf());
    const twenty = Array.from({ length: 20 }, () => image());
    expect(formsOf(all, [{ files: [pdf()] }, {}, { files: five }])).toEqual([
      ['text'],
      [],
      five.map(() => 'bytes'),
    ]);
    expect(formsOf(all, [{ files: [image(), pdf()] }, { files: twenty }])[0]).toEqual(['none', 'text']);
    const large = image({ bytes: 3_700_000 });
    expect(forms(all, large, large, large, large, large)).toEqual([...Array(4).fill('bytes'), 'none']);
  });
});

describe('the form of a project’s file', () => {
  it('does not depend on the files of messages, and counts against the limits of the request', () => {
    const projectFiles = Array.from({ length: 4 }, () => pdf());
    expect(projectFormsOf(all, projectFiles)).toEqual(projectFiles.map(() => 'bytes'));
    expect(formsOf(all, [{ files: [pdf(), pdf()] }], { projectFiles })).toEqual([['bytes', 'text']]);
  });

  it('is whole for PDFs whose pages fit in half of the plan’s tokens, which count in full', () => {
    const [ten, three] = [pdf({ pages: 10 }), pdf()];
    expect(projectFormsOf(all, [ten, three], 20_000)).toEqual(['text', 'bytes']);
    expect(mostTokensOfProject([ten, three], 20_000)).toBe(2 * 100 + 6_000);
    expect(mostTokensOfProject([csv, image()], 20_000)).toBe(200);
    // A model that cannot take the first PDF for its size has room for the pictures of the second.
    const [large, small] = [pdf({ bytes: 5_000_000 }), pdf({ pages: 4 })];
    const other = model(['text', 'document'], 'amazon.nova-pro-v1:0');
    expect(projectFormsOf(other, [large, small], 20_000)).toEqual(['text', 'bytes']);
    expect(projectFormsOf(all, [large, small], 20_000)).toEqual(['bytes', 'text']);
    expect(mostTokensOfProject([large, small], 20_000)).toBe(2 * 100 + 8_000);
    // 13,700 tokens are left for the pictures of pages: enough for 6 pages, and not for 7.
    const beside = (pages: number) =>
      formsOf(all, [{ files: [pdf({ pages })] }], { planTokens: 20_000, projectFiles: [ten, three] });
    expect([beside(6), beside(7)]).toEqual([[['bytes']], [['text']]]);
  });
});

it('a PDF that is sent whole counts the pictures of its pages as well', () => {
  expect(tokensInForm(pdf(), 'bytes')).toBe(100 + 3 * 2_000);
  expect(tokensInForm(pdf({ textBytes: undefined, tokens: 6_000 }), 'bytes')).toBe(6_000);
  expect(tokensInForm(pdf(), 'text')).toBe(100);
  expect(tokensInForm(image(), 'bytes')).toBe(100);
  expect(tokensInForm(image(), 'none')).toBeLessThan(100);
});
