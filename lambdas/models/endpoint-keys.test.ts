import { expect, it, vi } from 'vitest';
import { forgetKey, readKey } from './endpoint-keys.ts';

const answers: string[] = [];
const asked: string[] = [];
vi.mock('@aws-sdk/client-secrets-manager', () => ({
  GetSecretValueCommand: class {
    readonly input: { SecretId: string };
    constructor(input: { SecretId: string }) {
      this.input = input;
    }
  },
  SecretsManagerClient: class {
    async send({ input }: { input: { SecretId: string } }) {
      asked.push(input.SecretId);
      return { SecretString: answers.shift() };
    }
  },
}));

it('reads a key once in five minutes, and again after it was refused', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  answers.push('one\n', 'two', 'three');
  expect([await readKey('a'), await readKey('a')]).toEqual(['one', 'one']);
  vi.advanceTimersByTime(5 * 60_000);
  expect(await readKey('a')).toBe('two');
  forgetKey('a');
  expect(await readKey('a')).toBe('three');
  expect(asked).toEqual(['a', 'a', 'a']);
  vi.useRealTimers();
});

it('refuses an empty secret', async () => {
  answers.push(' ');
  await expect(readKey('b')).rejects.toThrow('empty');
});
