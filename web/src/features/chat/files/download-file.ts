import { safeFileName } from '../../../lib/safe-file-name.ts';
import { getFileAddresses } from '../api/files.ts';

/**
 * Downloads a file from a new address, because an address works for a few minutes only. Resolves with false if the user
 * does not have the file any more.
 * @throws as `callApi` if the address cannot be fetched
 */
export async function downloadFile({ fileId, name }: { readonly fileId: string; readonly name: string }) {
  const { addresses } = await getFileAddresses([fileId], true);
  const [found] = addresses;
  if (!found) return false;
  const link = document.createElement('a');
  link.href = found.address;
  link.download = safeFileName(name);
  link.click();
  return true;
}
