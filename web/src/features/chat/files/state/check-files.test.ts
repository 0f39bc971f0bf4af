import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkFiles, type Limits } from './check-files.ts';

const MB = 1024 * 1024;
const limits: Limits = {
  perMessage: 3,
  maxBytes: 2 * MB,
  storage: { usedBytes: 7 * MB, files: 4, limitBytes: 10 * MB },
};
const none = { count: 0, bytes: 0 };
const file = (name: string, { type = '', size = 10, fill = 97 } = {}) =>
  new File([new Uint8Array(size).fill(fill)], name, { type });
const namesOf = (files: readonly File[]) => files.map(({ name }) => name);

describe('files are checked before they are uploaded', () => {
  it.each([
    ['notes.txt', {}],
    ['main.rs', {}],
    ['clip.ts', { type: 'video/mp2t' }],
    ['Makefile', {}],
    ['report.pdf', { fill: 0 }],
    ['table.xlsx', { fill: 0 }],
    ['plan.xlsm', { fill: 0 }],
    ['letter.docm', { fill: 0 }],
    ['photo.HEIC', { fill: 0 }],
    ['screen.png', { fill: 0, type: 'image/png' }],
    ['drawing.svg', { type: 'image/svg+xml' }],
  ])('%s is accepted', async (name, content) => {
    expect(await checkFiles([file(name, content)], limits, none)).toMatchObject({ notices: [] });
  });

  it.each([
    ['archive.zip', { fill: 0 }],
    ['song.mp3', { type: 'audio/mpeg' }],
    ['old.doc', { fill: 0 }],
  ])('%s is refused with what can be added', async (name, content) => {
    const { accepted, notices } = await checkFiles([file(name, content)], limits, none);
    expect(accepted).toEqual([]);
    expect(notices).toEqual([
      expect.stringMatching(new RegExp(`^\u2068${name}\u2069 cannot be added. You can add pictures`)),
    ]);
  });

  it('text in UTF-16 is text, although it has zero bytes', async () => {
    const utf16 = new File([new Uint8Array([0xff, 0xfe, 97, 0, 98, 0])], 'notes.txt');
    expect(namesOf((await checkFiles([utf16], limits, none)).accepted)).toEqual(['notes.txt']);
  });

  it('text is accepted in a browser without Blob.bytes', async () => {
    vi.spyOn(Blob.prototype, 'bytes').mockImplementation(() => {
      throw new TypeError('bytes is not a function');
    });
    onTestFinished(() => void vi.restoreAllMocks());
    expect(namesOf((await checkFiles([file('notes.txt')], limits, none)).accepted)).toEqual(['notes.txt']);
  });

  it('an empty file is refused', async () => {
    const { notices } = await checkFiles([file('a.txt', { size: 0 })], limits, none);
    expect(notices).toEqual(['\u2068a.txt\u2069 is empty.']);
  });

  it('a document over the size is refused; a picture is scaled down first', async () => {
    const large = { size: 3 * MB };
    const { accepted, notices } = await checkFiles(
      [file('a.txt', large), file('b.png', large)],
      limits,
      none,
    );
    expect(namesOf(accepted)).toEqual(['b.png']);
    expect(notices).toEqual(['\u2068a.txt\u2069 has 3 MB. A file may have 2 MB.']);
  });

  it('more files than a message may have are left out, counting those of the draft', async () => {
    const files = ['a.txt', 'b.txt', 'c.txt', 'd.txt'].map((name) => file(name));
    const { accepted, notices } = await checkFiles(files, limits, { count: 1, bytes: 0 });
    expect(namesOf(accepted)).toEqual(['a.txt', 'b.txt']);
    expect(notices).toEqual(['A message may have 3 files. 2 files were left out.']);
  });

  it('what does not fit the storage is refused, counting what is on its way', async () => {
    const files = [file('a.txt', { size: 2 * MB }), file('b.txt', { size: 1.5 * MB })];
    const { accepted, notices } = await checkFiles(files, limits, none);
    expect(namesOf(accepted)).toEqual(['a.txt']);
    expect(notices).toEqual([
      '\u2068b.txt\u2069 does not fit: 1 MB of your 10 MB are left. Remove files or chats to make room.',
    ]);
    expect((await checkFiles(files, limits, { count: 1, bytes: 2 * MB })).accepted).toEqual([]);
  });

  it('a picture takes no room from the documents after it, because its scaled size is not known', async () => {
    const files = [file('a.png', { size: 5 * MB }), file('b.txt', { size: MB })];
    const { accepted, notices } = await checkFiles(files, limits, none);
    expect(namesOf(accepted)).toEqual(['a.png', 'b.txt']);
    expect(notices).toEqual([]);
  });

  it('without a known storage the server alone checks it', async () => {
    const { accepted } = await checkFiles([file('a.txt')], { ...limits, storage: undefined }, none);
    expect(namesOf(accepted)).toEqual(['a.txt']);
  });
});
