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

const STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); --soft: color-mix(in srgb, currentColor 6%, transparent) }
* { box-sizing: border-box }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem }
h1 { line-height: 1.2; margin: 0 0 .5rem } h2 { margin: 2.5rem 0 .75rem; text-transform: capitalize }
a { color: inherit } code, pre { font: .875rem/1.5 ui-monospace, monospace }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0 }
summary { padding: .65rem .9rem; cursor: pointer; display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline }
summary:focus-visible { outline: 3px solid; outline-offset: 2px; border-radius: .5rem }
details[open] > summary { border-bottom: 1px solid var(--line) }
summary b { min-width: 4.2rem } summary span { flex-basis: 100% }
.body { padding: .25rem .9rem .9rem } pre { background: var(--soft); padding: .75rem; border-radius: .4rem; overflow-x: auto; max-height: 24rem }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
.table { overflow-x: auto }
`;

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
  return `<details id="${html(operation.operationId)}"><summary><b>${method.toUpperCase()}</b><code>${html(path)}</code><span>${html(operation.summary)}</span></summary><div class="body">
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
<h1>${html(title)} REST API</h1><p>${html(description)} For machines: <a href="/openapi.json">openapi.json</a>.</p>
${[...sections].map(([tag, blocks]) => `<section><h2>${html(tag)}</h2>${blocks.join('')}</section>`).join('')}
</main></body></html>`;
  const hash = createHash('sha256').update(STYLE).digest('base64');
  return {
    html: page,
    policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
};
