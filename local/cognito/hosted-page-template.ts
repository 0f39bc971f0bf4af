/** Renders the pages of the hosted UI, with a form or without. */
import { type Html, html } from '../outbox/html-template-tag.ts';

const STYLE = `
  :root { color-scheme: light dark; --ink: #1c1d22; --dim: #5b5e6b; --page: #f5f5f7; --card: #fff;
    --line: #8a8d9a; --accent: #3447c9; --on-accent: #fff; --bad: #a8201a; }
  @media (prefers-color-scheme: dark) { :root { --ink: #ececf1; --dim: #a9abb8; --page: #16171b;
    --card: #202127; --line: #74778a; --accent: #9aa7ff; --on-accent: #14163a; --bad: #ff9c95; } }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem;
    font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); }
  main { width: min(24rem, 100%); padding: 2rem; background: var(--card); border-radius: 1rem;
    box-shadow: 0 1px 3px #0003; }
  .brand { margin: 0; color: var(--dim); }
  h1 { margin: .25rem 0 1.25rem; font-size: 1.5rem; line-height: 1.2; }
  label { display: block; margin: 1rem 0 .25rem; }
  input, button { font: inherit; width: 100%; padding: .625rem .75rem; border-radius: .5rem; color: inherit; }
  input { border: 1px solid var(--line); background: transparent; }
  button { margin-top: 1.5rem; border: 0; background: var(--accent); color: var(--on-accent); cursor: pointer; }
  button.link { margin: 1rem 0 0; padding: 0; background: none; color: var(--accent); text-align: left;
    text-decoration: underline; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  a { color: var(--accent); }
  nav { display: grid; gap: .5rem; margin-top: 1.25rem; }
  .hint { color: var(--dim); font-size: .875rem; margin: .25rem 0 0; }
  [role=alert] { color: var(--bad); border-left: 3px solid; padding-left: .75rem; }
`;

export interface Form {
  /** Query of the authorization request, which every page passes to the next. */
  readonly query: string;
  readonly csrf: string;
  readonly error?: string | undefined;
  readonly email?: string | undefined;
  readonly ticket?: string | undefined;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly autocomplete: string;
  readonly value?: string | undefined;
  readonly hint?: string;
}

const input = ({ name, label, type, autocomplete, value, hint }: Field): Html => html`
  <label for="${name}">${label}</label>
  <input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" required>
  ${hint === undefined ? undefined : html`<p class="hint">${hint}</p>`}`;

export function page(brand: string, title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - ${brand}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body><main><p class="brand">${brand}</p><h1>${title}</h1>${body}</main></body>
</html>`;
}

export function formPage(
  brand: string,
  texts: { readonly title: string; readonly button: string; readonly intro?: string },
  path: string,
  form: Form,
  fields: readonly Field[],
  links: Html = html``,
): Html {
  return page(
    brand,
    texts.title,
    html`${texts.intro === undefined ? undefined : html`<p>${texts.intro}</p>`}
    ${form.error === undefined ? undefined : html`<p role="alert">${form.error}</p>`}
    <form method="post" action="${path}?${form.query}">
      <input type="hidden" name="_csrf" value="${form.csrf}">
      <input type="hidden" name="ticket" value="${form.ticket}">
      ${fields.map(input)}
      <button type="submit">${texts.button}</button>
    </form>${links}`,
  );
}
