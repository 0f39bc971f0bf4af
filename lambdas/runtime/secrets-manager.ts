import { credentials, timeouts } from './aws-client-settings.ts';
import { once } from './once.ts';

const secrets = once(async () => {
  const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const client = new SecretsManagerClient({ credentials, ...timeouts({ requestMs: 2_000 }) });
  return { GetSecretValueCommand, client };
});

/** Reads a secret's text at each call, without a cache. Returns an empty string when the secret has no text. */
export async function readSecretText(arn: string): Promise<string> {
  const { GetSecretValueCommand, client } = await secrets();
  const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  return SecretString;
}
