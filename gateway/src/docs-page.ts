import { createHash } from 'node:crypto';
import type { OpenApiDocument, OpenApiOperation } from './openapi';

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Text as it stands in HTML. */
const html = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] as string);

/** The product's own colours (the tokens of its look), light and dark. */
const STYLE = `
:root { color-scheme: light dark; --paper: #FBF8F3; --surface: #FFF; --sunk: #F3EEE5; --ink: #1F1B16; --soft: #5E564B; --line: #E4DCCF; --primary: #3A41C6;
  --get: #2B6546; --get-bg: #E3F2E8; --post: #3A41C6; --post-bg: #ECEDFC; --patch: #7A5100; --patch-bg: #FFF0CC; --delete: #A93420; --delete-bg: #FBE9E4 }
@media (prefers-color-scheme: dark) { :root { --paper: #161411; --surface: #201D19; --sunk: #110F0D; --ink: #F4EFE7; --soft: #B9AF9F; --line: #37322B; --primary: #A6AEFF;
  --get: #84D3A5; --get-bg: #173325; --post: #A6AEFF; --post-bg: #262850; --patch: #F5C65B; --patch-bg: #3B2D0C; --delete: #FF9E8A; --delete-bg: #42201A } }
* { box-sizing: border-box }
body { font: 15px/1.5 'Instrument Sans', system-ui, sans-serif; background: var(--paper); color: var(--ink); max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem }
header { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; align-items: center; padding-bottom: 1.25rem; border-bottom: 2px dashed var(--line) }
header svg { width: 44px; height: 44px } header p { grid-column: 1 / -1; margin: .25rem 0 0; max-width: 70ch; color: var(--soft) }
h1 { font-size: 34px; line-height: 1.15; margin: 0 } h2 { font-size: 20px; margin: 2.25rem 0 .75rem; text-transform: capitalize } h4 { margin: 1rem 0 .35rem }
nav ul { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; list-style: none; padding: 0; margin: 1rem 0 0; text-transform: capitalize }
a { color: var(--primary) } a:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 3px solid var(--primary); outline-offset: 2px; border-radius: 6px }
code, pre { font: 13px/1.5 ui-monospace, monospace }
details { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; margin: .5rem 0 }
summary { padding: .7rem 2.5rem .7rem .9rem; cursor: pointer; display: grid; grid-template-columns: 5rem minmax(0, 18rem) 1fr; gap: .1rem .75rem; align-items: baseline; position: relative; list-style: none }
summary::-webkit-details-marker { display: none }
summary::after { content: ''; position: absolute; right: 1.1rem; top: 1.2rem; width: .5rem; height: .5rem; border: solid var(--soft); border-width: 0 2px 2px 0; transform: rotate(45deg) translate(-50%, -50%) }
details[open] > summary::after { transform: rotate(225deg) }
summary b { font-size: 13px; text-align: center; border-radius: 6px; padding: .1rem .3rem } summary code { overflow-wrap: anywhere } summary span { color: var(--soft) }
.get { color: var(--get); background: var(--get-bg) } .post { color: var(--post); background: var(--post-bg) } .patch { color: var(--patch); background: var(--patch-bg) } .delete { color: var(--delete); background: var(--delete-bg) }
.body { padding: .25rem .9rem .9rem; border-top: 2px dashed var(--line) } pre { background: var(--sunk); padding: .75rem; border-radius: 6px; overflow-x: auto; max-height: 24rem; margin: 0 }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
.table { overflow-x: auto }
@media (max-width: 640px) { summary { grid-template-columns: 5rem 1fr } summary span { grid-column: 1 / -1 } h1 { font-size: 25px } }
`;

/** The mark: a four-patch block, one patch turned, sewn together. */
const MARK =
  '<svg viewBox="0 0 44 44" aria-hidden="true"><rect x="2" y="2" width="18" height="18" rx="2" fill="#3A41C6"/><rect x="24" y="2" width="18" height="18" rx="2" fill="#2B6546"/><rect x="2" y="24" width="18" height="18" rx="2" fill="#F5C65B"/><rect x="26.5" y="26.5" width="13" height="13" rx="2" fill="#A93420" transform="rotate(45 33 33)"/><path d="M22 3v38M3 22h38" stroke="#8C8272" stroke-dasharray="3 3"/></svg>';

/** `code` in a sentence. */
const sentence = (text: string) => html(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const block = (title: string, schema: unknown) =>
  `<h4>${title}</h4><pre tabindex="0">${html(JSON.stringify(schema, null, 2))}</pre>`;

const tokensOf = (security: OpenApiOperation['security']): string => {
  const names = (security ?? []).flatMap((scheme) => Object.keys(scheme));
  if (names.length === 0) return 'None needed.';
  const words = names
    .map((name) => (name === 'accessToken' ? 'an access token' : 'an identity token'))
    .join(' or ');
  return `${security?.some((scheme) => Object.keys(scheme).length === 0) ? 'Optional: ' : ''}${words}.`;
};

const parameterTable = (parameters: OpenApiOperation['parameters']): string => {
  if (!parameters) return '';
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${html(name)}</code></td><td>${place}</td><td>${required ? 'yes' : 'no'}</td><td><code>${html(JSON.stringify(schema))}</code></td></tr>`,
  );
  return `<h4>Parameters</h4><div class="table" tabindex="0"><table><thead><tr><th>Name</th><th>In</th><th>Required</th><th>Schema</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
};

const contentBlocks = (title: string, content: Record<string, { schema: unknown }> | undefined): string =>
  Object.entries(content ?? {})
    .map(([type, { schema }]) => block(`${title} <small>(${html(type)})</small>`, schema))
    .join('');

const operationBlock = (path: string, method: string, operation: OpenApiOperation): string => {
  const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  const problems = Object.keys(operation.responses).filter((status) => /^[45]/.test(status));
  return `<details id="${html(operation.operationId)}"><summary><b class="${method}">${method.toUpperCase()}</b><code>${html(path)}</code><span>${html(operation.summary)}</span></summary><div class="body">
<p>Token: ${tokensOf(operation.security)}</p>
${parameterTable(operation.parameters)}${contentBlocks('Request body', operation.requestBody?.content)}
${successes.map(([status, response]) => `<h4>${status}</h4>${contentBlocks('Answer', response.content as Record<string, { schema: unknown }> | undefined)}`).join('')}
${problems.length > 0 ? `<p>Problems: ${problems.join(', ')}</p>` : ''}</div></details>`;
};

/** The contract as one page that people can read: nothing is loaded, nothing runs. */
export const docsPage = (document: OpenApiDocument): { html: string; policy: string } => {
  const sections = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] as string;
      sections.set(tag, [...(sections.get(tag) ?? []), operationBlock(path, method, operation)]);
    }
  }
  const { title, description } = document.info;
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${html(title)} REST API</title><style>${STYLE}</style></head><body><main>
<header>${MARK}<h1>${html(title)} REST API</h1><p>${sentence(description)} For programs: <a href="/openapi.json">openapi.json</a>.</p></header>
<nav aria-label="Services"><ul>${[...sections.keys()].map((tag) => `<li><a href="#${tag}">${html(tag)}</a></li>`).join('')}</ul></nav>
${[...sections].map(([tag, blocks]) => `<section><h2 id="${tag}">${html(tag)}</h2>${blocks.join('')}</section>`).join('')}
</main></body></html>`;
  const hash = createHash('sha256').update(STYLE).digest('base64');
  return {
    html: page,
    policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
};
