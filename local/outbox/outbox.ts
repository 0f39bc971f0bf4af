/** Outbox that shows the latest mails that AWS would have sent, and the codes of authenticator apps. */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { requestUrl } from '../request-url.ts';
import type { Html } from './html-template-tag.ts';
import type { AppCode, Outbox, OutboxOptions, SentMail } from './outbox-types.ts';
import { codesPage, listPage, mailPage, missingPage } from './pages.ts';

export type * from './outbox-types.ts';

const MAILS_KEPT = 500;

export function createOutbox({ clock, load, save }: OutboxOptions): Outbox {
  const mails: SentMail[] = storedMails(load?.());
  let readCodes: () => readonly AppCode[] = () => [];
  return {
    showCodes(read) {
      readCodes = read;
    },
    deliver(mail) {
      mails.push({ ...mail, id: randomUUID(), sentAt: new Date(clock.now()).toISOString() });
      mails.splice(0, mails.length - MAILS_KEPT);
      save?.(mails);
    },
    messages: () => [...mails],
    latestTo: (address) => sentTo(mails, address).at(-1),
    handle(request, response) {
      const url = requestUrl(request);
      if (url.pathname === '/messages') {
        const to = url.searchParams.get('to');
        const body = JSON.stringify(to === null ? mails : sentTo(mails, to));
        response
          .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
          .end(body);
        return;
      }
      if (url.pathname === '/codes') return sendPage(response, 200, codesPage(readCodes()));
      if (url.pathname === '/') return sendPage(response, 200, listPage(mails));
      const [, id, asHtml] = /^\/mail\/([\w-]+)(\/html)?$/.exec(url.pathname) ?? [];
      const mail = mails.find((one) => one.id === id);
      if (asHtml !== undefined && mail?.html !== undefined) return sendHtml(response, 200, mail.html);
      sendPage(response, mail ? 200 : 404, mail ? mailPage(mail) : missingPage());
    },
  };
}

const sentTo = (mails: readonly SentMail[], address: string): SentMail[] =>
  mails.filter((mail) => mail.to.toLowerCase() === address.toLowerCase());

const sendPage = (response: ServerResponse, status: number, page: Html): void =>
  sendHtml(response, status, page.text);

function sendHtml(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
    })
    .end(text);
}

function storedMails(state: unknown): SentMail[] {
  return Array.isArray(state) ? state.filter(isSentMail) : [];
}

function isSentMail(value: unknown): value is SentMail {
  if (typeof value !== 'object' || value === null) return false;
  const fields = ['id', 'sentAt', 'to', 'from', 'subject', 'text'];
  return fields.every((field) => typeof Reflect.get(value, field) === 'string');
}
