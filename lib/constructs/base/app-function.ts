import { join, relative } from 'node:path';
import { CfnResource, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  type FunctionProps,
  Function as LambdaFunction,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { EnvName } from '../../../lambdas/runtime/env-names.ts';
import { existing, ROOT } from '../../root-and-existing-path.ts';
import { acknowledge } from './acknowledge-findings.ts';
import { bundle } from './bundle.ts';

export interface AppFunctionProps
  extends Omit<FunctionProps, 'runtime' | 'code' | 'handler' | 'role' | 'logGroup' | 'environment'> {
  /** Path below `entryRoot`, for example `socket/chat.ts`. The file exports `handler`. */
  readonly entry: string;
  readonly logRetention: RetentionDays;
  /** @default no variables */
  readonly environment?: Readonly<Partial<Record<EnvName, string>>>;
  /** @default the repository's `lambdas` */
  readonly entryRoot?: string;
}

/** Lambda function with the product's defaults. Its role may write logs and traces. Everything else must be granted. */
export class AppFunction extends LambdaFunction {
  readonly ownRole: Role;

  constructor(scope: Construct, id: string, props: AppFunctionProps) {
    const { entry, logRetention, entryRoot, environment, ...rest } = props;
    const path = existing(
      join(entryRoot ?? join(ROOT, 'lambdas'), entry),
      `The function ${id} needs this entry file.`,
    );
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    super(scope, id, {
      memorySize: 512,
      timeout: Duration.seconds(10),
      tracing: Tracing.ACTIVE,
      ...rest,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(bundle(path)),
      handler: 'index.handler',
      role,
      logGroup,
      environment: { ...environment },
    });
    this.ownRole = role;
    // The local stack rebuilds the function from the entry file after an edit.
    const { defaultChild } = this.node;
    if (CfnResource.isCfnResource(defaultChild)) defaultChild.addMetadata('entry', relative(ROOT, path));
    acknowledge(role, {
      'AwsSolutions-IAM5[Resource::*]':
        'X-Ray has no resource-level permissions. The rule wildcard-resource refuses all other actions on *.',
    });
  }

  setEnv(variables: Readonly<Partial<Record<EnvName, string>>>): void {
    for (const [name, value] of Object.entries(variables)) this.addEnvironment(name, value);
  }

  allow(
    actions: readonly string[],
    resources: readonly string[],
    conditions?: Readonly<Record<string, Readonly<Record<string, string>>>>,
  ): void {
    this.addToRolePolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: [...actions],
        resources: [...resources],
        ...(conditions && { conditions }),
      }),
    );
  }
}
