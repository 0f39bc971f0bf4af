import { expect, it } from 'vitest';
import { modelName } from './names-of-preconfigured-models.ts';

it.each([
  ['geminitwofive', 'Gemini 2.5'],
  ['chatgpt', 'ChatGPT'],
  ['claude', 'Claude'],
  ['deepseek', 'DeepSeek'],
  ['mistral', 'Mistral'],
  ['constructor', 'Constructor'],
])('shows %s as %s', (id, name) => {
  expect(modelName(id)).toBe(name);
});
