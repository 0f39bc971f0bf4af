/** Bucket of files: who may upload and read there, and what a file may run. */
import type { Mutant } from './mutant.ts';

const CONSTRUCT = 'lib/constructs/files/files-bucket.ts';
const S3_TEST = 'test/integration/files-bucket.test.ts';

export const BUCKET_MUTANTS: readonly Mutant[] = [
  {
    name: 'uploads: the prefix of the own identity is not required',
    file: CONSTRUCT,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
    find: '/uploads/${IDENTITY}/*`',
    replace: '/uploads/*`',
    test: S3_TEST,
    title: 'may do nothing else',
  },
  {
    name: 'uploads: a user’s credentials may read them',
    file: CONSTRUCT,
    find: "['s3:AbortMultipartUpload',",
    replace: "['s3:GetObject', 's3:AbortMultipartUpload',",
    test: S3_TEST,
    title: 'may do nothing else',
  },
  {
    // Breaks the rule: without the construct's conditions, the rule fails synthesis, so no test would run.
    name: 'uploads: the rule does not refuse a role that allows any headers',
    file: 'lib/template-rules/iam-rules.ts',
    find: 'grants(resource).flatMap(openIn)',
    replace: 'grants(resource).flatMap(openIn).slice(9)',
    test: 'test/infra/template-rules.test.ts',
    title: 'upload-headers',
  },
  {
    name: 'uploads: pages of another origin may send them',
    file: 'lib/constructs/files/files-cors.ts',
    find: 'AllowedOrigins: [origin],',
    replace: "AllowedOrigins: [origin, 'https://evil.example.com'],",
    test: S3_TEST,
    title: 'of any other origin may not',
  },
  {
    name: 'files: pages run on the site’s origin, without a sandbox',
    file: 'lib/constructs/site/files-behavior.ts',
    find: '"sandbox; default-src \'none\'"',
    replace: '"default-src \'none\'"',
    test: S3_TEST,
    title: 'gives the file on the site’s own origin',
  },
];
