import type { Finding } from './doctor/check.ts';
import { jsonOf } from './format-rows.ts';
import { type Command, parseOptions, type Say } from './operator-command.ts';
import { OpsError } from './operator-errors.ts';
import { pointAtLocalStack } from './set-aws-environment.ts';

const HELP = `npm run ops -- doctor [options]

Looks at the account and at the deployment, before deploying and after, and says what is wrong with the command that
mends it. Without --call-models it changes nothing. Exit code 1: something fails, or will.

  --call-models      calls each model for one token, which costs less than a cent. The first call of an account subscribes
                     it to a model that AWS Marketplace sells, such as Claude
  --before-deploy    looks only at what a deployment needs, and fails only for what would make it fail
  -c <name>=<value>  configuration as for cdk deploy: -c stage=prod
  --local            the stack of npm start, instead of an AWS account
  --json             one JSON line for each finding, for programs
  --help`;

export const doctor: Command = {
  summary: 'says what is wrong with account and deployment, and how to mend it',
  async run(args, say) {
    const {
      context,
      local,
      json,
      help,
      'call-models': callsModels,
      'before-deploy': isBeforeDeploying,
    } = read(args);
    if (help) return say(HELP);
    if (local) pointAtLocalStack();
    // Imports the checks only here. The help of `npm run ops` loads this file to print `summary`, and must not load the
    // SDKs of all checked services.
    const [{ examine }, { configFromFlags }] = await Promise.all([
      import('./doctor/run-checks.ts'),
      import('./config-from-flags.ts'),
    ]);
    const options = { flags: context, callsModels, isBeforeDeploying };
    const findings = await examine(configFromFlags(context), options);
    for (const finding of findings) show(finding, json, say);
    const failed = findings.filter(({ state }) => state === 'failure');
    if (failed.length > 0) throw new OpsError(summaryOf(failed));
  },
};

const summaryOf = (failed: readonly Finding[]): string =>
  `Mend first: ${[...new Set(failed.map(({ check }) => check))].join(', ')}.`;

const read = (args: readonly string[]) =>
  parseOptions('doctor', args, {
    context: { type: 'string', short: 'c', multiple: true, default: [] },
    'before-deploy': { type: 'boolean', default: false },
    'call-models': { type: 'boolean', default: false },
    local: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  });

function show(finding: Finding, json: boolean, say: Say): void {
  if (json) {
    say(jsonOf(finding));
    return;
  }
  const { check, state, why, mend } = finding;
  say(`${state.padEnd(9)}${check.padEnd(14)}${why}`);
  if (mend !== undefined) say(`${' '.repeat(23)}-> ${mend}`);
}
