import { expect, it } from 'vitest';
import { countPdfPictures } from './count-pdf-pictures.ts';

const picture = (rest: string) =>
  `1 0 obj\n<< /Type /XObject ${rest} /Width 30 /Height 20 /Length 3 >>\nstream\nabc\nendstream\nendobj\n`;
const count = (text: string) => countPdfPictures(Buffer.from(`%PDF-1.4\n${text}`, 'latin1'));

it.each([
  ['a picture', picture('/Subtype /Image'), 1],
  ['two pictures', picture('/Subtype /Image') + picture('/Subtype/Image'), 2],
  ['a picture that is named like one', picture('/Subtype /Image /Name /Image7'), 1],
  [
    'a picture behind a page that may show pictures',
    `2 0 obj\n<< /Type /Page /ProcSet [/PDF /Text /ImageB /ImageC /ImageI] >>\nendobj\n${picture('/Subtype /Image')}`,
    1,
  ],
  ['a page that may show pictures, alone', '2 0 obj\n<< /ProcSet [/PDF /Text /ImageB] >>\nendobj\n', 0],
])('counts the pictures of a PDF with %s', (_, text, pictures) => {
  expect(count(text)).toEqual({ count: pictures, pixels: pictures * 600 });
});

it('counts a picture by a size in another object, and without pixels if that object is missing', () => {
  const sizes = '8 0 obj\n1700\nendobj\n9 0 obj 2200 endobj\n';
  const scan = '3 0 obj\n<< /Subtype /Image /Width 8 0 R /Height 9 0 R >>\nstream\n\nendstream\nendobj\n';
  expect(count(sizes + scan)).toEqual({ count: 1, pixels: 1_700 * 2_200 });
  expect(count(scan)).toEqual({ count: 1, pixels: 0 });
});

it('counts a picture by a size in another object of a PDF whose lines end with CR alone', () => {
  const sizes = '\r8 0 obj\r1700\rendobj\r9 0 obj\r2200\rendobj\r';
  const scan =
    '3 0 obj\r<< /Subtype /Image /Width 8 0 R /Height 9 0 R >>\rstream\r\nabc\rendstream\rendobj\r';
  expect(count(sizes + scan)).toEqual({ count: 1, pixels: 1_700 * 2_200 });
});
