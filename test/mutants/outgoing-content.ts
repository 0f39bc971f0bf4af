/** Content that leaves the product: replies on the page, mails, files, logs, answers. */
import type { Mutant } from './mutant.ts';

const LOG = 'lambdas/runtime/log.ts';
const LOGS_TEST = 'test/integration/logs.test.ts';
const MARKDOWN = 'web/src/features/chat/markdown';
const MARKDOWN_TEST = `${MARKDOWN}/markdown.test.ts`;
const DIAGRAM_HEADERS = 'lib/constructs/site/diagram-headers.ts';
const LAYOUT = 'lambdas/domain/mail/render-mail.ts';
const MAIL_TEST = 'lambdas/domain/mail/signup-mails.test.ts';

export const CONTENT_MUTANTS: readonly Mutant[] = [
  {
    name: 'links: any scheme is allowed (safeLink)',
    file: `${MARKDOWN}/safe-link.ts`,
    find: 'if (!/^(?:https?:\\/\\/|mailto:)/i.test(href)) return undefined;',
    replace: "if (href) return { href, host: '' };",
    test: MARKDOWN_TEST,
  },
  {
    name: 'links: a user name and a password in them are allowed',
    file: `${MARKDOWN}/safe-link.ts`,
    find: " || url.username !== ''",
    replace: '',
    test: MARKDOWN_TEST,
  },
  {
    name: 'exported PDF: its links are not checked',
    file: 'web/src/features/chat/pdf/layout/markdown-inline-runs.ts',
    find: 'const link = safeLink(href);',
    replace: "const link = { href, host: '' };",
    test: 'web/src/features/chat/pdf/make-pdf.test.ts',
  },
  {
    name: 'frame for diagrams: its origin is that of the site',
    file: DIAGRAM_HEADERS,
    find: "sandbox: 'allow-scripts',",
    replace: "sandbox: 'allow-scripts allow-same-origin',",
    test: 'test/infra/templates.test.ts',
  },
  {
    name: 'frame for diagrams: it may use the network',
    file: DIAGRAM_HEADERS,
    find: "'default-src': \"'none'\",",
    replace: "'default-src': 'https:',",
    test: 'test/infra/templates.test.ts',
  },
  {
    name: 'frame for diagrams: the height that it reports is not bounded',
    file: 'web/src/features/chat/diagram/parse-iframe-report.ts',
    find: 'Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, height))',
    replace: 'height',
    test: 'web/src/features/chat/diagram/parse-iframe-report.test.ts',
  },
  {
    name: 'Markdown: the size of a block is not bounded',
    file: `${MARKDOWN}/incremental-markdown.ts`,
    find: 'if (source.length > MAX_BLOCK_LENGTH) return plain(source);',
    replace: '',
    test: MARKDOWN_TEST,
  },
  {
    name: 'Markdown: the depth of nested blocks is not bounded',
    file: `${MARKDOWN}/incremental-markdown.ts`,
    find: 'const deep = DEEP.exec(source);',
    replace: "const deep = DEEP.exec('');",
    test: MARKDOWN_TEST,
  },
  {
    name: 'Markdown: the work for inline text is not bounded',
    file: `${MARKDOWN}/bounded-lexer.ts`,
    find: 'if (marks * index > MAX_WORK) {',
    replace: 'if (marks * index > Infinity) {',
    test: MARKDOWN_TEST,
    title: 'inline parsing is bounded',
  },
  {
    name: 'mail: signs of HTML are not escaped',
    file: LAYOUT,
    find: '(sign) => SIGNS[sign] ?? sign',
    replace: '(sign) => SIGNS[sign] && sign',
    test: MAIL_TEST,
  },
  {
    name: 'mail: a subject may have several lines',
    file: LAYOUT,
    find: ".replace(/[\\p{C}\\u2028\\u2029]+/gu, ' ')",
    replace: '',
    test: MAIL_TEST,
  },
  {
    name: 'spreadsheet: a text that is a formula is not disarmed',
    file: 'web/src/lib/csv.ts',
    find: 'FORMULA.test(text) ?',
    replace: "FORMULA.test('') ?",
    test: 'web/src/lib/csv.test.ts',
  },
  {
    name: 'archive of chats: names of files are not cleaned',
    file: 'web/src/features/account/export/chat-file-names.ts',
    find: 'fitting(safeFileName(name))',
    replace: 'fitting(name)',
    test: 'web/src/features/account/export/chat-file-names.test.ts',
  },
  {
    name: 'archive of chats: names that some file systems treat as equal are given twice',
    file: 'web/src/features/account/export/chat-file-names.ts',
    find: "name.normalize('NFKC').toLowerCase()",
    replace: 'name',
    test: 'web/src/features/account/export/chat-file-names.test.ts',
  },
  {
    name: 'log: the message of an error from a library is written',
    file: LOG,
    find: '...(!ours && { message: withoutInput(error.message) }),',
    replace: 'message: error.message,',
    test: LOGS_TEST,
    title: 'logs nothing of a token that it refuses',
  },
  {
    name: 'log: what a message of AWS quotes from the input is written',
    file: LOG,
    find: 'withoutInput(error.message)',
    replace: 'error.message',
    test: LOGS_TEST,
    title: 'logs nothing of what a service quotes',
  },
  {
    name: 'log: fields that are not listed are written',
    file: 'lambdas/runtime/http-handler.ts',
    find: '        code: body.code,\n',
    replace: '        code: body.code,\n        ...event,\n',
    test: LOGS_TEST,
    title: 'logs no field of any call',
  },
  {
    name: 'HTTP API: responses may be stored by caches',
    file: 'lambdas/runtime/http-handler.ts',
    find: "'cache-control': 'no-store',\n",
    replace: '',
    test: 'lambdas/runtime/http-handler.test.ts',
  },
];
