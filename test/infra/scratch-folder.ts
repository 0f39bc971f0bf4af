import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = mkdtempSync(join(tmpdir(), 'infra-'));
process.once('exit', () => rmSync(root, { recursive: true, force: true }));

/** Makes a folder that is removed when this process exits. */
export const scratchFolder = (prefix: string): string => mkdtempSync(join(root, prefix));
