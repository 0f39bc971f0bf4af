/** The extension that limits an authority to this machine (RFC 5280, section 4.2.1.10). */
import { Extension } from '@peculiar/x509';

const SEQUENCE = 0x30;
const PERMITTED_SUBTREES = 0xa0;
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

/** A DER value of fewer than 128 bytes. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
}

/** Critical name constraints: `localhost` and 127.0.0.0/8, nothing else. */
export function localhostOnly(): Extension {
  const localhost = der(SEQUENCE, der(DNS_NAME, Buffer.from('localhost')));
  const loopback = der(SEQUENCE, der(IP_ADDRESS, Buffer.from([127, 0, 0, 0, 255, 0, 0, 0])));
  const value = der(SEQUENCE, der(PERMITTED_SUBTREES, localhost, loopback));
  return new Extension('2.5.29.30', true, new Uint8Array(value));
}
