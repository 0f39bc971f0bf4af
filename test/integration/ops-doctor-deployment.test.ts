/** `npm run ops -- doctor` on a deployment: breaks each part that it checks, and expects its finding. */
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startStack } from '../../local/stack.ts';
import { ASSEMBLY } from '../support/build-assembly.ts';
import { type Environment, MAIL, mendAll, NEW, problem, problemsOf } from '../support/doctor.ts';
import { runOps } from '../support/run-ops.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { givenStripe, stripeClient } from '../support/stripe-purchases.ts';

const ARN = 'arn:aws:acm:us-east-1:000000000000:certificate/a1';
const ALARMS = [...MAIL, '-c', 'alarmEmail=ops@example.com'];

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());
afterEach(() => mendAll(stack));
const problems = (args?: readonly string[], env?: Environment) => problemsOf(stack, args, env);

describe('API Gateway’s role', () => {
  it('that is missing is a failure after a deployment, and no problem before the first one', async () => {
    stack.inner.account.gatewayRole = '';
    expect(await problems()).toEqual([problem('API logs', 'failure', /the APIs log nothing/, /cdk deploy/)]);
    expect(await problems(NEW)).toEqual([]);
  });

  it('that another product has set is named before it is replaced', async () => {
    stack.inner.account.gatewayRole = 'arn:aws:iam::000000000000:role/other';
    expect(await problems(NEW)).toEqual([
      problem('API logs', 'warning', /role\/other\. .+replaces/, /need it/),
    ]);
  });
});

describe('the certificate of a domain', () => {
  const withDomain = (certificateArn = ARN) => [
    ...MAIL,
    ...['-c', `domain=${JSON.stringify({ name: 'chat.example.com', certificateArn })}`],
  ];

  it.each([
    ['for the name', ['chat.example.com']],
    ['for all names of the domain', ['*.example.com']],
  ])('that is issued %s is right', async (_, names) => {
    stack.inner.account.certificates.set(ARN, { status: 'ISSUED', names });
    expect(await problems(withDomain())).toEqual([]);
  });

  it.each([
    [
      'waits for its validation',
      'PENDING_VALIDATION',
      ['chat.example.com'],
      /is PENDING_VALIDATION/,
      /DNS records/,
    ],
    ['is for another name', 'ISSUED', ['example.com'], /for example\.com, not for chat/, /certificateArn/],
  ])('that %s is a failure', async (_, status, names, why, mend) => {
    stack.inner.account.certificates.set(ARN, { status, names });
    expect(await problems(withDomain())).toEqual([problem('certificate', 'failure', why, mend)]);
  });

  it('that does not exist, or is of another account, is a failure', async () => {
    expect(await problems(withDomain())).toEqual([
      problem('certificate', 'failure', /There is no certificate/, /certificateArn/),
    ]);
    expect(await problems(withDomain(ARN.replace('000000000000', '111111111111')))).toEqual([
      problem('certificate', 'failure', /not one of the account 000000000000/, /certificateArn/),
    ]);
  });
});

describe('the receiver of alarms', () => {
  it('who was never subscribed, or has not confirmed, is a warning', async () => {
    expect(await problems(ALARMS)).toEqual([
      problem('alarms', 'warning', /gets no alarms yet/, /cdk deploy/),
    ]);
    stack.inner.account.subscriptions.push({ email: 'ops@example.com', isConfirmed: false });
    expect(await problems(ALARMS)).toEqual([
      problem('alarms', 'warning', /has not confirmed/, /aws sns subscribe .+--topic-arn arn:aws:sns:/),
    ]);
  });

  it('who has confirmed is no problem', async () => {
    stack.inner.account.subscriptions.push({ email: 'ops@example.com', isConfirmed: true });
    expect(await problems(ALARMS)).toEqual([]);
  });

  it('that is not configured in prod is a warning', async () => {
    expect(await problems(['-c', 'stage=prod'])).toEqual([
      problem('alarms', 'warning', /No alarmEmail/, /alarmEmail=you@example.com/),
    ]);
  });
});

describe('sign-up codes', () => {
  it('that Cognito cannot send are a failure', async () => {
    stack.inner.account.signInMailFailure = 'Email address is not verified.';
    expect(await problems()).toEqual([
      problem('sign-in mail', 'failure', /cannot send sign-up codes: Email address is not verified/, /Mail/),
    ]);
  });
});

describe('files', () => {
  it('whose bucket takes no uploads from the site are a failure', async () => {
    stack.inner.faults.at({
      ...{ service: 's3', action: 'Preflight' },
      effect: { fail: { code: 'AccessForbidden', status: 403, message: 'CORSResponse: not allowed' } },
    });
    expect(await problems()).toEqual([
      problem('files', 'failure', /takes no uploads from pages of https:.*status 403/, /cdk deploy/),
    ]);
  });

  it('whose signed addresses are refused are a failure', async () => {
    stack.inner.faults.at({
      ...{ service: 's3', action: 'GetObject' },
      effect: { fail: { code: 'SignatureDoesNotMatch', status: 403 } },
    });
    expect(await problems()).toEqual([
      problem('files', 'failure', /refused on the site’s origin: status 403, SignatureDoesNotMatch/, /0109/),
    ]);
  });
});

describe('the site', () => {
  it('that does not answer is a failure', async () => {
    expect(await problems(MAIL, { NODE_EXTRA_CA_CERTS: undefined })).toContainEqual(
      problem('site', 'failure', /could not be reached: .*certificate/, /point at the distribution/),
    );
  });

  it('whose functions read another origin secret than CloudFront sends is a failure', async () => {
    const before = stack.inner.outputs.OriginSecretArn;
    const client = new SecretsManagerClient({
      ...{ endpoint: stack.inner.urls.secrets, region: 'us-east-1' },
      credentials: { accessKeyId: 'LOCALADMIN', secretAccessKey: 'local' },
    });
    await client.send(new PutSecretValueCommand({ SecretId: before, SecretString: 'rotated' }));
    client.destroy();
    await stack.inner.functions.passTime(10 * 60_000);
    expect(await problems()).toEqual([
      problem('site', 'failure', /another origin secret/, /Rotating the origin secret/),
    ]);
  });
});

describe('before a first deployment', () => {
  it('tables of an earlier one are named, and names that are taken are a failure', async () => {
    for (const name of ['parley-dev-data', 'parley-dev-app'])
      stack.inner.account.stackStatuses.set(name, 'DELETED');
    expect(await problems([])).toEqual([
      problem(
        'leftovers',
        'warning',
        /^\d+ tables of an earlier deployment remain, for example parley-dev-data-/,
        /cdk import/,
      ),
    ]);
    expect(await problems()).toEqual(
      expect.arrayContaining([
        problem('leftovers', 'failure', /configuration set parley-dev/, /delete-configuration-set/),
        problem('leftovers', 'failure', /identity hello@example.com/, /"identity": "existing"/),
      ]),
    );
  });
});

it.each([
  ['AWS::SES::ConfigurationSet', 'parley-dev'],
  ['AWS::SES::EmailIdentity', 'hello@example.com'],
])('a name that the doctor reports as taken fails a deployment: %s %s', async (type, name) => {
  for (const stackName of ['parley-dev-data', 'parley-dev-app'])
    stack.inner.account.stackStatuses.set(stackName, 'DELETED');
  const taken = (await problems()).filter(({ check, state }) => check === 'leftovers' && state === 'failure');
  expect(taken.some(({ why }) => why.includes(` ${name},`))).toBe(true);
  await expect(startStack({ assembly: ASSEMBLY, takenNames: [{ type, name }] })).rejects.toThrow(
    `Resource of type '${type}' with identifier '${name}' already exists.`,
  );
});

it('a mail identity that is configured as existing is no problem before a first deployment', async () => {
  for (const name of ['parley-dev-data', 'parley-dev-app'])
    stack.inner.account.stackStatuses.set(name, 'DELETED');
  const mail = JSON.stringify({ from: 'hello@example.com', identity: 'existing' });
  const found = await problems(['-c', `mail=${mail}`]);
  expect(found.map(({ why }) => why).join()).not.toContain('identity');
});

it('names that SES has are a failure also after a creation was rolled back', async () => {
  stack.inner.account.stackStatuses.set('parley-dev-app', 'ROLLBACK_COMPLETE');
  expect(await problems([...MAIL, '--before-deploy'])).toEqual(
    expect.arrayContaining([
      problem('leftovers', 'failure', /configuration set parley-dev/, /delete-configuration-set/),
      problem('leftovers', 'failure', /identity hello@example.com/, /"identity": "existing"/),
    ]),
  );
});

it('an identity that was made by hand is a failure when mail is added to a deployment', async () => {
  stack.inner.account.mail.verified.add('other@example.net');
  const mail = JSON.stringify({ from: 'other@example.net' });
  expect(await problems(['--before-deploy', '-c', `mail=${mail}`])).toEqual([
    problem('leftovers', 'failure', /identity other@example.net/, /"identity": "existing"/),
  ]);
});

describe('--before-deploy', () => {
  const BEFORE = [...MAIL, '--before-deploy'];

  it('looks at nothing that a deployment makes', async () => {
    const { out } = await runOps(stack, ['doctor', ...BEFORE]);
    expect(out).not.toMatch(/^\w+ +(?:site|files|first admin|alarms|payments|sign-in mail) /m);
    expect(out).toMatch(/^ok +leftovers /m);
  });

  it('warns of what a deployment mends or survives, and fails for what keeps it from succeeding', async () => {
    stack.inner.account.gatewayRole = '';
    stack.inner.account.mail.unverified.add('hello@example.com');
    stack.inner.account.stackStatuses.set('parley-dev-app', 'UPDATE_ROLLBACK_FAILED');
    expect(await problems(BEFORE)).toEqual([
      problem('API logs', 'warning', /log nothing/, /cdk deploy/),
      problem('mail', 'warning', /not verified/, /Open the link/),
      problem('stacks', 'failure', /stuck/, /cdk rollback/),
    ]);
  });
});

describe('payments by Stripe', () => {
  const STRIPE = [...MAIL, '-c', 'payments=stripe'];
  let paid: TestStack;
  beforeAll(async () => {
    paid = await startTestStack({ payments: 'stripe' });
  });
  afterAll(() => paid.close());

  it('that are not set up are a warning, and no problem once they are set up', async () => {
    expect(await problemsOf(paid, STRIPE)).toEqual([
      problem('payments', 'warning', /Stripe is not set up/, /stripe setup/),
    ]);
    await givenStripe(paid);
    expect(await problemsOf(paid, STRIPE)).toEqual([]);
    const { out } = await runOps(paid, ['doctor', ...STRIPE]);
    expect(out).toMatch(/^ok +payments +Stripe is set up, in test mode\.$/m);
  });

  it('whose webhook is gone are a failure', async () => {
    await givenStripe(paid);
    const client = stripeClient(paid.inner);
    for (const { id } of (await client.webhookEndpoints.list()).data) await client.webhookEndpoints.del(id);
    expect(await problemsOf(paid, STRIPE)).toEqual([
      problem('payments', 'failure', /webhook is missing/, /stripe setup/),
    ]);
  });
});
