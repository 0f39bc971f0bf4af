/** Bucket of files: who may upload and read there, and what a file may run. */
import type { Mutant } from './mutant.ts';

const CONSTRUCT = 'lib/constructs/files/files-bucket.ts';
const S3_TEST = 'test/integration/s3.test.ts';

export const BUCKET_MUTANTS: readonly Mutant[] = [
  {
    name: 'uploads: below any prefix',
    file: CONSTRUCT,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
    find: '/uploads/${IDENTITY}/*`',
    replace: '/uploads/*`',
    test: S3_TEST,
    title: 'may do nothing else',
  },
  {
    name: 'uploads: read by who has the credentials',
    file: CONSTRUCT,
    find: "['s3:AbortMultipartUpload',",
    replace: "['s3:GetObject', 's3:AbortMultipartUpload',",
    test: S3_TEST,
    title: 'may do nothing else',
  },
  {
    // Breaks the rule: without the construct's conditions, the rule fails synthesis, so no test would run.
    name: 'uploads: with headers of their own',
    file: 'lib/template-rules/iam-rules.ts',
    find: 'grants(resource).flatMap(openIn)',
    replace: 'grants(resource).flatMap(openIn).slice(9)',
    test: 'test/infra/rules.test.ts',
    title: 'upload-headers',
  },
  {
    name: 'uploads: from pages of the cloud',
    file: 'lib/constructs/files/files-cors.ts',
    find: 'AllowedOrigins: [origin],',
    replace: "AllowedOrigins: [origin, 'https://evil.example.com'],",
    test: S3_TEST,
    title: 'of any other origin may not',
  },
  {
    name: 'files: pages run on the site’s origin',
    file: 'lib/constructs/site/files-behavior.ts',
    find: '"sandbox; default-src \'none\'"',
    replace: '"default-src \'none\'"',
    test: S3_TEST,
    title: 'gives the file on the site’s own origin',
  },
];
