/** The bucket of files in a browser: its rules for other origins, the page's policy, and what a file may do. */
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { bucketUrlOf, presignedPath } from '../support/files.ts';
import type { TestStack } from '../support/stack.ts';
import { test as base, expect } from './fixtures.ts';

const test = base.extend<{ readonly put: (key: string, content: string) => Promise<void> }>({
  put: async ({ stack }, use) => {
    const { operator, outputs, urls } = stack.inner;
    const client = new S3Client({
      ...{ endpoint: urls.s3, region: 'us-east-1' },
      credentials: {
        accessKeyId: operator.AWS_ACCESS_KEY_ID ?? '',
        secretAccessKey: operator.AWS_SECRET_ACCESS_KEY ?? '',
      },
    });
    await use(async (Key, Body) => {
      await client.send(new PutObjectCommand({ Bucket: outputs.FilesBucket, Key, Body }));
    });
    client.destroy();
  },
});

const HTML = '<title>a file</title><h1>A file</h1><script>document.title = "it ran"</script>';
const page = (stack: TestStack, disposition: string) =>
  presignedPath(stack, {
    key: 'files/owner/page',
    query: { 'response-content-type': 'text/html', 'response-content-disposition': disposition },
  });

test('a page of the site gets S3’s answer to an upload, and its CSP blocks an upload to another address', async ({
  chat,
  stack,
  expectedErrors,
}) => {
  // The upload has no signature, so S3 refuses it. A refusal by the browser would have no status.
  expectedErrors.push(/403/, /Content Security Policy/, /Failed to fetch/);
  const put = (url: string) =>
    chat.evaluate(
      (address) =>
        fetch(address, { method: 'PUT', body: 'x', headers: { 'x-amz-date': '20260101T000000Z' } }).then(
          ({ status }) => String(status),
          (error: Error) => error.message,
        ),
      url,
    );
  expect(await put(`${await bucketUrlOf(stack)}/uploads/x`)).toBe('403');
  expect(await put(`${stack.urls.httpApi}/uploads/x`)).toBe('Failed to fetch');
});

test('an HTML file runs no script on the site’s origin, and is saved if its address is signed for a download', async ({
  chat,
  stack,
  put,
  expectedErrors,
}) => {
  expectedErrors.push(/Blocked script execution|Content Security Policy/);
  await put('files/owner/page', HTML);
  await chat.goto(await page(stack, 'inline'));
  await expect(chat.getByRole('heading', { name: 'A file' })).toBeVisible();
  expect(await chat.title()).toBe('a file');
  expect(await chat.evaluate('origin')).toBe('null');
  await chat.goto('/');
  const [download] = await Promise.all([
    chat.waitForEvent('download'),
    chat.goto(await page(stack, 'attachment; filename="page.html"')).catch(() => undefined),
  ]);
  expect(download.suggestedFilename()).toBe('page.html');
});
