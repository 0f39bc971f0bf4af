import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { cdkCommand, deployCommand } from './cdk-commands-in-advice.ts';

describe('an advised command', () => {
  it('names the stage that the doctor has checked, also without a flag', () => {
    expect(deployCommand({ config: { stage: 'dev' }, flags: [] })).toBe('npx cdk deploy --all -c stage=dev');
  });

  it('repeats the other flags of the doctor, and the stage once', () => {
    const flags = ['region=eu-west-1', 'stage=prod'];
    expect(cdkCommand('rollback parley-prod-app', { config: { stage: 'prod' }, flags })).toBe(
      'npx cdk rollback parley-prod-app -c stage=prod -c region=eu-west-1',
    );
  });

  it('gives a shell the flags unchanged', () => {
    const flags = ['mail={"from":"hello@example.com"}', "productName=Ada's $HOME `x` \\ !", 'alarmEmail='];
    const command = deployCommand({ config: { stage: 'dev' }, flags });
    const echo = command.replace(/^npx/, `'${process.execPath}' -p 'JSON.stringify(process.argv)'`);
    const args: string[] = JSON.parse(execFileSync('sh', ['-c', echo], { encoding: 'utf8' }));
    expect(args.filter((_, n) => args[n - 1] === '-c')).toEqual(['stage=dev', ...flags]);
  });
});
