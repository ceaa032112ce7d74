import { createHash } from 'node:crypto';
import type { Problem } from '@piecework/contracts';
import type { MediaType, OpenApiDocument, OpenApiOperation, OpenApiResponse } from './openapi';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const html = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] as string);

/** The colour tokens of packages/ui. */
const STYLE = `
:root { color-scheme: light dark; --paper: #FBF8F3; --surface: #FFF; --sunk: #F3EEE5; --ink: #1F1B16; --soft: #5E564B; --line: #E4DCCF; --primary: #3A41C6;
  --get: #2B6546; --get-bg: #E3F2E8; --post: #3A41C6; --post-bg: #ECEDFC; --patch: #7A5100; --patch-bg: #FFF0CC; --delete: #A93420; --delete-bg: #FBE9E4 }
@media (prefers-color-scheme: dark) { :root { --paper: #161411; --surface: #201D19; --sunk: #110F0D; --ink: #F4EFE7; --soft: #B9AF9F; --line: #37322B; --primary: #A6AEFF;
  --get: #84D3A5; --get-bg: #173325; --post: #A6AEFF; --post-bg: #262850; --patch: #F5C65B; --patch-bg: #3B2D0C; --delete: #FF9E8A; --delete-bg: #42201A } }
* { box-sizing: border-box }
body { font: 15px/1.5 'Instrument Sans', system-ui, sans-serif; background: var(--paper); color: var(--ink); max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem }
header { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; align-items: center; padding-bottom: 1.25rem; border-bottom: 2px dashed var(--line) }
header svg { width: 44px; height: 44px } .about { grid-column: 1 / -1; max-width: 70ch; color: var(--soft) } .about p, .about ol { margin: .5rem 0 0 } .about strong { color: var(--ink) }
h1 { font-size: 34px; line-height: 1.15; margin: 0 } h2 { font-size: 20px; margin: 2.25rem 0 .75rem; text-transform: capitalize } h3 { font-size: 16px; margin: 1.5rem 0 .35rem } h4 { margin: .75rem 0 .35rem } section > p { color: var(--soft); margin: 0 0 .75rem } small { color: var(--soft); font-weight: 400 }
nav ul { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; list-style: none; padding: 0; margin: 1rem 0 0; text-transform: capitalize }
a { color: var(--primary) } a:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 3px solid var(--primary); outline-offset: 2px; border-radius: 6px }
code, pre { font: 13px/1.5 ui-monospace, monospace }
details { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; margin: .5rem 0 }
summary { padding: .7rem 2.5rem .7rem .9rem; cursor: pointer; display: grid; grid-template-columns: 5rem minmax(0, 18rem) 1fr; gap: .1rem .75rem; align-items: baseline; position: relative; list-style: none }
summary::-webkit-details-marker { display: none }
summary::after { content: ''; position: absolute; right: 1.1rem; top: 1.2rem; width: .5rem; height: .5rem; border: solid var(--soft); border-width: 0 2px 2px 0; transform: rotate(45deg) translate(-50%, -50%) }
details[open] > summary::after { transform: rotate(225deg) }
summary b { font-size: 13px; text-align: center; border-radius: 6px; padding: .1rem .3rem } summary code { overflow-wrap: anywhere } summary span { color: var(--soft) }
.get { color: var(--get); background: var(--get-bg) } .post { color: var(--post); background: var(--post-bg) } .patch { color: var(--patch); background: var(--patch-bg) } .delete { color: var(--delete); background: var(--delete-bg) } .schema { color: var(--soft); background: var(--sunk) }
.body { padding: .25rem .9rem .9rem; border-top: 2px dashed var(--line) } pre { background: var(--sunk); padding: .75rem; border-radius: 6px; overflow-x: auto; max-height: 24rem; margin: 0 }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top } td:nth-child(n + 4) code { overflow-wrap: anywhere }
.table { overflow-x: auto }
@media (max-width: 640px) { summary { grid-template-columns: 5rem 1fr } summary span { grid-column: 1 / -1 } h1 { font-size: 25px } }
`;

const MARK =
  '<svg viewBox="0 0 44 44" aria-hidden="true"><rect x="2" y="2" width="18" height="18" rx="2" fill="#3A41C6"/><rect x="24" y="2" width="18" height="18" rx="2" fill="#2B6546"/><rect x="2" y="24" width="18" height="18" rx="2" fill="#F5C65B"/><rect x="26.5" y="26.5" width="13" height="13" rx="2" fill="#A93420" transform="rotate(45 33 33)"/><path d="M22 3v38M3 22h38" stroke="#8C8272" stroke-dasharray="3 3"/></svg>';

const sentence = (text: string) =>
  html(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');

/** The subset of CommonMark that the document uses: paragraphs and numbered lists. */
const prose = (text: string): string =>
  text
    .split('\n\n')
    .map((block) => {
      const items = block.split('\n').map((line) => /^\d+\. (.*)$/.exec(line)?.[1]);
      return items.every((item) => item !== undefined)
        ? `<ol>${items.map((item) => `<li>${sentence(item)}</li>`).join('')}</ol>`
        : `<p>${sentence(block)}</p>`;
    })
    .join('');

const json = (value: unknown): string =>
  html(JSON.stringify(value, null, 2)).replace(
    /#\/components\/schemas\/(\w+)/g,
    (_, name: string) => `<a href="#schema-${name}">${name}</a>`,
  );
const block = (title: string, value: unknown) => `<h4>${title}</h4><pre tabindex="0">${json(value)}</pre>`;

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<div class="table" tabindex="0"><table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table></div>`;

const tokensOf = (operation: OpenApiOperation): string => {
  const { security = [], 'x-roles': roles } = operation;
  const names = security.flatMap((scheme) => Object.keys(scheme));
  if (names.length === 0) return 'None needed.';
  const words = names.map((name) => (name === 'accessToken' ? 'an access token' : 'an identity token')).join(' or ');
  const optional = security.some((scheme) => Object.keys(scheme).length === 0) ? 'Optional: ' : '';
  return `${optional}${words}${roles ? ` of a ${roles.join(' or ')}` : ''}.`;
};

const parameterTable = (parameters: OpenApiOperation['parameters']): string => {
  if (!parameters) return '';
  const rows = parameters.map(({ name, in: place, required, description, schema, example }) => [
    `<code>${html(name)}</code>`,
    place,
    required ? 'yes' : 'no',
    `${description ? `${sentence(description)}<br>` : ''}<code>${html(JSON.stringify(schema))}</code>`,
    example === undefined ? '' : `<code>${html(String(example))}</code>`,
  ]);
  return `<h4>Parameters</h4>${table(['Name', 'In', 'Required', 'What', 'Example'], rows)}`;
};

const contentBlocks = (content: Record<string, MediaType> | undefined): string =>
  Object.entries(content ?? {})
    .map(([type, { schema, example }]) => {
      const shown = example === undefined ? '' : block('Example', example);
      return `<p><code>${html(type)}</code></p>${shown}${block('Schema', schema)}`;
    })
    .join('');

const createResponses = ({ components }: OpenApiDocument) => {
  const resolve = (response: OpenApiOperation['responses'][string]): OpenApiResponse =>
    '$ref' in response
      ? (components.responses[response.$ref.replace('#/components/responses/', '')] as OpenApiResponse)
      : response;

  const success = (status: string, response: OpenApiResponse) => {
    const headers = Object.keys(response.headers ?? {}).filter((name) => name !== 'X-Correlation-Id');
    const headerList = headers.map((name) => `<code>${html(name)}</code>`).join(', ');
    return `<h3>${status} <small>${html(response.description)}</small></h3>${headerList && `<p>Headers: ${headerList}</p>`}${contentBlocks(response.content)}`;
  };

  const problemRows = (response: OpenApiResponse): string[][] =>
    Object.values(response.content ?? {})
      .flatMap(({ examples = {} }) => Object.values(examples))
      .map(({ value }) => {
        const { status, code, message } = value as Problem;
        return [String(status), `<code>${html(code)}</code>`, html(message)];
      });

  return (responses: OpenApiOperation['responses']): string => {
    const all = Object.entries(responses).map(([status, response]) => [status, resolve(response)] as const);
    const successes = all.filter(([status]) => /^[23]/.test(status)).map(([status, one]) => success(status, one));
    const problems = all.filter(([status]) => /^[45]/.test(status)).flatMap(([, one]) => problemRows(one));
    return `${successes.join('')}<h3>Problems</h3>${table(['Status', 'Code', 'Message'], problems)}`;
  };
};

/** Self-contained: no scripts, no external resources. */
export const docsPage = (document: OpenApiDocument): { html: string; policy: string } => {
  const responses = createResponses(document);
  const operationBlock = (path: string, method: string, operation: OpenApiOperation): string => {
    const { operationId, summary, parameters, requestBody } = operation;
    const body = requestBody
      ? `<h3>Request body${requestBody.required ? '' : ' <small>optional</small>'}</h3>${contentBlocks(requestBody.content)}`
      : '';
    return `<details id="${html(operationId)}"><summary><b class="${method}">${method.toUpperCase()}</b><code>${html(path)}</code><span>${html(summary)}</span></summary><div class="body">
<p>Token: ${tokensOf(operation)}</p>
${parameterTable(parameters)}${body}${responses(operation.responses)}</div></details>`;
  };
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = document.tags.map(({ name, description }) => {
    const blocks = entries
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ path, method, operation }) => operationBlock(path, method, operation));
    return `<section><h2 id="tag-${html(name)}">${html(name)}</h2><p>${html(description)}</p>${blocks.join('\n')}</section>`;
  });
  const schemas = Object.entries(document.components.schemas).map(
    ([name, { description, ...schema }]) =>
      `<details><summary><b class="schema">type</b><code>${html(name)}</code><span>${html(String(description ?? ''))}</span></summary><div class="body"><pre tabindex="0" id="schema-${html(name)}">${json(schema)}</pre></div></details>`,
  );
  const links = [...document.tags.map(({ name }) => `tag-${name}`), 'schemas'].map(
    (id) => `<li><a href="#${html(id)}">${html(id.replace('tag-', ''))}</a></li>`,
  );
  const { title, description } = document.info;
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${html(title)} REST API</title><style>${STYLE}</style></head><body><main>
<header>${MARK}<h1>${html(title)} REST API</h1><div class="about">${prose(description)}<p>For programs: <a href="/openapi.json">openapi.json</a>.</p></div></header>
<nav aria-label="Sections"><ul>${links.join('')}</ul></nav>
${sections.join('\n')}
<section><h2 id="schemas">schemas</h2><p>Schemas that several operations share.</p>${schemas.join('\n')}</section>
</main></body></html>`;
  const hash = createHash('sha256').update(STYLE).digest('base64');
  return {
    html: page,
    policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
};
