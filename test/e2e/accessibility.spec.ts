/** Main pages as assistive technology reads them: the tree of roles and names, and the order of the Tab key. */
import type { Page } from 'playwright/test';
import { expect, send, test } from './fixtures.ts';
import { expectReflow, walk } from './keyboard-walk.ts';

const REPLY = `Three **days**.

| Day | Plan |
|---|---|
| 1 | Alfama |

\`\`\`ts
const day = 1;
\`\`\`

It is $e^x$, see [a site](https://example.com).`;

const main = (page: Page) => page.getByRole('main');
const TOP = ['link Skip to content', 'link Parley'];
const ACCOUNT_TOP = [...TOP, 'button Add chat', 'link Back to your chats'];

test('a visitor meets named fields in order: waitlist, sign-up, guest chat', async ({ page, stack }) => {
  stack.replyWith('A plain reply.');
  await page.goto('/');
  await expect(main(page)).toMatchAriaSnapshot(`
    - heading "Welcome To Parley" [level=1]
    - paragraph: "Several AI models in one chat: each question goes to the one that suits it best."
    - paragraph: This page is accessible by invitation only. Please provide your email to join the waitlist.
    - textbox "Email"
    - button "Join the waitlist" [disabled]
    - status
    - textbox "Your question"
    - button "Try it as a guest"
    - link "I have an invitation code"
  `);
  await expectReflow(page);
  expect(await walk(page)).toEqual([
    ...TOP,
    'link Login',
    'textbox Email',
    'textbox Your question',
    'button Try it as a guest',
    'link I have an invitation code',
  ]);

  await page.goto('/register?code=ABCD-EFGH-JKLM');
  await expect(main(page)).toMatchAriaSnapshot(`
    - heading "Welcome to Parley" [level=1]
    - textbox "Full Name"
    - textbox "Email"
    - textbox "Password"
    - switch "Show password"
    - textbox "Confirm Password"
    - switch "Show confirm password"
    - textbox "Invitation Code": ABCD-EFGH-JKLM
    - button "Sign Up"
  `);
  await expectReflow(page);
  expect(await walk(page)).toEqual([
    ...TOP,
    'textbox Full Name',
    'textbox Email',
    'textbox Password',
    'switch Show password',
    'textbox Confirm Password',
    'switch Show confirm password',
    'textbox Invitation Code',
    'button Sign Up',
    'link Login',
    'link Join the waitlist',
  ]);

  await page.goto('/guest');
  await page.getByRole('button', { name: 'Skip' }).waitFor();
  await expectReflow(page);
  await page.getByRole('textbox').fill('Hello');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Regenerate' })).toBeVisible();
  await expect(main(page)).toMatchAriaSnapshot(`
    - heading "Guest chat" [level=1]
    - log "Conversation":
      - article "Parley"
      - article "You": Hello
      - article "Parley":
        - paragraph: A plain reply.
    - status: The reply is complete.
    - textbox "Your message"
    - button "Send" [disabled]
    - paragraph: Guest chats are kept for 7 days. Log in to keep yours.
  `);
  expect(await walk(page)).toEqual([
    'link Skip to content',
    'button Close menu',
    'link Parley',
    'link Login',
    'link New Chat',
    'log Conversation',
    ...['button Copy', 'button Edit', 'button Copy', 'button Regenerate'],
    'textbox Your message',
  ]);
});

test('a user meets chats, a reply, menus, a shared chat and the account by name and in order', async ({
  chat,
  stack,
}) => {
  stack.replyWith(REPLY);
  await chat.getByRole('button', { name: 'New project' }).click();
  await chat.getByLabel('Name').fill('House');
  await chat.keyboard.press('Enter');
  await expect(chat.getByRole('button', { name: 'House', exact: true })).toBeVisible();
  await send(chat, 'Plan three days');
  await expect(chat.getByRole('button', { name: 'Regenerate' })).toBeVisible();
  await expect(chat.locator('math')).toBeVisible();
  await expect(chat.getByRole('button', { name: /^Effort/ })).toBeVisible();
  await expect(chat.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - button "Close menu" [expanded]
      - link "Parley"
      - text: Test User
      - button "Add chat"
    - button "New Chat"
    - button "New temporary chat"
    - button "Search"
    - navigation "Chats":
      - heading "Projects" [level=2]
      - button "New project"
      - list "Projects":
        - listitem:
          - button "House"
          - 'button "Project options: House"'
      - heading "Chats" [level=2]
      - list "Chats":
        - listitem:
          - link /^Plan three days/
          - 'button "Chat options: Plan three days"'
    - button "Account and more"
    - button "Logout"
    - main:
      - heading "Plan three days" [level=1]
      - button "Share chat"
      - button "Export or copy chat"
      - button "Download as PDF"
      - log "Conversation":
        - article "Parley"
        - article "You": Plan three days
        - article "Parley":
          - paragraph:
            - strong: days
          - region "Table":
            - table:
              - rowgroup:
                - row "Day Plan":
                  - columnheader "Day"
                  - columnheader "Plan"
              - rowgroup:
                - row "1 Alfama"
          - figure "Code in ts":
            - button "Copy code"
            - code: const day = 1;
          - paragraph:
            - math
            - link "a site"
          - button "Like"
          - button "Bad reply"
          - button "Copy"
          - button "Regenerate"
          - button "Retry with..."
      - status: The reply is complete.
      - button "Add files"
      - textbox "Your message"
      - button "Send" [disabled]
      - 'button "Model: Auto"'
      - 'button "Effort: Quick"'
  `);
  expect(await walk(chat)).toEqual([
    'link Skip to content',
    ...['button Close menu', 'link Parley', 'button Add chat'],
    ...['button New Chat', 'button New temporary chat', 'button Search'],
    ...['button New project', 'button House', 'button Project options: House'],
    ...[expect.stringMatching(/^link Plan three days/), 'button Chat options: Plan three days'],
    ...['button Account and more', 'button Logout'],
    ...['button Share chat', 'button Export or copy chat', 'button Download as PDF'],
    ...['log Conversation', 'button Copy', 'button Edit'],
    ...['region Table', 'button Copy code', 'code const day = 1;', 'link a site'],
    ...['button Like', 'button Bad reply', 'button Copy', 'button Regenerate', 'button Retry with...'],
    ...['button Add files', 'textbox Your message', 'button Model: Auto', 'button Effort: Quick'],
  ]);

  await chat.getByRole('button', { name: 'Model: Auto' }).press('Enter');
  await expect(chat.getByRole('menu')).toMatchAriaSnapshot(`
    - menu "Model":
      - menuitemradio /^Auto/ [checked]
      - menuitemradio /^Gemini/
      - menuitem /^Claude .+ Part of Premium/
      - separator
      - menuitemcheckbox "Use for this whole chat"
  `);
  await chat.keyboard.press('Escape');
  await expect(chat.getByRole('button', { name: 'Model: Auto' })).toBeFocused();
  await chat.getByRole('button', { name: 'Share chat' }).press('Enter');
  await expect(chat.getByRole('dialog')).toMatchAriaSnapshot(`
    - dialog "Share chat":
      - heading "Share chat" [level=2]
      - list
      - group "Who may read it":
        - radio "People with an account and the link" [checked]
        - radio "Anyone with the link, account or not"
      - button "Close"
      - button "Create link"
  `);
  expect(await walk(chat)).toEqual([
    'radio People with an account and the link',
    'button Close',
    'button Create link',
  ]);
  await expectReflow(chat);
  await chat.getByRole('button', { name: 'Create link' }).press('Enter');
  const link = await chat.getByRole('textbox', { name: 'Link' }).inputValue();
  await chat.keyboard.press('Escape');
  await expectReflow(chat);

  await chat.goto(new URL(link).pathname);
  await expect(main(chat)).toMatchAriaSnapshot(`
    - heading "Plan three days" [level=1]
    - region "Messages":
      - heading "Messages" [level=2]
      - article "Question": Plan three days
      - article "Parley":
        - region "Table"
        - figure "Code in ts"
    - region "Continue this chat":
      - heading "Continue this chat" [level=2]
      - button "Continue this chat"
    - button "Report this chat"
  `);
  await expectReflow(chat);
  expect(await walk(chat)).toEqual([
    ...[...TOP, 'button Add chat'],
    ...['region Table', 'button Copy code', 'code const day = 1;', 'link a site'],
    ...['button Continue this chat', 'button Report this chat'],
  ]);

  await chat.goto('/account');
  await expect(chat.getByRole('button', { name: 'End all others' })).toBeVisible();
  await expect(main(chat)).toMatchAriaSnapshot(`
    - link "Back to your chats"
    - heading "Account" [level=1]
    - region "Account":
      - term: Name
      - definition: Test User
    - region "Two-step sign-in":
      - button "Set up…"
    - region "Signed-in devices":
      - list
      - button "End all others"
    - region "Chats on this device":
      - checkbox "Keep chats on this device" [checked]
    - region "Your data":
      - button "Download my data"
    - region "Delete account":
      - button "Delete account…"
  `);
  await expectReflow(chat);
  expect(await walk(chat)).toEqual([
    ...ACCOUNT_TOP,
    ...['link Your usage', 'link Your plan', 'link Shared chats', 'link Import chats', 'link Support'],
    ...['button Set up…', 'button End all others', 'checkbox Keep chats on this device'],
    ...['button Download my data', 'button Delete account…'],
  ]);

  await chat.goto('/usage');
  await expect(chat.getByText('Show the numbers')).toBeVisible();
  await expect(chat.getByRole('link', { name: 'See the plans' })).toBeVisible();
  await expectReflow(chat);
  expect(await walk(chat)).toEqual([...ACCOUNT_TOP, 'text Show the numbers', 'link See the plans']);

  await chat.goto('/personalize');
  await expect(chat.getByRole('textbox')).toBeVisible();
  await expectReflow(chat);
  expect(await walk(chat)).toEqual([
    ...ACCOUNT_TOP,
    ...['textbox How should you be answered?', 'checkbox Use these instructions', 'button Save'],
    'button Add prompt',
  ]);
});
