import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import {
  CfnOIDCProvider,
  PolicyDocument,
  PolicyStatement,
  Role,
  WebIdentityPrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { DIFF_ACTIONS, DOCTOR_ACTIONS } from './ci-reading-rights.ts';

const ISSUER = 'token.actions.githubusercontent.com';
/** Default qualifier of CDK's bootstrap, a part of the names of the bootstrap roles. */
const QUALIFIER = 'hnb659fds';

export interface CiStackProps extends StackProps {
  /**
   * Repository as GitHub writes it into the `sub` of its tokens: `owner/name`, or `owner@123/name@456` for a repository
   * with immutable ids in its tokens (docs/deploy.md).
   */
  readonly repository: string;
  /** False if the account already has an OIDC provider for GitHub's address. An account can have only one. */
  readonly createsProvider: boolean;
}

/**
 * Roles for a workflow on GitHub, which signs in with a short-lived token. Any pull request of the repository can use
 * the role `Diff`, which may only read stacks and their templates. Only jobs in GitHub's environment `dev` can use
 * `Dev`, and only jobs in `prod` can use `Prod`.
 * https://docs.github.com/en/actions/how-tos/secure-your-work/security-harden-deployments/oidc-in-aws
 */
export class CiStack extends Stack {
  readonly #props: CiStackProps;
  readonly #provider: string;

  constructor(scope: Construct, id: string, props: CiStackProps) {
    super(scope, id, props);
    this.#props = props;
    this.#provider = this.#providerArn();
    this.#addRole('Diff', 'pull_request', [
      new PolicyStatement({
        actions: [...DIFF_ACTIONS],
        resources: [this.#arn('cloudformation', 'stack/*')],
      }),
    ]);
    for (const stage of ['dev', 'prod'])
      this.#addRole(stage === 'dev' ? 'Dev' : 'Prod', `environment:${stage}`, this.#deployment());
  }

  #providerArn(): string {
    if (!this.#props.createsProvider)
      return `arn:${this.partition}:iam::${this.account}:oidc-provider/${ISSUER}`;
    return new CfnOIDCProvider(this, 'GitHub', {
      url: `https://${ISSUER}`,
      clientIdList: ['sts.amazonaws.com'],
    }).attrArn;
  }

  #addRole(name: string, subject: string, statements: PolicyStatement[]): void {
    const role = new Role(this, name, {
      description: `Signs in from ${this.#props.repository}, ${subject}.`,
      assumedBy: new WebIdentityPrincipal(this.#provider, {
        StringEquals: {
          [`${ISSUER}:aud`]: 'sts.amazonaws.com',
          [`${ISSUER}:sub`]: `repo:${this.#props.repository}:${subject}`,
        },
      }),
      maxSessionDuration: Duration.hours(1),
      inlinePolicies: { rights: new PolicyDocument({ statements }) },
    });
    new CfnOutput(this, `${name}Role`, { value: role.roleArn });
  }

  #deployment(): PolicyStatement[] {
    const bootstrap = ['deploy', 'file-publishing'].map((kind) =>
      this.#arn('iam', `role/cdk-${QUALIFIER}-${kind}-role-${this.account}-${this.region}`, ''),
    );
    return [
      new PolicyStatement({ actions: ['sts:AssumeRole'], resources: bootstrap }),
      new PolicyStatement({ actions: [...DOCTOR_ACTIONS], resources: ['*'] }),
    ];
  }

  #arn(service: string, resource: string, region = this.region): string {
    return `arn:${this.partition}:${service}:${region}:${this.account}:${resource}`;
  }
}
