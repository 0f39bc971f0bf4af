/** Pictures as they are uploaded: their size, their format, and what is left of their metadata. */
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { withFakeTime } from '../../../../../../test/components/browser.ts';
import { preparePicture } from './prepare-picture.ts';

type Paint = (context: CanvasRenderingContext2D, width: number, height: number) => void;

const flat: Paint = (context, width, height) => {
  context.fillStyle = '#336699';
  context.fillRect(0, 0, width, height);
};
/** No two pixels are alike, so that no format makes it small. */
const noise: Paint = (context, width, height) => {
  const pixels = context.createImageData(width, height);
  for (let at = 0; at < pixels.data.length; at += 65_536)
    crypto.getRandomValues(pixels.data.subarray(at, at + 65_536));
  for (let at = 3; at < pixels.data.length; at += 4) pixels.data[at] = 255;
  context.putImageData(pixels, 0, 0);
};
/** Red above, blue below. */
const redAndBlue: Paint = (context, width, height) => {
  context.fillStyle = '#f00';
  context.fillRect(0, 0, width, height / 2);
  context.fillStyle = '#00f';
  context.fillRect(0, height / 2, width, height / 2);
};
const clear: Paint = () => undefined;

async function paint(type: string, width: number, height: number, draw: Paint): Promise<Blob> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  draw(canvas.getContext('2d') ?? expect.fail('no canvas'), width, height);
  return new Promise((resolve) =>
    canvas.toBlob((blob) => resolve(blob ?? expect.fail('no picture')), type, 0.95),
  );
}

/** A GIF of one pixel. */
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const PLACE = 'Lisbon 38.7N';

/** Puts metadata in front of a JPEG: that it is turned by 90 degrees, and where it was taken. */
async function withMetadata(jpeg: Blob): Promise<Blob> {
  const place = new TextEncoder().encode(`${PLACE}\0`);
  const tiff = new Uint8Array(38 + place.length);
  const view = new DataView(tiff.buffer);
  const short = (at: number, value: number) => view.setUint16(at, value);
  tiff.set([0x4d, 0x4d, 0, 42, 0, 0, 0, 8]);
  short(8, 2);
  const entry = (at: number, tag: number, type: number, count: number) => {
    short(at, tag);
    short(at + 2, type);
    view.setUint32(at + 4, count);
  };
  // 0x0112 is the orientation, of which 6 is "turn right"; 0x010e is a description.
  entry(10, 0x01_0e, 2, place.length);
  view.setUint32(18, 38);
  entry(22, 0x01_12, 3, 1);
  short(30, 6);
  tiff.set(place, 38);
  const header = new Uint8Array([0xff, 0xe1, 0, 0, ...new TextEncoder().encode('Exif\0\0')]);
  new DataView(header.buffer).setUint16(2, header.length - 2 + tiff.length);
  return new Blob([jpeg.slice(0, 2), header, tiff, jpeg.slice(2)], { type: 'image/jpeg' });
}

const prepared = async (file: Blob) => (await preparePicture(file)) ?? expect.fail('it was not decoded');
const sizeOf = async (blob: Blob) => {
  const { width, height } = await createImageBitmap(blob);
  return [width, height];
};

async function colourAt(blob: Blob, x: number, y: number): Promise<string> {
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d') ?? expect.fail('no canvas');
  context.drawImage(await createImageBitmap(blob), -x, -y);
  const [red = 0, , blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return red > blue ? 'red' : 'blue';
}

describe('a photo', () => {
  it('is scaled down to 2,048 pixels on its longest side', async () => {
    const { content, width, height } = await prepared(await paint('image/jpeg', 4_096, 1_000, flat));
    expect([width, height]).toEqual([2_048, 500]);
    expect(await sizeOf(content)).toEqual([2_048, 500]);
    expect(content.type).toBe('image/jpeg');
  });

  it('that is small keeps its size', async () => {
    expect(await prepared(await paint('image/jpeg', 300, 200, flat))).toMatchObject({
      width: 300,
      height: 200,
    });
  });

  it('loses its metadata, such as the place, and is turned as they say', async () => {
    const photo = await withMetadata(await paint('image/jpeg', 400, 200, redAndBlue));
    expect(await photo.text()).toContain(PLACE);
    expect(await sizeOf(photo)).toEqual([200, 400]);
    const { content, width, height } = await prepared(photo);
    expect([width, height]).toEqual([200, 400]);
    expect(await content.text()).not.toMatch(/Exif|Lisbon/);
    // Turned right, the upper half is on the right.
    expect(await colourAt(content, 150, 200)).toBe('red');
    expect(await colourAt(content, 50, 200)).toBe('blue');
  });
});

it('a photo whose name calls it a GIF loses its metadata as well', async () => {
  const photo = await withMetadata(await paint('image/jpeg', 400, 200, redAndBlue));
  const { content } = await prepared(new Blob([photo], { type: 'image/gif' }));
  expect(content.type).toBe('image/jpeg');
  expect(await content.text()).not.toMatch(/Exif|Lisbon/);
});

describe('the format', () => {
  it.each([
    ['a screenshot as a PNG', 'image/png', flat, 800, 'image/png'],
    ['a picture with transparency as a PNG', 'image/webp', clear, 800, 'image/png'],
    ['a large PNG without transparency as a JPEG', 'image/png', noise, 1_200, 'image/jpeg'],
    ['a WebP as a JPEG', 'image/webp', flat, 800, 'image/jpeg'],
  ] as const)('is chosen: %s', async (_, type, draw, side, wanted) => {
    const { content } = await prepared(await paint(type, side, side, draw));
    expect(content.type).toBe(wanted);
  });

  it('of a GIF stays, so that it still moves', async () => {
    const bytes = Uint8Array.from(atob(GIF), (character) => character.charCodeAt(0));
    const gif = new Blob([bytes], { type: 'image/gif' });
    const { content } = await prepared(gif);
    expect(content.type).toBe('image/gif');
    expect(await content.bytes()).toEqual(bytes);
  });
});

it('a thumbnail is a small picture that the content security policy allows', async () => {
  const { thumbnail } = await prepared(await paint('image/png', 1_000, 500, flat));
  expect(thumbnail).toMatch(/^data:image\/webp;base64,/);
  const image = new Image();
  image.src = thumbnail;
  await image.decode();
  expect([image.width, image.height]).toEqual([112, 56]);
});

it.each([
  ['no picture', new Blob(['hello'], { type: 'image/png' })],
  ['a picture without its end', undefined],
])('%s is not decoded, and does not stop the next', async (_, given) => {
  const whole = await paint('image/png', 100, 100, noise);
  expect(await preparePicture(given ?? whole.slice(0, 30))).toBeUndefined();
  expect(await preparePicture(whole)).toBeDefined();
});

it('a picture is scaled on the page when the script of the worker cannot be loaded', async () => {
  const { Worker } = window;
  vi.stubGlobal(
    'Worker',
    class extends Worker {
      constructor() {
        super('/no-such-script.js', { type: 'module' });
      }
    },
  );
  try {
    expect((await prepared(await paint('image/png', 3_000, 300, flat))).width).toBe(2_048);
  } finally {
    vi.unstubAllGlobals();
  }
});

describe('a browser without canvases in workers', () => {
  beforeEach(() => {
    const original = Object.getOwnPropertyDescriptor(window, 'OffscreenCanvas') ?? expect.fail('no canvas');
    Reflect.deleteProperty(window, 'OffscreenCanvas');
    return () => Object.defineProperty(window, 'OffscreenCanvas', original);
  });

  it('scales on the page', async () => {
    const { width, content } = await prepared(await paint('image/png', 3_000, 300, flat));
    expect([width, content.type]).toEqual([2_048, 'image/png']);
  });

  it('gives up a picture whose decoding hangs, and prepares the next', async () => {
    const picture = await paint('image/png', 300, 200, flat);
    const decode = vi.spyOn(window, 'createImageBitmap');
    onTestFinished(() => decode.mockRestore());
    decode.mockReturnValueOnce(new Promise(() => undefined));
    await withFakeTime(async (pass) => {
      const hanging = preparePicture(picture);
      await expect.poll(() => decode.mock.calls.length).toBe(1);
      await pass(30_000);
      expect(await Promise.race([hanging, pass(1_000).then(() => 'waits')])).toBeUndefined();
    });
    expect(await prepared(picture)).toMatchObject({ width: 300 });
  });

  it.each(['encoding hangs', 'decoding takes longer'])('frees a picture whose %s', async (which) => {
    const picture = await paint('image/png', 300, 200, flat);
    const bitmap = await createImageBitmap(picture);
    const [decoded, encode] = [Promise.withResolvers<ImageBitmap>(), vi.fn()];
    if (which === 'encoding hangs') decoded.resolve(bitmap);
    const spies = [
      vi.spyOn(window, 'createImageBitmap').mockReturnValueOnce(decoded.promise),
      vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(encode),
    ];
    onTestFinished(() => {
      for (const spy of spies) spy.mockRestore();
    });
    await withFakeTime(async (pass) => {
      const hanging = preparePicture(picture);
      await expect.poll(() => spies[0]?.mock.calls.length).toBe(1);
      await pass(30_000);
      expect(await hanging).toBeUndefined();
    });
    decoded.resolve(bitmap);
    // A closed bitmap has no size.
    await expect.poll(() => bitmap.width).toBe(0);
    expect(encode).toHaveBeenCalledTimes(which === 'encoding hangs' ? 1 : 0);
  });
});
