/** How a page of the hosted UI is made. */
import { type Html, html } from '../outbox/html.ts';
import { STYLE } from './style.ts';

export interface Form {
  /** The authorization request's query, which every page hands on. */
  readonly query: string;
  readonly csrf: string;
  readonly error?: string | undefined;
  readonly email?: string | undefined;
  /** Findings of an earlier page; see hosted-ui. */
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

/** A page of its own. */
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

/** A page with one form, which posts to `path`. */
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
