/** `npm run ops -- doctor`: breaks an account or a deployment in each way, and expects the finding. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  CODES,
  type Environment,
  findingsIn,
  MAIL,
  mendAll,
  NEW,
  problem,
  problemsOf,
} from '../support/doctor.ts';
import { runOps } from '../support/run-ops.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());
afterEach(() => mendAll(stack));

/** Advice to deploy with the stage, and with the flags of `MAIL`. */
const DEPLOY = /^npx cdk deploy --all -c stage=dev -c 'mail=\{.+\}'$/;

const problems = (args?: readonly string[], env?: Environment) => problemsOf(stack, args, env);

it('a deployment in a ready account has no problem, and every check says why', async () => {
  const told = await runOps(stack, ['doctor', ...MAIL]);
  expect(told.error).toBe('');
  expect(told.code).toBe(0);
  expect(told.out).toMatch(/^ok +credentials +Account 000000000000, region us-east-1, as arn:aws:iam::/m);
  expect(told.out).toMatch(/^ok +stacks +parley-dev-data and parley-dev-app are deployed: https:/m);
  expect(told.out).toMatch(/^ok +first admin +1 admin/m);
  expect(told.out).not.toMatch(/^(?!ok )\S/m);
});

it('an account without a deployment has no problem', async () => {
  stack.inner.account.gatewayRole = '';
  expect(await problems(NEW)).toEqual([]);
  const { out } = await runOps(stack, ['doctor', ...NEW]);
  expect(out).toMatch(/^ok +stacks +other-dev is not deployed yet\.$/m);
});

it('a configuration that synthesis refuses is refused in the same words', async () => {
  const { code, error } = await runOps(stack, ['doctor', '-c', 'stage=prod', '-c', 'payments=test']);
  expect([code, error]).toEqual([1, 'Configuration: payments: cannot be test in the prod stage\n']);
});

it.each([
  [['doctor', '--what'], "Unknown option '--what'. See npm run ops -- doctor --help\n"],
  [['doctor', '-c', 'stage'], '-c stage is not of the form name=value.\n'],
])('%j is refused in one line', async (args, line) => {
  expect(await runOps(stack, args)).toEqual({ code: 1, out: '', error: line });
});

it('a failure ends with the names of what must be mended', async () => {
  stack.inner.account.bootstrapVersion = undefined;
  const { code, error } = await runOps(stack, ['doctor', ...MAIL]);
  expect([code, error]).toEqual([1, 'Mend first: bootstrap.\n']);
});

it.each([
  [
    'no credentials',
    { AWS_ACCESS_KEY_ID: undefined, HOME: '/nonexistent', AWS_EC2_METADATA_DISABLED: '1' },
    /no AWS credentials/,
  ],
  ['a key that AWS does not know', { AWS_ACCESS_KEY_ID: 'AKIAUNKNOWN' }, /refuses these credentials/],
  ['no network', { AWS_ENDPOINT_URL: 'http://127.0.0.1:9' }, /could not be reached/],
])('with %s no other check runs', async (_, env, why) => {
  const told = await runOps(stack, ['doctor', '--json'], env);
  expect(findingsIn(told)).toEqual([problem('credentials', 'failure', why, /aws sso login/)]);
  expect([told.code, told.error]).toEqual([1, 'Mend first: credentials.\n']);
});

it('the root user, and a shell with another region than the deployment, are warnings', async () => {
  stack.inner.account.isRoot = true;
  expect(await problems(MAIL, { AWS_REGION: 'eu-west-1' })).toEqual([
    problem('credentials', 'warning', /root user/, /^https:/),
    problem('credentials', 'warning', /eu-west-1/, /^export AWS_REGION=us-east-1$/),
  ]);
});

describe('the region of the shell', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'doctor-'));
    for (const region of ['eu-west-1', 'us-east-1'])
      writeFileSync(path.join(folder, region), `[default]\nregion = ${region}\n`);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['of a profile is warned of when it is another', 'eu-west-1', 'us-east-1', [/region is eu-west-1/]],
    ['of a profile is taken before AWS_DEFAULT_REGION', 'us-east-1', 'eu-west-1', []],
    [
      'is warned of when AWS_DEFAULT_REGION alone names it',
      'none',
      'us-east-1',
      [/no region.+AWS_DEFAULT_REGION/],
    ],
  ])('%s', async (_, config, region, whys) => {
    const shell = {
      ...{ AWS_REGION: undefined, AWS_DEFAULT_REGION: region, AWS_EC2_METADATA_DISABLED: 'true' },
      ...{
        AWS_CONFIG_FILE: path.join(folder, config),
        AWS_SHARED_CREDENTIALS_FILE: path.join(folder, 'none'),
      },
    };
    expect(await problems(MAIL, shell)).toEqual(
      whys.map((why) => problem('credentials', 'warning', why, /^export AWS_REGION=us-east-1$/)),
    );
  });
});

it('a bootstrap stack that is missing, too old or rolled back is a failure', async () => {
  stack.inner.account.bootstrapVersion = undefined;
  const mend = /^npx cdk bootstrap aws:\/\/000000000000\/us-east-1$/;
  expect(await problems()).toEqual([problem('bootstrap', 'failure', /not bootstrapped/, mend)]);
  stack.inner.account.bootstrapVersion = 5;
  expect(await problems()).toEqual([problem('bootstrap', 'failure', /version 5; 6 is needed/, mend)]);
  stack.inner.account.bootstrapVersion = 28;
  stack.inner.account.stackStatuses.set('CDKToolkit', 'ROLLBACK_COMPLETE');
  expect(await problems()).toEqual([problem('bootstrap', 'failure', /ROLLBACK_COMPLETE/, mend)]);
});

it.each([
  ['ROLLBACK_COMPLETE', 'failure', /never completed.*makes it again/, DEPLOY],
  [
    'CREATE_FAILED',
    'failure',
    /never completed.*must be deleted/,
    /^aws cloudformation delete-stack --region us-east-1 --stack-name parley-dev-app$/,
  ],
  [
    'UPDATE_ROLLBACK_FAILED',
    'failure',
    /stuck/,
    /^npx cdk rollback parley-dev-app -c stage=dev -c 'mail=\{.+\}'$/,
  ],
  [
    'DELETE_FAILED',
    'failure',
    /deleted in part/,
    /^aws cloudformation delete-stack --region us-east-1 --stack-name parley-dev-app$/,
  ],
  ['IMPORT_ROLLBACK_FAILED', 'failure', /stuck/, /describe-stack-events/],
  ['REVIEW_IN_PROGRESS', 'warning', /parley-dev-app is not/, DEPLOY],
  ['UPDATE_IN_PROGRESS', 'failure', /being changed/, /describe-stack-events/],
  ['DELETED', 'warning', /parley-dev-app is not/, DEPLOY],
])('an app stack that is %s is a %s', async (status, state, why, mend) => {
  stack.inner.account.stackStatuses.set('parley-dev-app', status);
  expect(await problems()).toContainEqual(problem('stacks', state, why, mend));
});

it('a stack that was never completed fails a deployment only where it is protected', async () => {
  const { stackStatuses, protectedStacks } = stack.inner.account;
  stackStatuses.set('parley-dev-app', 'ROLLBACK_COMPLETE');
  const again = problem('stacks', 'warning', /makes it again/, /^npx cdk deploy --all -c stage=dev$/);
  expect(await problems(['--before-deploy'])).toContainEqual(again);
  protectedStacks.add('parley-dev-app');
  const protectedOne = problem('stacks', 'failure', /must be deleted/, /--no-enable-termination-protection/);
  expect(await problems(['--before-deploy'])).toContainEqual(protectedOne);
});

it.each(['parley-dev-data', 'parley-dev-app', 'CDKToolkit'])(
  '%s after an import that was rolled back can be deployed and is no problem',
  async (name) => {
    stack.inner.account.stackStatuses.set(name, 'IMPORT_ROLLBACK_COMPLETE');
    expect(await problems()).toEqual([]);
  },
);

it('an app stack without its data stack fails', async () => {
  stack.inner.account.stackStatuses.set('parley-dev-data', 'DELETED');
  expect(await problems()).toContainEqual(
    problem('stacks', 'failure', /without parley-dev-data/, /cdk deploy/),
  );
});

it('a limit of ten concurrent functions is a warning', async () => {
  stack.inner.functions.limitConcurrency(10);
  expect(await problems()).toEqual([
    problem(
      'concurrency',
      'warning',
      /10 functions at a time/,
      /request-service-quota-increase .+ L-B99A9384/,
    ),
  ]);
});

it('a reserved concurrency that Lambda would refuse is a failure', async () => {
  stack.inner.functions.limitConcurrency(850);
  const reserve = (replies: number) => [...MAIL, '-c', `concurrency=${JSON.stringify({ replies })}`];
  expect(await problems(reserve(751))).toEqual([
    problem(
      'concurrency',
      'failure',
      /reserves 751 of the account’s 850 .+ the deployment fails/,
      /at most 750/,
    ),
  ]);
  expect(await problems(reserve(750))).toEqual([
    problem('concurrency', 'warning', /850 functions at a time/, /request-service-quota-increase/),
  ]);
});

it('a sender that is configured to exist, and does not, is a failure', async () => {
  const mail = JSON.stringify({ from: 'other@example.net', identity: 'existing' });
  expect(await problems(['-c', `mail=${mail}`])).toEqual([
    problem('mail', 'failure', /identity is existing, and SES has no identity of other@example.net/, /Leave/),
  ]);
});

it('the SES sandbox is a warning, and a failure where it carries sign-up codes', async () => {
  stack.inner.account.mail.hasProductionAccess = false;
  expect(await problems()).toEqual([problem('mail', 'warning', /sandbox/, /request-production-access/)]);
  expect(await problems(CODES)).toEqual([
    problem('mail', 'failure', /nobody else can sign up/, /signInCodes to false/),
  ]);
  expect(await problems([])).toEqual([]);
});

it('mail keeps a deployment from succeeding only where Cognito refuses the sender', async () => {
  const before = (mail: readonly string[]) => problems([...mail, '--before-deploy']);
  stack.inner.account.mail.hasProductionAccess = false;
  expect(await before(CODES)).toEqual([
    problem('mail', 'warning', /nobody else can sign up/, /signInCodes to false/),
  ]);
  stack.inner.account.mail.hasProductionAccess = true;
  const existing = (more: object) => [
    '-c',
    `mail=${JSON.stringify({ from: 'other@example.net', identity: 'existing', ...more })}`,
  ];
  const missing = (state: string) => [problem('mail', state, /SES has no identity/, /Leave/)];
  expect(await before(existing({}))).toEqual(missing('warning'));
  expect(await before(existing({ signInCodes: true }))).toEqual(missing('failure'));
});

it('an account whose sending was stopped fails', async () => {
  stack.inner.account.mail.isSending = false;
  expect(await problems()).toEqual([problem('mail', 'failure', /sends nothing .+SHUTDOWN/, /^https:/)]);
});

it('a sender that waits for its verification fails', async () => {
  stack.inner.account.mail.unverified.add('hello@example.com');
  expect(await problems()).toEqual([
    problem('mail', 'failure', /hello@example.com is not verified \(PENDING\)/, /Open the link/),
  ]);
});

it('a sender that SES does not know fails after a deployment, and before it where Cognito needs it', async () => {
  const from = (more: object) => ['-c', `mail=${JSON.stringify({ from: 'other@example.net', ...more })}`];
  expect(await problems(from({}))).toEqual([
    problem('mail', 'failure', /other@example.net is no identity of SES/, /cdk deploy/),
  ]);
  stack.inner.account.gatewayRole = '';
  expect(await problems([...NEW, ...from({})])).toEqual([]);
  expect(await problems([...NEW, ...from({ signInCodes: true })])).toEqual([
    problem('mail', 'failure', /Cognito refuses a sender/, /without mail.signInCodes first/),
  ]);
});

it('a sender on a subdomain of a verified domain is no problem, unless Cognito needs an identity', async () => {
  stack.inner.account.mail.verified.add('example.net');
  const from = (more: object) => [
    '-c',
    `mail=${JSON.stringify({ from: 'hello@mail.example.net', identity: 'existing', ...more })}`,
  ];
  expect(await problems(from({}))).toEqual([]);
  expect(await problems(from({ signInCodes: true }))).toEqual([
    problem('mail', 'failure', /SES has no identity of hello@mail.example.net/, /Leave/),
  ]);
});

describe('sign-up codes of Cognito', () => {
  const ZONE = { name: 'chat.example.net', hostedZone: { id: 'Z0123456789', name: 'example.net' } };
  const mailProblems = async (signInCodes: boolean, domain?: object, identity = 'existing') => {
    const mail = { from: 'hello@example.net', identity, signInCodes };
    const flags = ['-c', `mail=${JSON.stringify(mail)}`];
    if (domain) flags.push('-c', `domain=${JSON.stringify(domain)}`);
    return (await problems(flags)).filter(({ check }) => check === 'mail');
  };

  it.each([
    ['the domain alone is verified', 'example.net', 'hello@example.net', undefined],
    ['the address alone is verified, and the domain has a zone', 'hello@example.net', 'example.net', ZONE],
  ])('fail if %s, because Cognito sends as the other', async (_, verified, named, domain) => {
    stack.inner.account.mail.verified.add(verified);
    expect(await mailProblems(false, domain)).toEqual([]);
    expect(await mailProblems(true, domain)).toEqual([
      problem('mail', 'failure', new RegExp(`SES has no identity of ${named} in`), /Leave/),
    ]);
    expect(await mailProblems(true, domain, 'new')).toEqual([
      problem(
        'mail',
        'failure',
        /^\S+ is no identity of SES yet, and Cognito refuses/,
        /without mail.signInCodes/,
      ),
    ]);
    stack.inner.account.mail.verified.add(named);
    expect(await mailProblems(true, domain)).toEqual([]);
  });
});

it('a deployment without an admin says how to make one', async () => {
  const [admin] = stack.inner.accounts.filter(({ role }) => role === 'admin');
  await runOps(stack, ['users', 'remove-admin', String(admin?.email)]);
  expect(await problems()).toEqual([
    problem(
      'first admin',
      'warning',
      /^There is no admin, so only npm run ops can invite\.$/,
      /admin-create-user .+ && npm run ops -- users make-admin/,
    ),
  ]);
  await runOps(stack, ['users', 'make-admin', String(admin?.email)]);
});

it('an admin without two-step sign-in is a warning, unless the configuration asks for none', async () => {
  const admin = await stack.givenUser({ groups: ['admins'], hasSecondFactor: false });
  expect(await problems()).toEqual([
    problem('first admin', 'warning', /1 of 2 admins cannot open the console/, /\/account$/),
  ]);
  expect(await problems(['-c', 'adminsNeedSecondFactor=false'])).toEqual([]);
  await runOps(stack, ['users', 'remove-admin', admin.owner]);
});

it('a service that refuses to answer, or does not answer, is a finding of its check alone', async () => {
  const { faults } = stack.inner;
  faults.at({
    ...{ service: 'ses', action: 'GetAccount', nth: 1 },
    effect: { fail: { code: 'AccessDeniedException', status: 403, message: 'no ses:GetAccount' } },
  });
  expect(await problems()).toEqual([
    problem('mail', 'warning', /could not be looked at: no ses:GetAccount/, /credentials that may read/),
  ]);
  faults.at({
    ...{ service: 'lambda', action: 'GetAccountSettings', times: 3 },
    effect: { fail: { code: 'ServiceException', status: 500 } },
  });
  expect(await problems()).toEqual([problem('concurrency', 'failure', /could not be looked at/, /again/)]);
});
