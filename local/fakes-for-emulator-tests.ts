import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import type { Clock, Invoke, InvokeResult, Log } from './emulator-types.ts';
import type { TlsFiles } from './gateway/gateway-types.ts';

export const arnOf = (name: string): string => `arn:aws:lambda:us-east-1:000000000000:function:${name}`;

export type FakeFunction = (event: Record<string, unknown>) => unknown;

export interface FakeFunctions {
  readonly invoke: Invoke;
  eventsOf(name: string): readonly Record<string, unknown>[];
}

/**
 * Creates an `invoke` that runs one of `functions` by its short name. If the function throws, the result has a
 * `functionError`.
 */
export function fakeFunctions(functions: Readonly<Record<string, FakeFunction>>): FakeFunctions {
  const events = new Map<string, Record<string, unknown>[]>();
  return {
    async invoke(arn, event): Promise<InvokeResult> {
      const name = arn.split(':').at(-1) ?? '';
      const run = functions[name];
      if (run === undefined) throw new Error(`no function ${arn}`);
      const copy = structuredClone(event) as Record<string, unknown>; // an event is always a JSON object
      events.set(name, [...(events.get(name) ?? []), copy]);
      try {
        return { payload: (await run(copy)) ?? null };
      } catch (error) {
        const errorMessage = error instanceof Error ? error.message : String(error);
        return { payload: { errorType: 'Error', errorMessage }, functionError: 'Unhandled' };
      }
    },
    eventsOf: (name) => events.get(name) ?? [],
  };
}

export interface MovableClock extends Clock {
  advance(milliseconds: number): void;
}

export function movableClock(): MovableClock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    advance(milliseconds) {
      ahead += milliseconds;
    },
  };
}

export function keptLog(): { readonly log: Log; readonly lines: readonly string[] } {
  const lines: string[] = [];
  return { log: (source, text) => lines.push(`${source}: ${text}`), lines };
}

/** Creates a self-signed certificate for localhost, which a client can trust as the CA. */
export async function testCertificate(): Promise<TlsFiles> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=localhost',
    notBefore: new Date(Date.now() - 86_400_000),
    notAfter: new Date(Date.now() + 86_400_000),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
      ]),
    ],
  });
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { cert: certificate.toString('pem'), key: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY') };
}
