import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface TemplateResource {
  readonly Type: string;
  readonly Properties?: unknown;
  readonly Metadata?: Readonly<Record<string, unknown>>;
  readonly Condition?: string;
}

export interface Template {
  readonly Resources: Readonly<Record<string, TemplateResource>>;
  readonly Conditions?: Readonly<Record<string, unknown>>;
  readonly Mappings?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  readonly Outputs?: Readonly<
    Record<string, { readonly Value: unknown; readonly Export?: { readonly Name: unknown } }>
  >;
}

export interface Stack {
  readonly name: string;
  readonly template: Template;
}

export interface AssemblyFiles {
  readonly stacks: readonly Stack[];
  /** Folder or file of each asset, by its object key in the bootstrap bucket. */
  readonly assets: ReadonlyMap<string, string>;
}

interface Manifest {
  readonly artifacts: Readonly<
    Record<
      string,
      {
        readonly type: string;
        readonly properties?: {
          readonly templateFile?: string;
          readonly file?: string;
          readonly directoryName?: string;
          readonly stackName?: string;
        };
      }
    >
  >;
}
interface AssetManifest {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: { readonly path: string };
        readonly destinations: Readonly<Record<string, { readonly objectKey: string }>>;
      }
    >
  >;
}

/** Finds the templates and assets in `cdk.out`. Throws when the folder holds no cloud assembly. */
export function loadFiles(dir: string): AssemblyFiles {
  const stacks: Stack[] = [];
  const assets = new Map<string, string>();
  walk(dir, stacks, assets);
  return { stacks, assets };
}

function walk(dir: string, stacks: Stack[], assets: Map<string, string>): void {
  const manifest = readJson<Manifest>(dir, 'manifest.json');
  for (const [id, { type, properties = {} }] of Object.entries(manifest.artifacts)) {
    if (type === 'aws:cloudformation:stack' && properties.templateFile)
      stacks.push({ name: properties.stackName ?? id, template: readJson(dir, properties.templateFile) });
    if (type === 'cdk:asset-manifest' && properties.file) {
      const { files } = readJson<AssetManifest>(dir, properties.file);
      for (const { source, destinations } of Object.values(files))
        for (const { objectKey } of Object.values(destinations))
          assets.set(objectKey, path.resolve(dir, source.path));
    }
    if (type === 'cdk:cloud-assembly' && properties.directoryName)
      walk(path.join(dir, properties.directoryName), stacks, assets);
  }
}

/** Reads a JSON file. The shape of its content is not checked, because the CDK wrote the file. */
function readJson<T>(dir: string, file: string): T {
  return JSON.parse(readFileSync(path.join(dir, file), 'utf8'));
}
