/** Files that the page saves on the user's device. The browser itself saves none in a component test. */
import { beforeEach, vi } from 'vitest';

export interface SavedFile {
  readonly name: string;
  readonly file: Blob;
}

export let saved: SavedFile[] = [];

/** Collects in `saved`, for each test of a file, the files that its page saves. */
export function startSavedFiles(): void {
  beforeEach(() => {
    saved = [];
    const blobs = new Map<string, Blob>();
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      const address = `blob:${blobs.size}`;
      if (file instanceof Blob) blobs.set(address, file);
      return address;
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, file: blobs.get(this.getAttribute('href') ?? '') ?? new Blob() });
    });
  });
}
