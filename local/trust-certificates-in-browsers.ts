/** Entry of `npm run local:trust`: makes Chrome on Linux, or the keychain on macOS, trust the local certificates. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { ensureCertificates } from './certificates/certificates.ts';
import { ROOT } from './dev/build-and-synthesize.ts';

const NAME = 'Local stack (localhost only)';

const { caFile } = await ensureCertificates(path.join(ROOT, '.local/certificates'));
const ran = process.platform === 'darwin' ? trustOnMac() : trustOnLinux();
if (ran.error) {
  console.error('certutil is missing. Install it (Debian: apt-get install libnss3-tools) and try again.');
  process.exit(1);
}
if (ran.status !== 0) {
  console.error(`The certificate could not be trusted: ${ran.stderr.trim()}`);
  process.exit(1);
}
console.log(
  'Trusted. The certificate is good for localhost alone, and its key is gone. Restart the browser.',
);

function trustOnMac() {
  const keychain = path.join(homedir(), 'Library/Keychains/login.keychain-db');
  return spawnSync('security', ['add-trusted-cert', '-r', 'trustRoot', '-k', keychain, caFile], {
    encoding: 'utf8',
  });
}

function trustOnLinux() {
  const store = path.join(homedir(), '.pki/nssdb');
  mkdirSync(store, { recursive: true });
  const args = ['-d', `sql:${store}`, '-A', '-t', 'C,,', '-n', NAME, '-i', caFile];
  return spawnSync('certutil', args, { encoding: 'utf8' });
}
