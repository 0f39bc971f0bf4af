import { safeFileName } from '../../../lib/safe-file-name.ts';
import { accountCopy } from '../copy.ts';
import type { AccountExport } from './read-account-export.ts';

const texts = accountCopy.export;
/**
 * Longest name of a file in characters, without its number and extension. In UTF-8 it has at most 240 bytes of the 255
 * that file systems allow.
 */
const NAME_MAX_LENGTH = 60;

/**
 * Maps the id of each file to the file's path in the archive, such as `files/3 Plan.pdf`. Removed files have no path.
 */
export function archiveFilePaths({ account, chats }: AccountExport): Map<string, string> {
  const paths = new Map<string, string>();
  for (const { files = [] } of [...chats.flatMap(({ messages }) => messages), ...(account?.projects ?? [])])
    for (const { fileId, name, isRemoved } of files)
      if (!isRemoved && !paths.has(fileId))
        paths.set(fileId, `${texts.filesFolder}/${paths.size + 1} ${shortened(name)}`);
  return paths;
}

function shortened(name: string): string {
  const [, base = name, extension = ''] = /^(.+?)(\.[A-Za-z0-9]{1,8})?$/s.exec(name) ?? [];
  return `${safeFileName(base, NAME_MAX_LENGTH) || texts.file}${extension}`;
}
