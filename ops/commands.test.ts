import { expect, it } from 'vitest';
import { COMMANDS, helpOf } from './commands.ts';

it.each(Object.entries(COMMANDS))('%s has a line in the list, and its own help', async (name, load) => {
  const { summary, run } = await load();
  expect(summary).toMatch(/\S/);
  expect((await helpOf()).split('\n')).toContain(`  ${name.padEnd(20)}${summary}`);
  const said: string[] = [];
  await run(['--help'], (line) => said.push(line));
  expect(said.join('\n')).toContain(`npm run ops -- ${name}`);
});

it.each(['doctor', 'models check'])(
  '%s refuses an empty argument as it does an unknown one',
  async (name) => {
    const { run } = (await COMMANDS[name]?.()) ?? {};
    await expect(run?.(['', '--help'], () => undefined)).rejects.toThrow(
      `Unexpected argument ''. See npm run ops -- ${name} --help`,
    );
  },
);
