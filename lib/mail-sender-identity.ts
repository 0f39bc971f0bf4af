/** This file imports nothing of CDK, so that `ops doctor` starts fast. */
import type { Config } from './config.ts';

type SenderConfig = Pick<Config, 'mail' | 'domain'>;

/**
 * Returns the hosted zone if the sender's address is at the zone's own domain. SES then has an identity for the domain,
 * and none for the address.
 */
export function senderZone({ mail, domain }: SenderConfig) {
  const zone = domain?.hostedZone;
  return zone && mail?.from.endsWith(`@${zone.name}`) ? zone : undefined;
}

/** Returns the name of the sender's identity in SES: a domain or an address, or '' without `mail`. */
export const senderIdentity = (config: SenderConfig): string =>
  senderZone(config)?.name ?? config.mail?.from ?? '';
