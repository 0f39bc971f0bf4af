/**
 * CDK app with the roles by which a workflow on GitHub deploys the product (docs/deploy.md, Deploying from CI). An
 * operator deploys it once for an account and region: `npx cdk deploy --app 'node bin/ci-app.ts' -c repository=owner/name`.
 */
import { App } from 'aws-cdk-lib';
import { CiStack } from '../lib/ci/ci-stack.ts';
import { SetupError } from '../lib/setup-error.ts';

/**
 * Matches `owner/name` and `owner@123/name@456`. The second form is for a repository whose GitHub tokens have ids in
 * their subject, `sub` (`CiStackProps` in `lib/ci/ci-stack.ts`).
 */
const REPOSITORY = /^[\w-]+(?:@\d+)?\/[\w.-]+(?:@\d+)?$/;

try {
  const app = new App();
  const repository: unknown = app.node.tryGetContext('repository');
  if (typeof repository !== 'string' || !REPOSITORY.test(repository))
    throw new SetupError('-c repository=owner/name is missing: the repository whose workflow may deploy.');
  const region: unknown = app.node.tryGetContext('region') ?? 'us-east-1';
  if (typeof region !== 'string') throw new SetupError('-c region is not a region.');
  const createsProvider = app.node.tryGetContext('provider') !== 'existing';
  new CiStack(app, 'github-deployments', { repository, createsProvider, env: { region } });
  app.synth();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
