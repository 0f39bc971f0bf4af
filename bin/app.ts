/** The CDK app. Run by `npx cdk`, or directly: `CDK_OUTDIR=cdk.out node bin/app.ts`. */
import { createApp } from '../lib/app.ts';
import { SetupError } from '../lib/setup-error.ts';

try {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 24)
    throw new SetupError(`Node 24 or newer is needed, not ${process.version}: run it through npm or npx.`);
  createApp().synth();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
