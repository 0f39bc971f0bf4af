import type { MessageStatus } from '#contract/entities';
import { SHARE_REPORT_MAX_LENGTH } from '#contract/limits';
import { messageCopy } from '../../conversation/conversation-and-markdown-copy.ts';

const count = new Intl.NumberFormat();

export const readerCopy = {
  about: (at: string): string => `A shared chat, as of ${at}.`,
  caution: 'Replies are written by AI models and can be wrong.',
  loading: 'Loading the shared chat',
  question: 'Question',
  files: 'Files, which are not shared',
  messages: 'Messages',
  more: 'Show more messages',
  loadingMore: 'Loading…',
  moreFailed: 'More messages could not be loaded. Check your connection and try again.',
  restarted: 'The author has updated this chat. Here it is from its beginning.',
  failedTitle: 'The shared chat could not be loaded',
  failed: 'Check your connection and try again.',
  retry: 'Retry',
  gone: {
    title: 'There is no shared chat here',
    text: 'The link may have a typing error, or the chat is no longer shared.',
    /** For a visitor. The server answers alike for a link without a chat, and for a chat that only users may read. */
    mayNeedAccount: 'Some shared chats can only be read with an account.',
    chats: 'Your chats',
  },
  needsAccount: {
    title: 'Log in to read this chat',
    text: 'Shared chats are for people with an account here. After the login, this page opens again.',
  },
  login: 'Log in',
  waitlist: 'Join the waitlist',
  continue: {
    title: 'Continue this chat',
    about: 'A copy of it goes to your chats. The author does not see what you write there.',
    visitor: 'With an account, you can ask on from here in a copy of your own.',
    action: 'Continue this chat',
    running: 'Copying…',
    failed: 'The chat could not be copied. Check your connection and try again.',
    gone: 'This chat is no longer shared.',
  },
  report: {
    open: 'Report this chat',
    title: 'Report this chat',
    about: 'Your report goes to the operator of this site, with a link to this chat.',
    member: 'Your e-mail address goes with it.',
    label: 'What is wrong with it? (optional)',
    left: (n: number): string =>
      `${count.format(n)} of ${count.format(SHARE_REPORT_MAX_LENGTH)} characters left`,
    tooLong: (n: number): string => `${count.format(n)} characters too many`,
    send: 'Send report',
    sending: 'Sending…',
    cancel: 'Cancel',
    close: 'Close',
    failed: 'The report could not be sent. Check your connection and try again.',
  },
  status: messageCopy.status satisfies Partial<Record<MessageStatus, string>>,
} as const;
