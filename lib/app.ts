import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, type AppProps, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { AppStack } from './app-stack.ts';
import { readConfig } from './config.ts';
import { DataStack } from './data-stack.ts';
import { ROOT } from './root-and-existing-path.ts';
import { ProductRules } from './template-rules/run-rules.ts';

export interface ProductAppProps extends AppProps {
  /** The built site. @default `dist/web` in the repository */
  readonly siteFolder?: string;
}

/** Creates the CDK app with its two stacks. Values of `props.context` override those of cdk.json. */
export function createApp({ siteFolder, ...props }: ProductAppProps = {}): App {
  const app = new App({ ...props, context: { ...projectContext(), ...props.context } });
  const config = readConfig(app.node);
  // No account is set, so that the templates are the same in every account.
  const env = { region: config.region };
  const name = `${config.slug}-${config.stage}`;
  const terminationProtection = config.protectData;
  const data = new DataStack(app, `${name}-data`, { config, env, terminationProtection });
  new AppStack(app, `${name}-app`, {
    config,
    data,
    env,
    terminationProtection,
    ...(siteFolder !== undefined && { siteFolder }),
  });
  Tags.of(app).add('stage', config.stage);
  // CDK checks its own rules without a plugin. `validateAgainstDefaultRules` in cdk.json turns findings of these rules
  // into errors.
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ProductRules(config));
  return app;
}

/**
 * Reads the context of cdk.json. The CDK CLI passes this context to the app, but tests and the local stack run the app
 * without the CLI.
 */
function projectContext(): Record<string, unknown> {
  const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')) as {
    readonly context: Record<string, unknown>;
  };
  return context;
}
