import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkNames, loadAssembly } from './assembly.ts';
import { rewriteHosts } from './replace-aws-host-names.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const nameOfSecret = (arn: string) => `secret of ${arn.split(':').at(-1)?.split('-')[0]}`;

/** An assembly of the given stacks, each a template. */
function givenAssembly(stacks: Record<string, object>, secretValue = nameOfSecret) {
  const dir = mkdtempSync(path.join(tmpdir(), 'assembly-'));
  folders.push(dir);
  mkdirSync(path.join(dir, 'asset.abc'));
  const artifacts: Record<string, object> = {
    assets: { type: 'cdk:asset-manifest', properties: { file: 'assets.json' } },
  };
  const files = { abc: { source: { path: 'asset.abc' }, destinations: { d: { objectKey: 'abc.zip' } } } };
  writeFileSync(path.join(dir, 'assets.json'), JSON.stringify({ files }));
  for (const [name, template] of Object.entries(stacks)) {
    artifacts[name] = { type: 'aws:cloudformation:stack', properties: { templateFile: `${name}.json` } };
    writeFileSync(path.join(dir, `${name}.json`), JSON.stringify(template));
  }
  writeFileSync(path.join(dir, 'manifest.json'), JSON.stringify({ artifacts }));
  return loadAssembly(dir, { secretValue });
}

/** The resolved environment of a function with these variables. */
function resolved(Variables: object, more: object = {}, resources: object = {}) {
  const Fn = { Type: 'AWS::Lambda::Function', Properties: { Environment: { Variables } } };
  const assembly = givenAssembly({ App: { Resources: { Fn, ...resources }, ...more } });
  const [found] = assembly.all<{ Environment: { Variables: object } }>('AWS::Lambda::Function');
  return found?.properties.Environment.Variables;
}

describe('loadAssembly', () => {
  const table = { Chats: { Type: 'AWS::DynamoDB::GlobalTable' } };

  it('resolves references and text', () => {
    const variables = {
      ref: { Ref: 'Chats' },
      arn: { 'Fn::GetAtt': ['Chats', 'Arn'] },
      joined: { 'Fn::Join': ['-', ['a', { Ref: 'AWS::Region' }]] },
      second: { 'Fn::Select': [1, { 'Fn::Split': ['/', 'a/b/c'] }] },
      sub: { 'Fn::Sub': [`\${X}/\${Chats.Arn}/\${!no}`, { X: 'x' }] },
      none: { Ref: 'AWS::NoValue' },
      base: { 'Fn::Base64': 'hi' },
    };
    const arn = 'arn:aws:dynamodb:us-east-1:000000000000:table/App-Chats';
    expect(resolved(variables, {}, table)).toEqual({
      ref: 'App-Chats',
      arn,
      joined: 'a-us-east-1',
      second: 'b',
      sub: `x/${arn}/\${no}`,
      base: 'aGk=',
    });
  });

  it('resolves conditions and mappings', () => {
    const more = {
      Conditions: { Local: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'us-east-1'] } },
      Mappings: { M: { a: { b: 'mapped' } } },
    };
    const variables = {
      if: { 'Fn::If': ['Local', 'yes', 'no'] },
      not: { 'Fn::Not': [{ Condition: 'Local' }] },
      map: { 'Fn::FindInMap': ['M', 'a', 'b'] },
    };
    expect(resolved(variables, more)).toEqual({ if: 'yes', not: false, map: 'mapped' });
  });

  it('leaves out resources whose condition is false', () => {
    const assembly = givenAssembly({
      App: {
        Conditions: { Never: { 'Fn::Equals': ['a', 'b'] } },
        Resources: { T: { Type: 'AWS::DynamoDB::Table', Condition: 'Never' } },
      },
    });
    expect(assembly.all('AWS::DynamoDB::Table')).toEqual([]);
  });

  it('reads a secret by a dynamic reference that Fn::Join makes', () => {
    const reference = { 'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref: 'S' }, ':SecretString:::}}']] };
    const secret = { S: { Type: 'AWS::SecretsManager::Secret', Properties: { Name: 'Origin' } } };
    expect(resolved({ reference }, {}, secret)).toEqual({ reference: 'secret of Origin' });
  });

  it('reads a JSON key of a secret, and throws for one that it does not have', () => {
    const reference = (key: string) => ({
      'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref: 'S' }, `:SecretString:${key}::}}`]],
    });
    const Resources = {
      S: { Type: 'AWS::SecretsManager::Secret', Properties: { Name: 'Origin' } },
      P: { Type: 'AWS::IAM::Policy', Properties: { known: reference('password') } },
      Q: { Type: 'AWS::IAM::Policy', Properties: { unknown: reference('user') } },
    };
    const assembly = givenAssembly({ App: { Resources } }, () => '{"password":"sesame"}');
    const [known, unknown] = assembly.all('AWS::IAM::Policy');
    expect(known?.properties).toEqual({ known: 'sesame' });
    expect(() => unknown?.properties).toThrow(/has no JSON key user/);
  });

  it.each([
    ['a function', { a: { 'Fn::Transform': {} } }, 'Fn::Transform'],
    ['an attribute', { a: { 'Fn::GetAtt': ['Chats', 'TableId'] } }, 'TableId of AWS::DynamoDB::GlobalTable'],
    ['an import', { a: { 'Fn::ImportValue': 'nowhere' } }, 'nowhere'],
    ['a reference', { a: { Ref: 'Nothing' } }, 'Nothing'],
    ['a dynamic reference', { a: '{{resolve:ssm:/a/b}}' }, 'resolve:ssm'],
  ])('throws, naming it, for %s it does not know', (_, variables, name) => {
    expect(() => resolved(variables, {}, table)).toThrow(name);
  });

  it('throws, naming it, for a resource type it does not know', () => {
    const resources = { V: { Type: 'AWS::EC2::VPC' } };
    expect(() => givenAssembly({ App: { Resources: resources } })).toThrow('AWS::EC2::VPC');
  });
});

it('resolves imports from another stack', () => {
  const assembly = givenAssembly({
    App: {
      Resources: {
        P: { Type: 'AWS::IAM::Policy', Properties: { name: { 'Fn::ImportValue': 'Data:Chats' } } },
      },
    },
    Data: {
      Resources: { Chats: { Type: 'AWS::DynamoDB::GlobalTable' } },
      Outputs: { O: { Value: { Ref: 'Chats' }, Export: { Name: 'Data:Chats' } } },
    },
  });
  expect(assembly.all('AWS::IAM::Policy')[0]?.properties).toEqual({ name: 'Data-Chats' });
  expect(assembly.asset('abc.zip')).toMatch(/asset\.abc$/);
  expect(() => assembly.asset('none.zip')).toThrow('none.zip');
});

it('rewrites hosts in every string', () => {
  const addresses = new Map([['abc.execute-api.us-east-1.amazonaws.com', 'localhost:9000']]);
  const value = { a: ['https://abc.execute-api.us-east-1.amazonaws.com/socket', 1], b: { c: null } };
  expect(rewriteHosts(value, addresses)).toEqual({ a: ['https://localhost:9000/socket', 1], b: { c: null } });
});

describe('names', () => {
  const bucket = (BucketName?: string) => ({ Type: 'AWS::S3::Bucket', Properties: { BucketName } });
  const domain = { Type: 'AWS::Cognito::UserPoolDomain', Properties: { Domain: 'mine' } };
  const group = { Type: 'AWS::Logs::LogGroup', Properties: { LogGroupName: '/aws/lambda/mine' } };
  const access = {
    Type: 'AWS::CloudFront::OriginAccessControl',
    Properties: { OriginAccessControlConfig: { Name: 'mine' } },
  };
  const table = (Type: string) => ({ Type, Properties: { TableName: 'Chats' } });

  it.each([
    ['a bucket', bucket('mine'), 'AWS::S3::Bucket', 'mine', 'mine already exists'],
    ['a hosted-UI prefix', domain, domain.Type, 'mine', 'Domain already associated with another user pool.'],
    [
      'a log group',
      group,
      group.Type,
      '/aws/lambda/mine',
      "with identifier '/aws/lambda/mine' already exists.",
    ],
    ['an access control', access, access.Type, 'mine', "with identifier 'mine' already exists."],
    ['a table', table('AWS::DynamoDB::GlobalTable'), 'AWS::DynamoDB::Table', 'Chats', 'already exists.'],
  ])('of %s that the account holds already fails the deployment', (_, Mine, type, name, why) => {
    const assembly = givenAssembly({ App: { Resources: { Mine } } });
    expect(() => checkNames(assembly)).not.toThrow();
    expect(() => checkNames(assembly, [{ type, name: 'other' }])).not.toThrow();
    expect(() => checkNames(assembly, [{ type, name }])).toThrow('CREATE_FAILED Mine: ');
    expect(() => checkNames(assembly, [{ type, name }])).toThrow(why);
  });

  it('of two resources may not be the same, also in two stacks', () => {
    const Resources = { Mine: bucket('mine') };
    expect(() => checkNames(givenAssembly({ Data: { Resources }, App: { Resources } }))).toThrow(
      'mine already exists',
    );
  });

  it.each([
    ['parley-dev-app', 'RepliesReplyE2D90C18', 'parley-dev-app-RepliesReplyE2D90C18'],
    [
      'InfrastructureStack',
      `LogRetention${'a'.repeat(40)}`,
      `InfrastructureStack-LogRetention${'a'.repeat(18)}`,
    ],
    ['a'.repeat(60), 'InstancesLifecycle', `${'a'.repeat(31)}-InstancesLifecycle`],
    [
      'mylongerapp-playground-new',
      'InstancesLifecycleHandler',
      'mylongerapp-playground-ne-InstancesLifecycleHandle',
    ],
  ])('of functions are generated and cut as on AWS: stack %s, id %s', (stack, id, name) => {
    const fn = (properties: object) => ({ Type: 'AWS::Lambda::Function', Properties: properties });
    const Resources = { [id]: fn({}), [`${id}Too`]: fn({}), Named: fn({ FunctionName: 'mine' }) };
    const refs = givenAssembly({ [stack]: { Resources } })
      .resourcesOf(stack)
      .map(({ ref }) => ref);
    expect(refs[0]).toMatch(new RegExp(`^${name}-\\w{12}$`));
    expect(refs[2]).toBe('mine');
    expect(new Set(refs).size).toBe(3);
    for (const ref of refs) expect(ref.length).toBeLessThanOrEqual(64);
  });

  it('that are generated are never taken', () => {
    const assembly = givenAssembly({ App: { Resources: { One: bucket(), Two: bucket() } } });
    expect(() => checkNames(assembly, [{ type: 'AWS::S3::Bucket', name: 'app-one' }])).not.toThrow();
  });
});
