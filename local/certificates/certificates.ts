/**
 * Creates the certificate of the local addresses, and the certificate authority that signs it. The authority's key is
 * discarded. So each new certificate has a new authority, which browsers must be made to trust again.
 */
import 'reflect-metadata';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as x509 from '@peculiar/x509';
import { Extension } from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 24 * 60 * 60_000;
/** Validity of the certificate in days. Apple allows 398 and recommends 397. https://support.apple.com/102028 */
const LEAF_DAYS = 397;
const AUTHORITY_DAYS = 3_650;

export interface Certificates {
  readonly ca: Buffer;
  readonly cert: Buffer;
  readonly key: Buffer;
  /** Path of `ca`, for NODE_EXTRA_CA_CERTS and browsers' trust stores. */
  readonly caFile: string;
}

export async function ensureCertificates(dir: string): Promise<Certificates> {
  const file = (name: string) => path.join(dir, name);
  const [caFile, certFile, keyFile] = [file('ca.pem'), file('leaf.pem'), file('leaf.key')];
  if (![caFile, certFile, keyFile].every(existsSync) || expiresSoon(certFile)) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const made = await makeCertificates();
    writeFileSync(caFile, made.ca);
    writeFileSync(certFile, made.cert);
    writeFileSync(keyFile, made.key, { mode: 0o600 });
  }
  return { ca: readFileSync(caFile), cert: readFileSync(certFile), key: readFileSync(keyFile), caFile };
}

function expiresSoon(certFile: string): boolean {
  const { notAfter } = new x509.X509Certificate(readFileSync(certFile, 'utf8'));
  return notAfter.getTime() < Date.now() + DAY_MS;
}

async function makeCertificates(): Promise<{ ca: string; cert: string; key: string }> {
  x509.cryptoProvider.set(crypto);
  const notBefore = new Date(Date.now() - DAY_MS);
  const after = (days: number) => new Date(notBefore.getTime() + days * DAY_MS);
  const newKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const [authorityKeys, leafKeys] = await Promise.all([newKeys(), newKeys()]);
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: 'CN=Local stack (localhost only)',
    notBefore,
    notAfter: after(AUTHORITY_DAYS),
    keys: authorityKeys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      localhostOnly(),
      await x509.SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const leaf = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: 'CN=localhost',
    issuer: ca.subject,
    notBefore,
    notAfter: after(LEAF_DAYS),
    publicKey: leafKeys.publicKey,
    signingKey: authorityKeys.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
      ]),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      await x509.AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', leafKeys.privateKey);
  return {
    ca: ca.toString('pem'),
    cert: leaf.toString('pem'),
    key: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY'),
  };
}

/** Serial numbers must be positive, so the first bit is clear. DER allows no leading 0, so the first byte is not 0. */
function serialNumber(): string {
  const bytes = Buffer.from(crypto.getRandomValues(new Uint8Array(16)));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x01;
  return bytes.toString('hex');
}

const SEQUENCE = 0x30;
const PERMITTED_SUBTREES = 0xa0;
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

/** Encodes a DER value of fewer than 128 bytes. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
}

/** Returns critical name constraints, which allow only `localhost`, its subdomains and the addresses in 127.0.0.0/8. */
function localhostOnly(): Extension {
  const localhost = der(SEQUENCE, der(DNS_NAME, Buffer.from('localhost')));
  const loopback = der(SEQUENCE, der(IP_ADDRESS, Buffer.from([127, 0, 0, 0, 255, 0, 0, 0])));
  const value = der(SEQUENCE, der(PERMITTED_SUBTREES, localhost, loopback));
  return new Extension('2.5.29.30', true, new Uint8Array(value));
}
