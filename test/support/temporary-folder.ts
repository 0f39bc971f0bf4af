import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Gives a test run a folder for temporary files, and removes it at the end. The CDK writes a folder per app and removes
 * none, and a test worker that is ended cannot remove its own.
 */
export default function useTemporaryFolder(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-tests-'));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
