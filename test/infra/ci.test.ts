/** Deploying from CI: the rights of its roles, and the workflow that uses them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { DIFF_ACTIONS, DOCTOR_ACTIONS } from '../../lib/ci/ci-reading-rights.ts';
import { CiStack } from '../../lib/ci/ci-stack.ts';
import { ROOT } from '../../lib/root-and-existing-path.ts';

interface RoleProperties {
  readonly AssumeRolePolicyDocument: unknown;
  readonly Policies: readonly { readonly PolicyDocument: { readonly Statement: readonly unknown[] } }[];
}

const stackOf = (createsProvider = true) =>
  Template.fromStack(
    new CiStack(new App(), 'Ci', { repository: 'ada/chat', createsProvider, env: { region: 'us-east-1' } }),
  );
const roles = Object.entries(stackOf().findResources('AWS::IAM::Role')).map(([id, { Properties }]) => ({
  name: id.replace(/[0-9A-F]{8}$/, ''),
  properties: Properties as RoleProperties, // by CloudFormation's schema
}));
const role = (name: string) => JSON.stringify(roles.find((one) => one.name === name)?.properties);

describe('the roles', () => {
  it.each([
    ['Diff', 'pull_request'],
    ['Dev', 'environment:dev'],
    ['Prod', 'environment:prod'],
  ])('%s can be assumed only by one kind of run of one repository', (name, subject) => {
    expect(role(name)).toContain(
      `{"StringEquals":{"token.actions.githubusercontent.com:aud":"sts.amazonaws.com","token.actions.githubusercontent.com:sub":"repo:ada/chat:${subject}"}}`,
    );
    expect(role(name)).not.toContain('StringLike');
  });

  it('let a pull request read templates, and assume no other role', () => {
    expect(role('Diff')).not.toContain('sts:AssumeRole"');
    expect(DIFF_ACTIONS.filter((action) => !/^cloudformation:(?:Describe|Get|List)/.test(action))).toEqual(
      [],
    );
  });

  it.each(['Dev', 'Prod'])('%s can assume CDK’s deploy and publishing roles, and read', (name) => {
    const { Statement = [] } =
      roles.find((one) => one.name === name)?.properties.Policies[0]?.PolicyDocument ?? {};
    const [assume, doctor, ...others] = Statement.map((one) => JSON.stringify(one));
    expect(others).toEqual([]);
    expect(assume).toMatch(
      /"sts:AssumeRole".*cdk-hnb659fds-deploy-role-.*cdk-hnb659fds-file-publishing-role-/,
    );
    expect(assume).not.toContain('"*"');
    expect(doctor).toContain(DOCTOR_ACTIONS[0]);
    expect(DOCTOR_ACTIONS.filter((action) => !/:(?:Admin)?(?:Describe|Get|List|GET)/.test(action))).toEqual(
      [],
    );
  });

  it('use the account’s OIDC provider where it has one', () => {
    stackOf().resourceCountIs('AWS::IAM::OIDCProvider', 1);
    stackOf(false).resourceCountIs('AWS::IAM::OIDCProvider', 0);
  });
});

describe('the rights of the doctor', () => {
  /** Rights of calls whose action has another name than the call; empty for a call that needs no right. */
  const OTHERWISE: Readonly<Record<string, string>> = {
    'client-api-gateway GetAccount': 'apigateway:GET',
    'client-sts GetCallerIdentity': '',
  };
  const PREFIXES: Readonly<Record<string, string>> = {
    'client-cognito-identity-provider': 'cognito-idp',
    'client-service-quotas': 'servicequotas',
    'client-sesv2': 'ses',
  };

  it('are those of the calls that the doctor makes', () => {
    const needed = globSync('ops/doctor/**/*.ts', { cwd: ROOT }).flatMap((file) => {
      const source = readFileSync(join(ROOT, file), 'utf8');
      return [...source.matchAll(/import \{([^}]+)\} from '@aws-sdk\/([\w-]+)'/g)].flatMap(
        ([, names = '', sdk = '']) =>
          [...names.matchAll(/\b(?:paginate(\w+)|(\w+)Command)\b/g)].map(([, page, call = page]) => {
            const name = `${sdk} ${call}`;
            return OTHERWISE[name] ?? `${PREFIXES[sdk] ?? sdk.replace('client-', '')}:${call}`;
          }),
      );
    });
    // The check `payments` also calls ListFunctions, in a file outside ops/doctor, to find the deployment's variables.
    const all = new Set([...needed.filter(Boolean), 'lambda:ListFunctions']);
    expect([...all].toSorted()).toEqual([...DOCTOR_ACTIONS].toSorted());
  });
});

describe('the workflow', () => {
  const workflow = readFileSync(join(ROOT, '.github/workflows/deploy.yml'), 'utf8');
  const [head = '', body = ''] = workflow.split(/^jobs:$/m);
  const jobs = body.split(/^ {2}(?=\w+:$)/m);
  const job = (name: string) => jobs.find((text) => text.startsWith(`${name}:`)) ?? '';

  it('has no AWS key, and no permissions but those that a job asks for', () => {
    expect(workflow).not.toMatch(/secrets\.|aws-access-key-id|aws-secret-access-key/);
    expect(head).toMatch(/^permissions: \{\}$/m);
  });

  it('pins every action to the hash of a commit', () => {
    const uses = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
    expect(uses.length).toBeGreaterThan(5);
    expect(uses.filter((action) => !/@[0-9a-f]{40}$/.test(String(action)))).toEqual([]);
  });

  it('deploys prod in the environment that asks for approval, after dev', () => {
    expect(job('prod')).toMatch(/^ {4}environment: prod$/m);
    expect(job('prod')).toMatch(/^ {4}needs: dev$/m);
  });

  it.each(['dev', 'prod'])(
    'deploys %s by npm run deploy, which checks before and after, without a prompt',
    (stage) => {
      expect(job(stage)).toContain(`run: npm run deploy -- -c stage=${stage} --require-approval never`);
    },
  );

  it('shows a pull request what would change, and comments in a job that runs no code of the branch', () => {
    expect(job('diff')).toContain('cdk diff --all --method=template');
    expect(job('diff')).not.toContain('pull-requests: write');
    expect(job('comment')).toContain('pull-requests: write');
    expect(job('comment')).not.toMatch(/checkout|npm/);
  });
});
