import { describe, expect, it } from 'vitest';
import type { InputKind, ModelSpec } from '#contract/deployment-config';
import { AppError } from '#contract/error-codes';
import type { SentFile } from '../../models/files-as-bytes-or-text.ts';
import { chooseModel, type Routing } from './choose-model.ts';
import { filesToRoute } from './match-files-to-models.ts';
import { LEFT_OUT } from './model-health.ts';

const model = (id: string, input: InputKind[], contextTokens = 100_000): ModelSpec => ({
  ...{ id, displayName: id.toUpperCase(), contextTokens, maxOutputTokens: 100, input },
  ...{ price: { input: 1, output: 1 }, provider: { kind: 'bedrock', modelId: id } },
});
const models = [
  model('blind', ['text']),
  model('sees', ['text', 'image']),
  model('reads', ['text', 'image', 'document']),
  model('small', ['text', 'image', 'document'], 10_000),
];
const file = (fields: Partial<SentFile>): SentFile => ({
  ...{ fileId: 'f', name: 'n', kind: 'image', mediaType: 'image/png', bytes: 1_000, tokens: 100 },
  ...fields,
});
const picture = file({});
const paper = file({ kind: 'document', mediaType: 'application/pdf', textBytes: 900, pages: 1 });
const scan = file({ kind: 'document', mediaType: 'application/pdf', pages: 1 });
const ids = models.map(({ id }) => id);
const refusalOf = (candidates: readonly string[], ...files: SentFile[]) => {
  try {
    return filesToRoute(models, candidates, { files })?.unfit;
  } catch (error) {
    return error instanceof AppError ? [error.code, error.field, error.message] : error;
  }
};

describe('the models that cannot take a message’s files', () => {
  it.each<[string, SentFile[], string[]]>([
    ['a picture', [picture], ['blind']],
    ['a PDF with text', [paper], []],
    ['a PDF without text', [scan], ['blind', 'sees']],
    ['a picture and a scan', [picture, scan], ['blind', 'sees']],
    ['more text than a context', [{ ...paper, tokens: 9_000 }], ['small']],
  ])('for %s', (_, files, unfit) => {
    expect(filesToRoute(models, ids, { files })).toMatchObject({ unfit });
  });

  it('are not looked for in a conversation without files', () => {
    expect(filesToRoute(models, ids, { files: [] })).toBeUndefined();
  });

  it('are judged by the files of earlier messages as well, if a model can take them all', () => {
    const route = (files: SentFile[], earlier: SentFile[], candidates = ids) =>
      filesToRoute(models, candidates, { files, earlier });
    expect(route([], [picture])).toEqual({ hasPictures: true, unfit: ['blind'] });
    expect(route([paper], [picture])).toEqual({ hasPictures: true, unfit: ['blind'] });
    expect(route([], [picture], ['blind'])).toBeUndefined();
    expect(route([picture], [scan], ['blind', 'sees'])).toEqual({ hasPictures: true, unfit: ['blind'] });
  });

  it('are judged by the files of the project like the message’s own, unless no model takes them', () => {
    const route = (files: SentFile[], projectFiles: SentFile[], candidates = ids) =>
      filesToRoute(models, candidates, { files, projectFiles });
    expect(route([], [picture])).toEqual({ hasPictures: true, unfit: ['blind'] });
    expect(route([picture], [scan])).toEqual({ hasPictures: true, unfit: ['blind', 'sees'] });
    expect(route([], [picture], ['blind'])).toBeUndefined();
    expect(route([paper], [scan], ['blind', 'sees'])).toEqual({ hasPictures: false, unfit: [] });
    const behind = (files: SentFile[]) =>
      filesToRoute(models, ['blind', 'sees'], { files, earlier: [picture], projectFiles: [scan] });
    expect(behind([])).toEqual({ hasPictures: true, unfit: ['blind'] });
    expect(behind([paper])).toEqual({ hasPictures: true, unfit: ['blind'] });
    const many = Array.from({ length: 15 }, () => picture);
    expect(() => route(many, many, ['sees'])).toThrow('None of your models can take these files');
    const earlier = { files: [], earlier: [picture], projectFiles: [paper] };
    expect(filesToRoute(models, ['blind'], earlier)).toEqual({ hasPictures: false, unfit: [] });
  });

  it('cause the message to be refused when they are all that the caller has', () => {
    const message = 'None of your models can take these files. Send fewer or smaller ones.';
    const unseen = ['no_model_for_files', 'files', 'None of your models can see pictures.'];
    expect(refusalOf(['blind'], picture)).toEqual(unseen);
    expect(refusalOf(['blind', 'sees'], scan)).toEqual(['no_model_for_files', 'files', message]);
    expect(refusalOf(['sees'], file({ bytes: 4_000_000 }))).toEqual(['no_model_for_files', 'files', message]);
  });
});

describe('the model for a message with files', () => {
  const routing = (candidates: readonly string[], files: SentFile[], isRequested = false): Routing => {
    const found = filesToRoute(models, candidates, { files });
    return { need: 'general', candidates, isRequested, tokens: 100, ...(found && { files: found }) };
  };
  const choose = (given: Routing, refusing: readonly string[] = []) => {
    const health = new Map(refusing.map((id) => [id, LEFT_OUT]));
    const { model: chosen, reason, others } = chooseModel(models, given, health);
    return [chosen.id, reason, others.map(({ id }) => id)];
  };

  it('is one that takes the files, and so are its fallbacks', () => {
    expect(choose(routing(['blind', 'sees', 'reads'], [picture]))).toEqual([
      ...['sees', 'Chosen for general questions.', ['reads']],
    ]);
  });

  it('is the only one that sees, and the reason says so', () => {
    const given = routing(['blind', 'sees'], [picture]);
    expect(choose(given)).toEqual(['sees', 'Chosen because it can see pictures.', []]);
  });

  it('is another than the user chose when that one cannot see, and the reason says so', () => {
    const given = routing(['blind', 'sees'], [picture], true);
    expect(choose(given)).toEqual(['sees', 'BLIND cannot see pictures, so this model was chosen.', []]);
    const scanned = routing(['sees', 'reads'], [scan], true);
    expect(choose(scanned)[1]).toBe('SEES cannot take these files, so this model was chosen.');
  });

  it('is the one that the user chose when that one takes them', () => {
    expect(choose(routing(['sees', 'blind'], [picture], true))[1]).toBe('You chose this model.');
    const refused = choose(routing(['sees', 'blind', 'reads'], [picture], true), ['sees']);
    expect(refused).toEqual([
      ...['reads', 'SEES cannot be used at the moment, so this model was chosen.', []],
    ]);
  });

  it('is called even when it refused before, if no other takes the files', () => {
    expect(choose(routing(['blind', 'sees'], [picture]), ['sees'])[0]).toBe('sees');
  });
});
