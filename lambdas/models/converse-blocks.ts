import type { ContentBlock, ImageFormat } from '@aws-sdk/client-bedrock-runtime';
import type { ModelSpec } from '#contract/deployment-config';
import { isClaude } from './effort-parameters.ts';
import type { BinaryPart, MessagePart } from './message-parts.ts';

const IMAGE_FORMATS: Readonly<Record<string, ImageFormat>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** Converts a part. A document here is a PDF, because other documents are sent as text (`files-as-bytes-or-text.ts`). */
export function toBlock(part: MessagePart, { provider }: ModelSpec): ContentBlock {
  if (part.kind === 'text') return { text: part.text };
  if (part.kind === 'image') return imageBlock(part);
  const document = { format: 'pdf', name: part.name, source: { bytes: part.bytes } } as const;
  // Without citations, Bedrock gives Claude the text of a PDF alone, and none of its pictures.
  // https://platform.claude.com/docs/en/build-with-claude/pdf-support
  const cites = provider.kind === 'bedrock' && isClaude(provider.modelId);
  return { document: { ...document, ...(cites && { citations: { enabled: true } }) } };
}

function imageBlock({ mediaType, bytes }: BinaryPart): ContentBlock {
  const format = IMAGE_FORMATS[mediaType];
  if (format === undefined) throw new Error(`Converse takes no ${mediaType}`);
  return { image: { format, source: { bytes } } };
}
