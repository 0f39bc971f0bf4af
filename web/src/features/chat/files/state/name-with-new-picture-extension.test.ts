import { expect, it } from 'vitest';
import { nameForType } from './name-with-new-picture-extension.ts';

it.each([
  ['IMG_1.HEIC', 'image/jpeg', 'IMG_1.jpg'],
  ['photo.jpeg', 'image/jpeg', 'photo.jpeg'],
  ['photo.PNG', 'image/png', 'photo.PNG'],
  ['photo.png', 'image/webp', 'photo.webp'],
  ['photo', 'image/jpeg', 'photo.jpg'],
  ['notes.txt', 'text/plain', 'notes.txt'],
])('%s of type %s is named %s', (name, type, wanted) => {
  expect(nameForType(name, type)).toBe(wanted);
});
