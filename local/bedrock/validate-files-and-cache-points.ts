import { AwsError } from '../aws-json/aws-error.ts';
import { type Block, bytesOf, type ConverseRequest, type Message } from './bedrock-types.ts';
import { isPdf, pictureIn } from './picture-and-pdf-facts.ts';

const refuse = (message: string): never => {
  throw new AwsError('ValidationException', message);
};
const refuseInModel = (message: string): never =>
  refuse(`The model returned the following errors: ${message}`);

const IMAGE_FORMATS = ['gif', 'jpeg', 'png', 'webp'];
const DOCUMENT_FORMATS = ['csv', 'doc', 'docx', 'html', 'md', 'pdf', 'txt', 'xls', 'xlsx'];
/**
 * Largest picture, in characters of base64. Reported in the GitHub issue
 * aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws#778
 */
const IMAGE_BASE64_MAX = 5_242_880;
const IMAGE_SIDE_MAX = 8_000;
const FILES_MAX = 20;
const DOCUMENTS_MAX = 5;
const DOCUMENT_MAX = 4.5 * 1024 * 1024;
/** Largest request, in bytes. Only the base64 characters of its files are counted. */
const REQUEST_MAX = 20 * 1024 * 1024;
/**
 * Matches the ids of models whose PDFs may be larger than `DOCUMENT_MAX`.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-api-restrictions.html
 */
const LARGE_PDFS = /anthropic\.claude-(?:opus|sonnet|haiku|fable|mythos)-[4-9]/;

/**
 * Refuses files and cache points that Bedrock refuses. Where models differ, the strictest limit applies to all models,
 * except for the size of PDFs. @throws AwsError ValidationException
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_DocumentBlock.html
 */
export function validateFiles({ messages }: ConverseRequest, modelId: string): void {
  for (const [position, message] of messages.entries()) {
    checkRoles(message);
    for (const [index, block] of message.content.entries()) {
      const at = `messages.${position}.content.${index}`;
      if (block.image) checkImage(block.image, at);
      if (block.document) checkDocument(block.document, at, modelId);
    }
    checkCachePoints(message, position);
  }
  checkAllFiles(messages.flatMap(({ content }) => content));
}

function checkRoles({ role, content }: Message): void {
  const hasDocument = content.some(({ document }) => document);
  if (role !== 'user' && content.some(({ image, document }) => image || document))
    refuse('Images and documents can only be included in messages of the user.');
  if (hasDocument && !content.some(({ text }) => text !== undefined))
    refuse('A text block is required when a message contains a document. Add a text block and try again.');
}

function checkImage(image: NonNullable<Block['image']>, at: string): void {
  const { format = '', source } = image;
  if (!IMAGE_FORMATS.includes(format))
    refuse(
      `1 validation error detected: Value at '${at}.image.format' failed to satisfy constraint: Member must satisfy enum value set: [${IMAGE_FORMATS.join(', ')}]`,
    );
  const length = source?.bytes?.length ?? 0;
  if (length > IMAGE_BASE64_MAX)
    refuseInModel(`${at}.image.source.bytes: image exceeds 5 MB maximum: ${length} bytes > 5242880 bytes`);
  const picture =
    pictureIn(bytesOf(image)) ?? refuseInModel(`${at}.image.source.bytes: Could not process image`);
  if (picture.format !== format)
    refuseInModel(
      `${at}.image.source.bytes: The image was specified using the image/${format} media type, but the image appears to be a image/${picture.format} image`,
    );
  if (Math.max(picture.width, picture.height) > IMAGE_SIDE_MAX)
    refuseInModel(`${at}.image.source.bytes: image dimensions exceed max allowed size: 8000 pixels`);
}

/** Bedrock refuses underscores and full-width spaces (aws-samples/generative-ai-use-cases#1671). */
const DOCUMENT_NAME = /^(?! *$)[A-Za-z0-9()[\]-]*(?: [A-Za-z0-9()[\]-]+)* ?$/;

function checkDocument(document: NonNullable<Block['document']>, at: string, modelId: string): void {
  const { format = '', name = '' } = document;
  if (!DOCUMENT_FORMATS.includes(format))
    refuse(
      `1 validation error detected: Value at '${at}.document.format' failed to satisfy constraint: Member must satisfy enum value set: [${DOCUMENT_FORMATS.join(', ')}]`,
    );
  if (name.length > 200 || !DOCUMENT_NAME.test(name))
    refuse(
      "The document file name can only contain alphanumeric characters, whitespace characters, hyphens, parentheses, and square brackets. The name can't contain more than one consecutive whitespace character. Check that the file name conforms to these restrictions and retry your request.",
    );
  const bytes = bytesOf(document);
  const isLimited = format !== 'pdf' || !LARGE_PDFS.test(modelId);
  if (isLimited && bytes.length > DOCUMENT_MAX)
    refuse('The document is larger than the maximum size of 4.5 MB.');
  if (bytes.length === 0 || (format === 'pdf') !== isPdf(bytes))
    refuse(`The document at ${at} is not a valid ${format} file.`);
}

/**
 * Refuses a cache point at the beginning of a message, or directly after a document other than a PDF
 * (aws/aws-sdk-java-v2#6277).
 */
function checkCachePoints({ content }: Message, position: number): void {
  for (const [index, { cachePoint }] of content.entries()) {
    const before = content[index - 1];
    if (!cachePoint) continue;
    if (!before)
      refuse('There is nothing available to cache. Please remove the invalid cache point and try again.');
    if (before?.document && before.document.format !== 'pdf')
      refuseInModel(`messages.${position}.content.${index}.type: Field required`);
  }
}

function checkAllFiles(blocks: readonly Block[]): void {
  const documents = blocks.flatMap(({ document }) => document ?? []);
  const images = blocks.flatMap(({ image }) => image ?? []);
  if (documents.length > DOCUMENTS_MAX)
    refuse(`You can't include more than ${DOCUMENTS_MAX} documents in a request.`);
  if (new Set(documents.map(({ name }) => name)).size < documents.length)
    refuse("Messages can't contain duplicate document names.");
  if (images.length + documents.length > FILES_MAX)
    refuseInModel(`too many images and documents: ${images.length} + ${documents.length} > ${FILES_MAX}`);
  // Claude refuses a request that enables citations for only some of its documents.
  if (new Set(documents.map(({ citations }) => citations?.enabled === true)).size > 1)
    refuseInModel('citations must be enabled on all or none of the documents');
  const length = [...documents, ...images].reduce((sum, { source }) => sum + (source?.bytes?.length ?? 0), 0);
  if (length > REQUEST_MAX) refuse('Input is too long for requested model.');
}
