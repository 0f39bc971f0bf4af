import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { shellVariables } from './local-folder.ts';

it('a shell reads every value as it is', () => {
  const variables = { PLAIN: 'a', HOSTILE: `it's "$PLAIN" \`id\` $(id) \\ ;\n#` };
  const script = `${shellVariables(variables)}printf '%s\\n%s' "$PLAIN" "$HOSTILE"`;
  expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(`a\n${variables.HOSTILE}`);
});
