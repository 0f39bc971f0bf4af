import { mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { createApp } from '../../lib/app.ts';

/** A synthesized deployment: the two templates as CloudFormation gets them. */
export interface Cloud {
  readonly data: Template;
  readonly app: Template;
  /** Names of the site's files that are deployed. */
  readonly siteFiles: readonly string[];
  /** Folder of the templates and assets, functions' bundles among them. */
  readonly folder: string;
}

/** Stands for the built site: templates do not depend on what is in it. */
const siteFolder = mkdtempSync(join(tmpdir(), 'site-'));
mkdirSync(join(siteFolder, 'assets'));
writeFileSync(join(siteFolder, 'index.html'), '<!doctype html><title>site</title>');
for (const name of ['index', 'create-test-subscription', 'test-mode-payment-form', 'test-subscription-form'])
  writeFileSync(join(siteFolder, `assets/${name}-1a2b3c4d.js`), 'export {};');

/** Synthesizes with this context over that of cdk.json; all rules apply, so a bad template throws. */
function synthesize(context: Readonly<Record<string, unknown>>): Cloud {
  const outdir = mkdtempSync(join(tmpdir(), 'out-'));
  const assembly = createApp({ siteFolder, context, outdir }).synth();
  const template = (suffix: string) => {
    const stack = assembly.stacks.find(({ stackName }) => stackName.endsWith(suffix));
    if (!stack) throw new Error(`No stack ${suffix}`);
    return Template.fromJSON(stack.template as Record<string, unknown>);
  };
  return { data: template('-data'), app: template('-app'), siteFiles: siteFilesIn(outdir), folder: outdir };
}

/** Lists `index.html` and the files below `assets/` in all folders of CDK assets. */
function siteFilesIn(outdir: string): string[] {
  const folders = readdirSync(outdir).filter((name) => statSync(join(outdir, name)).isDirectory());
  const names = folders.flatMap((folder) =>
    readdirSync(join(outdir, folder), { recursive: true, encoding: 'utf8' }),
  );
  return names.filter((name) => /^index\.html$|^assets[/]/.test(name)).toSorted();
}

/** Deployments that the tests check, each synthesized once. */
export const dev: Cloud = synthesize({});
export const prod: Cloud = synthesize({
  stage: 'prod',
  alarmEmail: 'operator@example.com',
  mail: { from: 'hello@example.com', fromName: 'Chat', signInCodes: true },
  firewall: { signUpsPerAddress: 50 },
  concurrency: { replies: 400 },
  domain: { name: 'chat.example.com', hostedZone: { id: 'Z0123456789', name: 'example.com' } },
});
