import { describe, expect, it } from 'vitest';
import type { Block, ConverseRequest } from './bedrock-types.ts';
import { demoModel } from './demo-model.ts';
import { pdf, png } from './minimal-png-and-pdf-for-tests.ts';
import { pictureIn } from './picture-and-pdf-facts.ts';
import { inputTokensOf } from './prompt-prefixes.ts';
import { validateConversation } from './validate-converse-request.ts';

const CLAUDE = 'global.anthropic.claude-sonnet-5-5';
const NOVA = 'us.amazon.nova-pro-v1:0';
const source = (bytes: Buffer) => ({ bytes: bytes.toString('base64') });
const image = (bytes = png(), format = 'png'): Block => ({ image: { format, source: source(bytes) } });
const document = (name = 'Document 1', bytes = pdf(), format = 'pdf'): Block => ({
  document: { format, name, source: source(bytes) },
});
const text = { text: 'What is this?' };
const point = { cachePoint: { type: 'default' } };
const asking = (...content: Block[]): ConverseRequest => ({ messages: [{ role: 'user', content }] });
const check = (request: ConverseRequest, modelId = CLAUDE) => validateConversation(request, modelId);
const documents = (count: number) => Array.from({ length: count }, (_, n) => document(`Document ${n}`));
const images = (count: number) => Array.from({ length: count }, () => image());

describe('files that Bedrock takes', () => {
  it.each<[string, Block[]]>([
    ['a picture alone', [image()]],
    ['a picture of 8,000 pixels and 3.75 MiB', [image(png(8_000, 1, 3_932_160)), text]],
    ['five PDFs', [...documents(5), text, point]],
    ['a large PDF, for Claude', [document('Document 1', pdf(1, 10 * 1024 ** 2)), text]],
    ['a name of all allowed characters', [document('My doc (1) [a]-b'), text]],
    ['a point after a PDF', [text, document(), point]],
    ['twenty files', [...images(15), ...documents(5), text]],
  ])('%s', (_, content) => {
    expect(() => check(asking(...content))).not.toThrow();
  });
});

describe('files that Bedrock refuses', () => {
  it.each<[string, Block[], RegExp]>([
    ['a format with a capital', [image(png(), 'PNG')], /enum value set/],
    ['a PNG picture as JPEG', [image(png(), 'jpeg')], /appears to be a image\/png/],
    ['a picture of no known format', [image(Buffer.alloc(40))], /Could not process image/],
    ['a picture above 3.75 MiB', [image(png(1, 1, 3_932_161))], /exceeds 5 MB/],
    ['a picture of 8,001 pixels', [image(png(8_001, 1))], /dimensions/],
    ['a document without a text', [document()], /text block is required/],
    ['a name with a dot', [document('a.pdf'), text], /file name/],
    ['a name with two blanks', [document('a  b'), text], /file name/],
    ['a name with an umlaut', [document('Käse'), text], /file name/],
    ['no name', [document(''), text], /file name/],
    ['an unknown format', [document('a', pdf(), 'pptx'), text], /enum value set/],
    ['text as PDF', [document('a', Buffer.from('hello')), text], /not a valid pdf/],
    ['a PDF as text', [document('a', pdf(), 'txt'), text], /not a valid txt/],
    ['a large CSV', [document('a', Buffer.alloc(5 * 1024 ** 2, 'a'), 'csv'), text], /4\.5 MB/],
    ['six documents', [...documents(6), text], /more than 5 documents/],
    ['two documents of one name', [document(), document(), text], /duplicate document names/],
    ['twenty-one files', [...images(16), ...documents(5), text], /too many images and documents: 16 \+ 5/],
    ['more than 20 MB', [...Array.from({ length: 6 }, () => image(png(1, 1, 3_900_000))), text], /too long/],
    ['a blank text', [image(), { text: ' ' }], /is blank/],
    ['a point after a CSV', [text, document('a', Buffer.from('a,b'), 'csv'), point], /Field required/],
    ['a point with nothing before it', [point, text], /nothing available to cache/],
  ])('%s', (_, content, message) => {
    expect(() => check(asking(...content))).toThrow(message);
  });

  it('a large PDF, for other models than Claude', () => {
    const large = asking(document('Document 1', pdf(1, 5 * 1024 ** 2)), text);
    expect(() => check(large, NOVA)).toThrow(/4\.5 MB/);
  });

  it('files of the assistant', () => {
    const messages = [
      { role: 'user', content: [text] },
      { role: 'assistant', content: [image()] },
      { role: 'user', content: [text] },
    ] as const;
    expect(() => check({ messages })).toThrow(/only be included in messages of the user/);
  });

  it('citations for some documents and not for others', () => {
    const cited = { document: { ...document('Document 2').document, citations: { enabled: true } } };
    expect(() => check(asking(document(), cited, text))).toThrow(/all or none/);
  });
});

it('tokens are counted by pixels and pages, not by the length of base64', () => {
  const of = (...content: Block[]) => inputTokensOf(asking(...content)) - inputTokensOf(asking(text));
  expect(of(image(png(750, 100, 30_000)), text)).toBe(100);
  expect(of(document('Document 1', pdf(3, 30_000)), text)).toBe(3 * 350);
  const cited = { document: { ...document('a', pdf(3)).document, citations: { enabled: true } } };
  expect(of(cited, text)).toBe(3 * 2_000);
});

it.each([
  [
    'jpeg',
    Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108012c019003012200', 'hex'),
    400,
    300,
  ],
  ['gif', Buffer.concat([Buffer.from('GIF89a'), Buffer.from('90012c01', 'hex'), Buffer.alloc(30)]), 400, 300],
  [
    'webp',
    Buffer.concat([Buffer.from('RIFF....WEBPVP8X'), Buffer.alloc(8), Buffer.from('8f01002b0100', 'hex')]),
    400,
    300,
  ],
] as const)('the size of a %s is read from its header', (format, bytes, width, height) => {
  expect(pictureIn(bytes)).toEqual({ format, width, height });
});

it('the demo model describes what it was sent', async () => {
  const sheet = { text: '<document name="Document 2">\nName, Price\nTea, 3\n</document>' };
  const names = { text: 'Attached: Picture 1, Document 1, Document 2.' };
  const request = asking(image(png(800, 600, 2_048)), document('Document 1', pdf(3)), sheet, names);
  let said = '';
  const call = { modelId: CLAUDE, signal: new AbortController().signal };
  for await (const chunk of demoModel({ paceMs: 0 })(request, call)) said += String(chunk);
  expect(said).toContain('a picture: png, 800 x 600, 2 KB');
  expect(said).toMatch(/Document 1: pdf, 3 pages, \d+ bytes/);
  expect(said).toContain('Document 2: text, 18 bytes, begins with "Name, Price"');
  expect(said).not.toContain('You wrote');
});
