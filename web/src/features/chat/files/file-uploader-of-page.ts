import { loadSiteConfig } from '../../../lib/site-config.ts';
import { deleteFile, getFileLimits, registerFile } from '../api/files.ts';
import { preparePicture } from './images/prepare-picture.ts';
import { FileUploader, type TrayPorts } from './state/file-uploader.ts';
import { uploadCredentials } from './upload/upload-credentials.ts';
import { uploadFile } from './upload/upload-file.ts';

let tray: Promise<FileUploader> | undefined;

/**
 * Returns the page's `FileUploader`, which the first call creates.
 * @throws if config.json names no bucket, or cannot be loaded; after a failed load, the next call loads it again
 */
export function fileUploader(): Promise<FileUploader> {
  tray ??= create().catch((error: unknown) => {
    tray = undefined;
    throw error;
  });
  return tray;
}

async function create(): Promise<FileUploader> {
  return trayWith(await pagePorts());
}

export const trayWith = (ports: TrayPorts): FileUploader => new FileUploader(ports);

/**
 * Returns what a `FileUploader` needs on this page.
 * @throws if config.json cannot be loaded, or names no bucket
 */
export async function pagePorts(): Promise<TrayPorts> {
  const { files, region } = await loadSiteConfig();
  if (!files) throw new Error('The deployment has no bucket for files');
  return {
    bucket: { endpoint: files.bucketEndpoint, region, credentials: uploadCredentials },
    readLimits: async () => {
      const { limits, storage } = await getFileLimits();
      return limits && { ...limits, storage };
    },
    prepare: preparePicture,
    upload: uploadFile,
    register: registerFile,
    deleteFile,
  };
}
