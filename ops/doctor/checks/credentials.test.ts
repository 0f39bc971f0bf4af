import { expect, it } from 'vitest';
import { findCaller } from './aws-credentials.ts';

it('says why the SDK has no credentials', async () => {
  const reason = 'The SSO session associated with this profile has expired.';
  const credentials = () =>
    Promise.reject(Object.assign(new Error(reason), { name: 'CredentialsProviderError' }));
  const aws = { region: 'us-east-1', credentials, maxAttempts: 1, requestHandler: {} };
  const { account, told } = await findCaller(aws, undefined);
  expect(account).toBeUndefined();
  expect(told).toMatchObject([{ why: `There are no AWS credentials in this shell: ${reason}` }]);
});
