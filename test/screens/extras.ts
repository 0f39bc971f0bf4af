import { attempt, type Session } from './session.ts';

/** The most steps that a tour has, with some to spare. */
const MAX_STEPS = 10;

/** Each step of the guided tour, from its start to its end. */
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

/** The document while it is made. */
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
