import { attempt, type Session } from './picture-session.ts';

/** Bound of the loop: more steps than a tour has. */
const MAX_STEPS = 10;

/** Takes a picture of each step of the guided tour. */
export async function tourScreens({ page, shoot }: Session): Promise<void> {
  await attempt('the tour', async () => {
    await page.evaluate(() => localStorage.removeItem('hasSeenChatTour'));
    await page.goto('/chat');
    const next = page.getByRole('button', { name: 'Next →' });
    const last = page.getByRole('button', { name: 'Got it!' });
    await next.waitFor({ timeout: 8_000 });
    for (let step = 1; step < MAX_STEPS; step++) {
      await shoot(`tour-${step}`);
      if (await last.isVisible()) break;
      await next.click();
    }
    await last.click();
    await last.waitFor({ state: 'hidden' });
  });
}

/** Takes a picture of the progress bar while a PDF of the chat is made. */
export async function pdfScreens({ page, shoot }: Session): Promise<void> {
  await attempt('the making of a PDF', async () => {
    const button = page.getByRole('button', { name: /PDF/ });
    await button.waitFor({ timeout: 5_000 });
    const download = page.waitForEvent('download');
    await button.click();
    await page.getByRole('progressbar').waitFor({ timeout: 5_000 });
    await shoot('pdf-progress');
    await download;
  });
}
