import { afterEach, expect, it } from 'vitest';
import { type Listener, listenPlain } from '../gateway/gateway-exports.ts';
import { createOutbox, type Mail } from './outbox.ts';

const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5) };
const mail: Mail = {
  to: 'Ann@example.com',
  from: 'no-reply@example.com',
  subject: 'Code',
  text: 'It is 123456',
};
const listeners: Listener[] = [];
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close();
});

async function givenOutbox(...mails: readonly Mail[]) {
  const outbox = createOutbox({ clock });
  for (const one of mails) outbox.deliver(one);
  const listener = await listenPlain({ port: 0, handle: outbox.handle });
  listeners.push(listener);
  return { outbox, url: `http://127.0.0.1:${listener.port}` };
}

it('lists mails as JSON, by address whatever its case', async () => {
  const { url } = await givenOutbox(mail, { ...mail, to: 'bob@example.com' });
  const all = await (await fetch(`${url}/messages`)).json();
  expect(all).toHaveLength(2);
  const anns = await (await fetch(`${url}/messages?to=ann@example.com`)).json();
  expect(anns).toEqual([{ ...mail, id: expect.any(String), sentAt: '2026-01-02T03:04:05.000Z' }]);
});

it('shows the codes of authenticator apps, on a page that refreshes itself', async () => {
  const { url, outbox } = await givenOutbox();
  expect(await (await fetch(`${url}/codes`)).text()).toContain('no user has an authenticator app');
  outbox.showCodes(() => [{ email: 'ann@example.com', code: '123456' }]);
  const page = await (await fetch(`${url}/codes`)).text();
  expect(page).toMatch(/123456<\/strong> ann@example.com/);
  expect(page).toContain('http-equiv="refresh"');
});

it('shows mails on pages, as text', async () => {
  const { url, outbox } = await givenOutbox({ ...mail, subject: '<img src=x>', text: '<b>bold</b>' });
  expect(await (await fetch(url)).text()).toContain('&#60;img src=x&#62;');
  const page = await fetch(`${url}/mail/${outbox.latestTo('ann@EXAMPLE.com')?.id}`);
  expect(await page.text()).toContain('&#60;b&#62;bold');
  expect((await fetch(`${url}/mail/none`)).status).toBe(404);
});

it.each(['/other', '//', '//messages'])('answers the path %s with a page that says so', async (path) => {
  const { url } = await givenOutbox(mail);
  expect((await fetch(`${url}${path}`)).status).toBe(404);
});

it('keeps its mails over a restart', () => {
  let saved: unknown;
  const options = {
    clock,
    load: () => saved,
    save: (state: unknown) => {
      saved = structuredClone(state);
    },
  };
  createOutbox(options).deliver(mail);
  expect(createOutbox(options).latestTo('ann@example.com')?.text).toBe('It is 123456');
  expect(createOutbox({ clock, load: () => ({ broken: true }) }).messages()).toEqual([]);
});
