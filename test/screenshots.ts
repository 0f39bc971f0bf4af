/**
 * Pictures of every screen and state, wide and narrow, light and dark, for whoever changes how something looks:
 * `node test/screenshots.ts [folder]` (after `npm run build`). They are to be opened and looked at.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { composer, send, signIn } from './e2e/fixtures.ts';
import setup, { ROOT } from './support/assembly.ts';
import { BROWSER_ARGS, findBrowser } from './support/browser.ts';
import { startTestStack, type TestUser } from './support/stack.ts';

const FOLDER = process.argv[2] ?? path.join(ROOT, 'test-results/screens');
const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;
const SCHEMES = ['light', 'dark'] as const;

const ANSWER = `Three days are enough for the old town, one museum and a day by the sea.

| Day | Morning | Afternoon |
|---|---|---|
| 1 | Alfama on foot | Tram 28, a viewpoint at sunset |
| 2 | Tile museum | Belém, with its tower |
| 3 | Train to Cascais | The beach, then dinner in the harbour |

**Before you go**

1. Book the museum for the morning: it is quiet until eleven.
2. Bring shoes for steep, polished stone.

\`\`\`ts
const days = ['old town', 'museum', 'sea'];
console.log(days.map((day, i) => \`Day \${i + 1}: \${day}\`).join('\\n'));
\`\`\`

Shall I suggest places to eat near each stop?`;

setup();
mkdirSync(FOLDER, { recursive: true });
const stack = await startTestStack();
const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS });
for (const [size, viewport] of Object.entries(SIZES))
  for (const colorScheme of SCHEMES) await picture(browser, `${size}-${colorScheme}`, viewport, colorScheme);
await browser.close();
await stack.close();
console.log(`Pictures are in ${FOLDER}`);

async function picture(
  from: Browser,
  name: string,
  viewport: { width: number; height: number },
  colorScheme: 'light' | 'dark',
): Promise<void> {
  const options = {
    ignoreHTTPSErrors: true,
    baseURL: stack.urls.site,
    viewport,
    colorScheme,
    locale: 'en-US',
  };
  const context = await from.newContext({ ...options, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const shoot = (state: string) => page.screenshot({ path: path.join(FOLDER, `${state}-${name}.png`) });
  await visitorScreens(page, shoot);
  await chatScreens(page, await stack.givenUser(), shoot, viewport.width <= 768);
  await context.close();
}

type Shoot = (state: string) => Promise<unknown>;

async function visitorScreens(page: Page, shoot: Shoot): Promise<void> {
  for (const [state, address] of Object.entries({
    landing: '/',
    coming: '/register',
    'not-found': '/nowhere',
  })) {
    await page.goto(address);
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    await shoot(state);
  }
  await page.goto('/login');
  await page.getByLabel('Email').waitFor();
  await shoot('hosted-sign-in');
}

async function chatScreens(page: Page, user: TestUser, shoot: Shoot, isNarrow: boolean): Promise<void> {
  await signIn(page, user);
  await page.getByText("I'm", { exact: false }).first().waitFor();
  await shoot('chat-new');
  stack.replyWith(...(ANSWER.match(/.{1,12}/gs) ?? []));
  await send(page, 'Plan three days in Lisbon for two people who like walking.');
  await page.getByText('Shall I suggest places').waitFor();
  await shoot('chat');
  const reply = stack.replyByHand();
  await send(page, 'Yes, please: something simple near the harbour.');
  await reply.started;
  await page.getByRole('img', { name: 'Generating response...' }).waitFor();
  await shoot('chat-pending');
  reply.write('Near the harbour, look for the small places with ');
  await page.getByText('look for the small places').waitFor();
  await shoot('chat-streaming');
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped').waitFor();
  reply.end();
  stack.failModelWith('ThrottlingException');
  await send(page, 'And one with a view?');
  await page.getByText('The model is busy').waitFor();
  await shoot('chat-failed');
  await composer(page).fill('A draft\nof several\nlines');
  if (isNarrow) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).waitFor();
  }
  await shoot('chat-menu');
  stack.replyWith('A plain reply.');
}
