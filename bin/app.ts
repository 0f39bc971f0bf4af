/** The CDK app. Run by `npx cdk`, or directly: `CDK_OUTDIR=cdk.out node bin/app.ts`. */
import { createApp } from '../lib/app.ts';

const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24)
  throw new Error(`Node 24 or newer is needed; this is ${process.version}. Run it through npm or npx.`);

createApp().synth();
