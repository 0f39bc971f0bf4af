/** Layout of the stand-in's pages. They look unlike Stripe's, so that a user cannot confuse the two. */
import { type Html, html } from '../../outbox/html-template-tag.ts';

const STYLE = `
  :root { color-scheme: light dark; --ink: #20241f; --dim: #565d54; --page: #f3f5ef; --card: #fff;
    --line: #858c82; --accent: #1d6b45; --on-accent: #fff; --bad: #a8201a; --note: #fff3cf; --on-note: #4a3a00; }
  @media (prefers-color-scheme: dark) { :root { --ink: #e9eee6; --dim: #a8b0a4; --page: #141713; --card: #1e221d;
    --line: #757d72; --accent: #7fd6a8; --on-accent: #06251a; --bad: #ff9c95; --note: #3a3008; --on-note: #ffe9a8; } }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; font: 16px/1.5 system-ui, sans-serif; color: var(--ink);
    background: var(--page); }
  .stand-in { margin: 0; padding: .5rem 1rem; text-align: center; font-size: .875rem; background: var(--note);
    color: var(--on-note); }
  main { width: min(28rem, 100% - 2rem); margin: 2rem auto; padding: 1.5rem; background: var(--card);
    border-radius: .75rem; box-shadow: 0 1px 3px #0003; overflow-wrap: anywhere; }
  main.wide { width: min(64rem, 100% - 2rem); }
  h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.25; }
  h2 { margin: 2rem 0 .5rem; font-size: 1.0625rem; }
  .price { font-size: 1.75rem; font-weight: 650; margin: 0; }
  label { display: block; margin: 1rem 0 .25rem; }
  fieldset { margin: 1rem 0 0; padding: 0; border: 0; }
  fieldset label { margin: .25rem 0; min-height: 24px; }
  legend { padding: 0; }
  input:not([type=radio]), button, .button { font: inherit; padding: .625rem .75rem; border-radius: .5rem; }
  input:not([type=radio]) { width: 100%; border: 1px solid var(--line); background: transparent; color: inherit; }
  input[type=radio] { accent-color: var(--accent); width: 1.125rem; height: 1.125rem; vertical-align: -.2em; }
  button, .button { border: 1px solid var(--line); background: transparent; color: inherit; cursor: pointer;
    text-decoration: none; text-align: center; display: inline-block; }
  .primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
  .actions { display: grid; gap: .75rem; margin-top: 1.5rem; }
  .hint, dt { color: var(--dim); font-size: .875rem; }
  .hint { margin: .375rem 0 0; }
  dl { margin: 0; display: grid; gap: .5rem; }
  dd { margin: 0; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  a { color: var(--accent); }
  [role=alert] { color: var(--bad); border-left: 3px solid; padding-left: .75rem; }
  .scroll { overflow-x: auto; }
  table { border-collapse: collapse; width: 100%; font-size: .875rem; }
  th, td { text-align: left; padding: .375rem .75rem .375rem 0; border-bottom: 1px solid #8885; vertical-align: top;
    overflow-wrap: normal; white-space: nowrap; }
  td form { display: inline; }
  td button { padding: .25rem .5rem; margin: .125rem 0; }`;

export const page = (title: string, body: Html, isWide = false): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body><p class="stand-in">This is a stand-in for Stripe on your machine. No money moves.</p>
<main class="${isWide ? 'wide' : ''}"><h1>${title}</h1>${body}</main></body>
</html>`;

export const money = (cents: number | null, currency: string | null): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: currency ?? 'usd' }).format(
    (cents ?? 0) / 100,
  );

/** Formats Unix seconds as a date in UTC. */
export const date = (at: number): string =>
  new Date(at * 1000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

export const alert = (message: string | undefined): Html =>
  message === undefined ? html`` : html`<p role="alert">${message}</p>`;

export const cardField = (value: string): Html => html`<label for="card">Card number</label>
<input id="card" name="card" inputmode="numeric" autocomplete="off" value="${value}" aria-describedby="card-hint">
<p class="hint" id="card-hint">4242 4242 4242 4242 pays; 4000 0000 0000 0341 fails at the first renewal;
4000 0000 0000 0002 is declined.</p>`;
