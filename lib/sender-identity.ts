/** Tells which identity of SES stands for the configured sender. Free of CDK, so that `ops doctor` starts fast. */
import type { Config } from './config.ts';

type SenderConfig = Pick<Config, 'mail' | 'domain'>;

/**
 * Returns the configured hosted zone if the sender's address is at the zone's own domain, not at a subdomain. The
 * sender's identity is then that domain, and the address has no identity of its own.
 */
export function senderZone({ mail, domain }: SenderConfig) {
  const zone = domain?.hostedZone;
  return zone && mail?.from.endsWith(`@${zone.name}`) ? zone : undefined;
}

/**
 * Returns the name of the sender's identity in SES: the domain of `senderZone`, or else the sender's address. With
 * `mail.signInCodes`, Cognito sends its codes with this identity. Returns '' without `mail`.
 */
export const senderIdentity = (config: SenderConfig): string =>
  senderZone(config)?.name ?? config.mail?.from ?? '';
