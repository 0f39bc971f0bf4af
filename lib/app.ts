import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, type AppProps, Tags } from 'aws-cdk-lib';
import { AppStack } from './app-stack.ts';
import { readConfig } from './config.ts';
import { DataStack } from './data-stack.ts';
import { ROOT } from './paths.ts';

export interface ProductAppProps extends AppProps {
  /** The built site. @default `dist/web` in the repository */
  readonly siteFolder?: string;
}

/** The product's app: two stacks by the configuration in its context, checked by all rules when synthesized. */
export function createApp({ siteFolder, ...props }: ProductAppProps = {}): App {
  const app = new App({ ...props, context: { ...projectContext(), ...props.context } });
  const config = readConfig(app.node);
  const env = {
    region: config.region,
    ...(process.env.CDK_DEFAULT_ACCOUNT !== undefined && { account: process.env.CDK_DEFAULT_ACCOUNT }),
  };
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
  return app;
}

/** The context of cdk.json, which the CLI passes on but nobody else does. */
function projectContext(): Record<string, unknown> {
  const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')) as {
    readonly context: Record<string, unknown>;
  };
  return context;
}
