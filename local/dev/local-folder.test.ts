import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { shellVariables } from './local-folder.ts';

it('a shell reads every value as it is', () => {
  const variables = { PLAIN: 'a', HOSTILE: `it's "$PLAIN" \`id\` $(id) \\ ;\n#` };
  const script = `${shellVariables(variables)}printf '%s\\n%s' "$PLAIN" "$HOSTILE"`;
  expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(`a\n${variables.HOSTILE}`);
});

it('a shell with a profile and a session of AWS drops both', () => {
  const env = { AWS_PROFILE: 'prod', AWS_DEFAULT_PROFILE: 'prod', AWS_SESSION_TOKEN: 'session' };
  const script = `${shellVariables({ AWS_ACCESS_KEY_ID: 'LOCAL' })}env`;
  const lines = execFileSync('/bin/sh', ['-c', script], {
    encoding: 'utf8',
    env: { ...env, PATH: process.env.PATH },
  }).split('\n');
  expect(lines.filter((line) => line.startsWith('AWS_'))).toEqual(['AWS_ACCESS_KEY_ID=LOCAL']);
});
