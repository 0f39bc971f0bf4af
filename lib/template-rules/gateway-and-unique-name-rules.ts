import type { Rule, TemplateResource } from './rule.ts';
import { at, listOf } from './template-values.ts';

/** Types of resources whose names are unique in the whole account, each with the path of its name. */
const GLOBAL_NAMES: Readonly<Record<string, readonly string[]>> = {
  'AWS::CloudFront::CachePolicy': ['CachePolicyConfig', 'Name'],
  'AWS::CloudFront::Function': ['Name'],
  'AWS::CloudFront::OriginAccessControl': ['OriginAccessControlConfig', 'Name'],
  'AWS::CloudFront::OriginRequestPolicy': ['OriginRequestPolicyConfig', 'Name'],
  'AWS::CloudFront::ResponseHeadersPolicy': ['ResponseHeadersPolicyConfig', 'Name'],
  'AWS::IAM::ManagedPolicy': ['ManagedPolicyName'],
  'AWS::IAM::Role': ['RoleName'],
};

export const deploymentRules: readonly Rule[] = [
  {
    id: 'gateway-role-rights',
    description:
      'API Gateway checks this role when it is set for the account. Rights in a policy of their own may not be in force yet, and are deleted while the account still uses the role. Put them into the role.',
    check: (resource) =>
      isGatewayRole(resource) &&
      listOf(resource.properties.Policies).length + listOf(resource.properties.ManagedPolicyArns).length === 0
        ? ['Policies']
        : [],
  },
  {
    id: 'global-name',
    description:
      'The name is unique in the account, so the same stage in a second region could not be deployed. Put the region into it.',
    check({ type, properties }, { region }) {
      const path = GLOBAL_NAMES[type];
      const name = path && at(properties, ...path);
      if (path === undefined || name === undefined) return [];
      const text = JSON.stringify(name);
      return text.includes(region) || text.includes('AWS::Region') ? [] : [path.join('.')];
    },
  },
  {
    id: 'handshake-header',
    description:
      'API Gateway refuses a handshake whose header is spelt in another case, before the function runs. Let the function look for the header.',
    check: ({ type, properties }) =>
      type === 'AWS::ApiGatewayV2::Authorizer' && properties.AuthorizerType === 'REQUEST'
        ? listOf(properties.IdentitySource)
            .filter((source) => String(source).startsWith('route.request.header.'))
            .map((source) => `IdentitySource: ${source}`)
        : [],
  },
];

const isGatewayRole = ({ type, properties }: TemplateResource): boolean =>
  type === 'AWS::IAM::Role' &&
  listOf(at(properties, 'AssumeRolePolicyDocument', 'Statement')).some((statement) =>
    listOf(at(statement, 'Principal', 'Service')).includes('apigateway.amazonaws.com'),
  );
