import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { Config } from '../../config.ts';

const WINDOW_SECONDS = 300;

/** AWS WAF in front of the site. The product has limits of its own, but WAF keeps the cost of a flood low. */
export class Firewall extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, props: { readonly limits: NonNullable<Config['firewall']> }) {
    super(scope, id);
    const { requestsPerAddress, signUpsPerAddress, socketsPerAddress } = props.limits;
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visible('Requests'),
      rules: [
        {
          name: 'KnownAttackers',
          priority: 0,
          overrideAction: { none: {} },
          statement: {
            managedRuleGroupStatement: { vendorName: 'AWS', name: 'AWSManagedRulesAmazonIpReputationList' },
          },
          visibilityConfig: visible('KnownAttackers'),
        },
        limit('GettingIn', 1, signUpsPerAddress, {
          orStatement: { statements: ['/signup', '/api/waitlist', '/api/password/reset'].map(pathIs) },
        }),
        limit('Sockets', 2, socketsPerAddress, pathIs('/socket')),
        limit('Everything', 3, requestsPerAddress),
      ],
    });
    this.arn = acl.attrArn;
  }
}

const visible = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  // Samples of requests would store visitors' IP addresses.
  sampledRequestsEnabled: false,
});

const limit = (
  name: string,
  priority: number,
  requests: number,
  scopeDownStatement?: CfnWebACL.StatementProperty,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  action: { block: { customResponse: { responseCode: 429 } } },
  statement: {
    rateBasedStatement: {
      limit: requests,
      aggregateKeyType: 'IP',
      evaluationWindowSec: WINDOW_SECONDS,
      ...(scopeDownStatement && { scopeDownStatement }),
    },
  },
  visibilityConfig: visible(name),
});

const pathIs = (path: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    searchString: path,
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'EXACTLY',
    textTransformations: [{ priority: 0, type: 'LOWERCASE' }],
  },
});
