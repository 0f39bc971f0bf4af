import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { endComposition, press } from '../../../../../test/components/browser.ts';
import { tabThroughPlaceholders } from './tab-through-placeholders.ts';

function givenField(value: string): HTMLTextAreaElement {
  const field = document.createElement('textarea');
  field.value = value;
  document.body.replaceChildren(field, document.createElement('button'));
  field.focus();
  return field;
}
const selected = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
  value.slice(selectionStart, selectionEnd);

it('Tab goes to the next placeholder, Shift+Tab back, and Tab leaves the field when none is left', async () => {
  const field = givenField('Write to {name} about {topic} today');
  tabThroughPlaceholders(field);
  expect(selected(field)).toBe('{name}');
  await press('{Tab}');
  expect(selected(field)).toBe('{topic}');
  await press('{Shift>}{Tab}{/Shift}');
  expect(selected(field)).toBe('{name}');
  await press('Ada{Tab}');
  expect(selected(field)).toBe('{topic}');
  await press('tea{Tab}');
  expect(field.value).toBe('Write to Ada about tea today');
  expect(document.activeElement?.tagName).toBe('BUTTON');
});

it('a Tab that ends a composition of an input method in Safari stays in the placeholder', () => {
  const field = givenField('Write to {name} about {topic}');
  tabThroughPlaceholders(field);
  expect(endComposition(page.elementLocator(field), 'Tab')).toBe(true);
  expect(selected(field)).toBe('{name}');
});

it('a text without placeholders has the cursor at its end, and Tab leaves the field at once', async () => {
  const field = givenField('Summarise this: {} { a\nb }');
  tabThroughPlaceholders(field);
  expect([selected(field), field.selectionStart]).toEqual(['', field.value.length]);
  await press('{Tab}');
  expect(document.activeElement?.tagName).toBe('BUTTON');
});
