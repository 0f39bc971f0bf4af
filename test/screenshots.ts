/**
 * Takes pictures of every screen and state, wide and narrow, light and dark: `node test/screenshots.ts [folder]` (after
 * `npm run build`). No test compares them. Look at them after a change of the design.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright';
import { composer } from './e2e/fixtures.ts';
import { searchScreens, selectionScreens, sidebarScreens, temporaryScreens } from './screens/chats.ts';
import { conversationScreens, otherChats } from './screens/conversation.ts';
import { diagramScreens } from './screens/diagrams.ts';
import { fileScreens } from './screens/files.ts';
import { guestScreens } from './screens/guest.ts';
import { accountScreens, operatorScreens } from './screens/operator.ts';
import { attempt, type Session } from './screens/picture-session.ts';
import { planScreens } from './screens/plans.ts';
import { projectScreens } from './screens/projects.ts';
import { sharingScreens } from './screens/shared-chats.ts';
import { pdfScreens, tourScreens } from './screens/tour-and-pdf.ts';
import { usageScreens } from './screens/usage.ts';
import { visitorScreens } from './screens/visitor.ts';
import setup, { ROOT } from './support/build-assembly.ts';
import { BROWSER_ARGS, findBrowser } from './support/find-browser.ts';
import { startTestStack } from './support/stack.ts';

const FOLDER = process.argv[2] ?? path.join(ROOT, 'test-results/screens');
const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;
const SCHEMES = ['light', 'dark'] as const;
/** Waits for images to be loaded and decoded: until then, a picture of the page has an empty place for them. */
const DECODE_IMAGES = 'Promise.all([...document.images].map((i) => i.decode().catch(() => undefined)))';

await setup();
mkdirSync(FOLDER, { recursive: true });
const stack = await startTestStack();
const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS });
for (const [size, viewport] of Object.entries(SIZES))
  for (const colorScheme of SCHEMES) {
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      baseURL: stack.urls.site,
      viewport,
      // A narrow screen is a phone: controls are larger for a finger, and none is hidden until a pointer hovers.
      hasTouch: size === 'narrow',
      isMobile: size === 'narrow',
      colorScheme,
      locale: 'en-US',
      reducedMotion: 'reduce',
    });
    // The tour would cover all other states. `tourScreens` takes its pictures.
    await context.addInitScript(
      "if (origin !== 'null' && !sessionStorage.getItem('started')) { localStorage.setItem('hasSeenChatTour', 'true'); sessionStorage.setItem('started', 'yes'); }",
    );
    const page = await context.newPage();
    const shoot = async (state: string) => {
      await page.evaluate(DECODE_IMAGES);
      return page.screenshot({ path: path.join(FOLDER, `${state}-${size}-${colorScheme}.png`) });
    };
    await takeAll({ page, stack, isNarrow: size === 'narrow', shoot });
    await context.close();
  }
await browser.close();
await stack.close();
console.log(`Pictures are in ${FOLDER}`);

async function takeAll(session: Session): Promise<void> {
  const { page } = session;
  // An operator, so that the console can be looked at too.
  const user = await stack.givenUser({ groups: ['admins'] });
  await visitorScreens(session);
  await guestScreens(session, user);
  // `guestScreens` has signed the user in.
  await composer(page).waitFor();
  // A failing part must not prevent the pictures of the other parts.
  for (const part of [
    conversationScreens,
    fileScreens,
    diagramScreens,
    pdfScreens,
    otherChats,
    sharingScreens,
    projectScreens,
    sidebarScreens,
    selectionScreens,
    temporaryScreens,
    searchScreens,
    accountScreens,
    planScreens,
    usageScreens,
    operatorScreens,
    tourScreens,
  ])
    await attempt(part.name, async () => part(session, user));
}
