import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const KEYS = ['pk', 'sk'];
const table = {
  Type: 'AWS::DynamoDB::GlobalTable',
  Properties: {
    AttributeDefinitions: KEYS.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: KEYS.map((AttributeName, i) => ({ AttributeName, KeyType: i === 0 ? 'HASH' : 'RANGE' })),
  },
};

const BUNDLE = `export async function handler({ action, input }) {
  const { AWS_ENDPOINT_URL_DYNAMODB: url, AWS_ACCESS_KEY_ID: key } = process.env;
  const headers = {
    'x-amz-target': 'DynamoDB_20120810.' + action,
    authorization: 'AWS4-HMAC-SHA256 Credential=' + key + '/20260101/us-east-1/dynamodb/aws4_request',
  };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) });
  return { status: response.status, answer: await response.json() };
}`;

const RESOURCES = {
  Chats: table,
  Invites: table,
  Pool: {
    Type: 'AWS::Cognito::UserPool',
    Properties: { UsernameAttributes: ['email'], AutoVerifiedAttributes: ['email'] },
  },
  Client: { Type: 'AWS::Cognito::UserPoolClient', Properties: { UserPoolId: { Ref: 'Pool' } } },
  Admins: {
    Type: 'AWS::Cognito::UserPoolGroup',
    Properties: { GroupName: 'admins', UserPoolId: { Ref: 'Pool' } },
  },
  Role: { Type: 'AWS::IAM::Role', Properties: {} },
  Rights: {
    Type: 'AWS::IAM::Policy',
    Properties: {
      Roles: [{ Ref: 'Role' }],
      PolicyDocument: {
        Statement: {
          Effect: 'Allow',
          Action: ['dynamodb:GetItem', 'dynamodb:PutItem'],
          Resource: { 'Fn::GetAtt': ['Chats', 'Arn'] },
        },
      },
    },
  },
  Caller: {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Code: { S3Key: 'caller.zip' },
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
    },
  },
  Files: { Type: 'AWS::S3::Bucket' },
  Site: {
    Type: 'AWS::CloudFront::Distribution',
    Properties: {
      DistributionConfig: {
        Origins: [{ Id: 'files', DomainName: { 'Fn::GetAtt': ['Files', 'RegionalDomainName'] } }],
        DefaultCacheBehavior: { TargetOriginId: 'files' },
      },
    },
  },
};

/** Writes a small assembly (output of `cdk synth`) into `dir`. `more` adds resources by logical id. Returns `dir`. */
export function writeAssembly(dir: string, more: object = {}): string {
  const bundle = path.join(dir, 'asset.caller');
  mkdirSync(bundle, { recursive: true });
  writeFileSync(path.join(bundle, 'index.mjs'), BUNDLE);
  const write = (name: string, content: object) =>
    writeFileSync(path.join(dir, name), JSON.stringify(content));
  write('app.json', { Resources: { ...RESOURCES, ...more } });
  write('assets.json', {
    files: { caller: { source: { path: 'asset.caller' }, destinations: { d: { objectKey: 'caller.zip' } } } },
  });
  write('manifest.json', {
    artifacts: {
      assets: { type: 'cdk:asset-manifest', properties: { file: 'assets.json' } },
      app: { type: 'aws:cloudformation:stack', properties: { templateFile: 'app.json' } },
    },
  });
  return dir;
}
