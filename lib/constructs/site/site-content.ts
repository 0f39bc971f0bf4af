import { join } from 'node:path';
import { Duration, IgnoreMode, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import type { SiteConfig } from '#contract/site-config';
import { existing, ROOT } from '../../root-and-existing-path.ts';
import { acknowledge, findingOn } from '../base/acknowledge-findings.ts';

const PROVIDER_ACTIONS = ['s3:GetBucket*', 's3:GetObject*', 's3:List*', 's3:Abort*', 's3:DeleteObject*'];
const MEMORY_MB = 256;
/** Patterns of the chunks that are deployed only if the setting `payments` is `test` (docs/spec.md 6.1). */
const OF_TEST_MODE = [
  '/assets/create-test-subscription*',
  '/assets/test-mode-payment-form*',
  '/assets/test-subscription-form*',
];

/** Web app manifest: https://www.w3.org/TR/appmanifest/ */
const manifest = ({ productName }: SiteConfig) => ({
  id: '/',
  name: productName,
  short_name: productName,
  start_url: '/chat',
  scope: '/',
  display: 'standalone',
  background_color: '#faf9f6',
  theme_color: '#faf9f6',
  icons: [
    { src: '/logo.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
});

export interface SiteContentProps {
  readonly bucket: IBucket;
  readonly config: SiteConfig;
  readonly logRetention: RetentionDays;
  /** The built site. @default `dist/web` in the repository */
  readonly folder?: string;
}

/**
 * Uploads the folder `assets`, whose files have a hash in their names, and then the files that refer to them, such as
 * index.html. Keeps old files, because a page that was opened before a deployment may still load chunks of its own
 * build.
 */
export class SiteContent extends Construct {
  readonly #props: SiteContentProps;
  readonly #logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: SiteContentProps) {
    super(scope, id);
    this.#props = props;
    this.#logGroup = new LogGroup(this, 'Logs', {
      retention: props.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const folder = existing(
      props.folder ?? join(ROOT, 'dist/web'),
      'Build the site first: npx vite build web',
    );
    const only = (...patterns: string[]): ISource =>
      Source.asset(folder, { exclude: patterns, ignoreMode: IgnoreMode.GIT });
    const assets = this.#deploy(
      'Assets',
      [only('/*', '!/assets', ...(props.config.payments === 'test' ? [] : OF_TEST_MODE))],
      [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()],
    );
    const pages = this.#deploy(
      'Pages',
      [
        only('/assets'),
        Source.jsonData('config.json', props.config),
        Source.jsonData('manifest.json', manifest(props.config)),
      ],
      [CacheControl.noCache()],
    );
    pages.node.addDependency(assets);
    this.#acknowledgeProvider(pages);
  }

  #deploy(id: string, sources: ISource[], cacheControl: CacheControl[]): BucketDeployment {
    return new BucketDeployment(this, id, {
      sources,
      destinationBucket: this.#props.bucket,
      cacheControl,
      prune: false,
      retainOnDelete: false,
      memoryLimit: MEMORY_MB,
      logGroup: this.#logGroup,
    });
  }

  /** Acknowledges findings on the function with which both deployments copy their files. */
  #acknowledgeProvider(deployment: BucketDeployment): void {
    const reason =
      'The function of BucketDeployment reads this app’s asset bucket and writes the site’s bucket.';
    const { region, account, partition } = Stack.of(this);
    const assetBucket = `arn:${partition}:s3:::cdk-hnb659fds-assets-${account}-${region}/*`;
    const findings = [
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
      ...PROVIDER_ACTIONS.map((action) => `AwsSolutions-IAM5[Action::${action}]`),
      findingOn(this, assetBucket),
      findingOn(this, this.#props.bucket.arnForObjects('*')),
      'wildcard-action',
    ];
    acknowledge(deployment.handlerRole, Object.fromEntries(findings.map((id) => [id, reason])));
    const { scope: provider } = deployment.handlerRole.node;
    if (provider) acknowledge(provider, { 'AwsSolutions-L1': 'CDK chooses the runtime of its function.' });
  }
}
