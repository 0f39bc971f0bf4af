import type { FileInfo } from '#contract/entities';
import type { FileItem, TurnFile } from '../../store/files/files.ts';

/** Returns what clients see of a file. For a file of a turn, `removed` has the ids of the turn's removed files. */
export function toFileInfo(file: TurnFile, removed?: ReadonlySet<string>): FileInfo {
  const { fileId, name, kind, mediaType, bytes, width, height, pages, tokens } = file;
  return {
    ...{ fileId, name, kind, mediaType, bytes },
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(pages !== undefined && { pages }),
    tokens,
    ...(removed?.has(fileId) && { isRemoved: true }),
  };
}

export const turnFileOf = ({ fileId, name, kind, mediaType, bytes, tokens, ...more }: FileItem): TurnFile => {
  const { width, height, pages, textBytes } = more;
  return {
    ...{ fileId, name, kind, mediaType, bytes, tokens },
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(pages !== undefined && { pages }),
    ...(textBytes !== undefined && { textBytes }),
  };
};
