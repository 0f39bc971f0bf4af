import fc from 'fast-check';

/** Copies of one of these files with up to five bytes changed, and perhaps without its end. */
export const damaged = (files: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> =>
  fc
    .record({
      file: fc.constantFrom(...files),
      places: fc.array(fc.record({ at: share(), byte: fc.nat(255) }), { minLength: 1, maxLength: 5 }),
      length: fc.oneof(fc.constant(1), share()),
    })
    .map(({ file, places, length }) => {
      const copy = file.slice();
      for (const { at, byte } of places) copy[Math.floor(at * file.length)] = byte;
      return copy.subarray(0, Math.ceil(length * file.length));
    });

const share = () => fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
