import type { Allowance, Audience } from '#contract/deployment-config';
import type { Storage } from '#contract/entities';
import { fileKey } from '../../runtime/file-objects.ts';
import { signFileAddress } from '../../runtime/sign-file-address.ts';
import { readPlan } from '../../store/billing/read-subscription-and-plan.ts';
import { readFiles } from '../../store/files/files.ts';
import { readStorage } from '../../store/files/put-file-and-free-storage.ts';
import { audienceOf } from '../quota/audience-and-allowance.ts';
import { contentDisposition } from './content-disposition.ts';

type Allowances = Readonly<Record<Audience, Allowance>>;

export const fileAllowanceOf = async (owner: string, allowances: Allowances, now: number) =>
  allowances[audienceOf(await readPlan(owner, now))].files ?? undefined;

export async function storageOf(owner: string, limitBytes = 0): Promise<Storage> {
  return { ...(await readStorage(owner)), limitBytes };
}

/** Types of files that a browser may show in place of saving them. Browsers run no scripts in these types. */
const SHOWN = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Sends text, HTML, SVG and scripts as plain text, so that the browser runs no script. */
const servedTypeOf = (mediaType: string): string =>
  /^text\/|^application\/(?:json|javascript|xml|xhtml)|svg/.test(mediaType)
    ? 'text/plain; charset=utf-8'
    : mediaType;

/** Makes a signed address for each of the files. Leaves out files that the user does not have. */
export async function fileAddresses(
  owner: string,
  { fileIds, asDownload }: { fileIds: readonly string[]; asDownload: boolean },
  now: number,
) {
  const files = await readFiles(owner, [...new Set(fileIds)], now);
  return await Promise.all(
    files.map(async ({ fileId, name, mediaType }) => {
      const isShown = !asDownload && SHOWN.includes(mediaType);
      const disposition = contentDisposition(isShown ? 'inline' : 'attachment', name);
      const served = { key: fileKey(owner, fileId), mediaType: servedTypeOf(mediaType), disposition };
      return { fileId, ...(await signFileAddress(served, now)) };
    }),
  );
}
