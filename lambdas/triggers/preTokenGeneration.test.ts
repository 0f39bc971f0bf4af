import type { PreTokenGenerationTriggerEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { handler } from './preTokenGeneration.ts';

const given = (userAttributes: Record<string, string>) =>
  ({ request: { userAttributes }, response: {} }) as unknown as PreTokenGenerationTriggerEvent; // the fields in use

test('the name goes into the ID token, and nothing else', async () => {
  const { response } = await handler(given({ name: 'Ada Lovelace', phone_number: '+1', email: 'a@b.c' }));
  expect(response).toEqual({ claimsOverrideDetails: { claimsToAddOrOverride: { name: 'Ada Lovelace' } } });
});

test('a user without a name gets the token as it is', async () => {
  expect((await handler(given({ email: 'a@b.c' }))).response).toEqual({});
});
