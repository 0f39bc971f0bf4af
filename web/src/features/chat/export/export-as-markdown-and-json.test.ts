import { expect, it, vi } from 'vitest';
import { Catalogue } from '../model-choice/model-catalogue.ts';
import { exportMarkdown } from './export-as-markdown-and-json.ts';

vi.mock('./read-chat.ts', () => ({ readChat: async () => [] }));
const chat = { chatId: 'chat', name: 'Tea' };
const onCount = () => undefined;

it('a chat that was cancelled while the names of the models were read is not exported', async () => {
  const names = Promise.withResolvers<{ models: []; efforts: [] }>();
  const catalogue = new Catalogue('ada@example.org', () => names.promise);
  const controller = new AbortController();
  const exporting = exportMarkdown(chat, { signal: controller.signal, onCount, catalogue });
  controller.abort(new Error('cancelled'));
  names.resolve({ models: [], efforts: [] });
  await expect(exporting).rejects.toThrow('cancelled');
});

it('a chat is exported without the names of the models if they cannot be read', async () => {
  const catalogue = new Catalogue('ada@example.org', () => Promise.reject(new Error('offline')));
  const { signal } = new AbortController();
  expect(await exportMarkdown(chat, { signal, onCount, catalogue })).toContain('# Tea');
});
