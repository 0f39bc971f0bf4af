/**
 * Reads Secrets Manager, whose client is loaded with the first secret. Nothing is cached here: each caller keeps what it
 * read.
 */
import { credentials, once, timeouts } from './aws-clients.ts';

const secrets = once(async () => {
  const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const client = new SecretsManagerClient({ credentials, ...timeouts({ requestMs: 2_000 }) });
  return { GetSecretValueCommand, client };
});

/** The current text of a secret; empty when it has none. */
export async function readSecretText(arn: string): Promise<string> {
  const { GetSecretValueCommand, client } = await secrets();
  const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  return SecretString;
}
