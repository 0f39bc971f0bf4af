/**
 * Gives a model the files of a conversation, each in the form that the model takes. In place of a file that was
 * removed, or that the model cannot take, the model gets a sentence.
 */
import type { ModelSpec } from '#contract/deployment-config';
import { type FileForm, formsOf, projectFormsOf, tokensInForm } from '../../models/files-as-bytes-or-text.ts';
import type { ModelFile, ModelMessage } from '../../models/model-port.ts';
import type { TurnFile } from '../../store/files/files.ts';
import { notesOf } from '../routing/needs-and-reasons.ts';
import type { ContextMessage } from './model-context.ts';

/** Reads a file's bytes or extracted text. Undefined for a file that is gone. */
export type ReadFile = (file: TurnFile, form: 'bytes' | 'text') => Promise<Uint8Array | undefined>;

export interface Prompt {
  readonly messages: readonly ModelMessage[];
  /** Sentences for the user about files that the model does not get. */
  readonly notes: readonly string[];
}

/** Loads the files of one turn's context. Reads a file once per form, also when several models are tried. */
export class FileLoader {
  readonly #read: ReadFile;
  readonly #planTokens: number | undefined;
  readonly #found = new Map<string, Promise<Uint8Array | undefined>>();

  /** @param planTokens tokens of files that the user's plan allows in a request. @default no limit */
  constructor(read: ReadFile, planTokens?: number) {
    this.#read = read;
    this.#planTokens = planTokens;
  }

  /** Rejects when a file cannot be read. */
  async promptFor(model: ModelSpec, messages: readonly ContextMessage[]): Promise<Prompt> {
    const projectFiles = messages[0]?.projectFiles ?? [];
    const planTokens = this.#planTokens;
    const ofProject = projectFormsOf(model, projectFiles, planTokens);
    const forms = formsOf(model, messages, { planTokens, projectFiles });
    const [name, nameInProject] = [namer(), namer('Project ')];
    const left = { hasPictures: false, hasDocuments: false, hasRemoved: false, hasOfProject: false };
    const load = async (file: TurnFile, form: FileForm, isOfProject = false): Promise<ModelFile> => {
      const { kind, mediaType } = file;
      const about = { name: isOfProject ? nameInProject(file) : name(file), mediaType };
      const tokens = tokensInForm(file, form);
      if (form === 'none') {
        left[isOfProject ? 'hasOfProject' : kind === 'image' ? 'hasPictures' : 'hasDocuments'] = true;
        const text = `(${about.name} ${isOfProject ? 'stands' : 'was sent'} here. You cannot ${kind === 'image' ? 'see' : 'read'} it.)`;
        return { ...about, tokens, content: { kind: 'text', text } };
      }
      const bytes = await this.#bytesOf(file, form);
      if (!bytes) {
        left.hasRemoved = true;
        return { ...about, tokens, content: { kind: 'text', text: `(${about.name} was removed.)` } };
      }
      return { ...about, tokens, content: form === 'text' ? textOf(about.name, bytes) : { kind, bytes } };
    };
    const loaded = await Promise.all(
      messages.map(async ({ files = [], projectFiles = [], ...message }, m): Promise<ModelMessage> => {
        const [inFront, own] = await Promise.all([
          Promise.all(projectFiles.map((file, n) => load(file, ofProject[n] ?? 'none', true))),
          Promise.all(files.map((file, n) => load(file, forms[m]?.[n] ?? 'none'))),
        ]);
        return {
          ...message,
          ...(inFront.length > 0 && { projectFiles: inFront }),
          ...(own.length > 0 && { files: own }),
        };
      }),
    );
    return { messages: loaded, notes: notesOf(left) };
  }

  #bytesOf(file: TurnFile, form: 'bytes' | 'text'): Promise<Uint8Array | undefined> {
    const key = `${file.fileId} ${form}`;
    const found = this.#found.get(key) ?? this.#read(file, form);
    this.#found.set(key, found);
    return found;
  }
}

/**
 * Names files by kind and number, for example `Picture 2`. The model does not get the names that users gave, because
 * they may hold instructions to the model.
 */
function namer(prefix = ''): (file: TurnFile) => string {
  const count = { image: 0, document: 0 };
  return ({ kind }) => {
    count[kind] += 1;
    const name = `${prefix}${kind === 'image' ? 'picture' : 'document'} ${count[kind]}`;
    return name.charAt(0).toUpperCase() + name.slice(1);
  };
}

/** Escapes the closing tag in the document's text, so that the text cannot end the document. */
function textOf(name: string, bytes: Uint8Array): ModelFile['content'] {
  const text = new TextDecoder().decode(bytes).replaceAll('</document', '<\\/document');
  return { kind: 'text', text: `<document name="${name}">\n${text}\n</document>` };
}
