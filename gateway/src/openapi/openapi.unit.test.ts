import { OPERATIONS } from '@piecework/contracts';
import { docsPage } from './docs-page';
import { openApiDocument } from './openapi';

const document = openApiDocument();
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

describe('the OpenAPI document', () => {
  test('has every operation once', () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(OPERATIONS).sort());
  });

  test('declares every path parameter', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters = [] } of Object.values(methods)) {
        expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(named);
      }
    }
  });

  test('describes request and response bodies as sent', () => {
    const create = document.paths['/tasks']?.post;
    const body = create?.requestBody?.content['application/json']?.schema as { required: string[]; properties: object };
    expect(body.required).toContain('taskTitle');
    expect(Object.keys(body.properties)).not.toContain('taskStatus');
    expect(create?.security).toEqual([{ accessToken: [] }, { apiKey: [] }]);
    expect(create?.['x-roles']).toEqual(['buyer']);
    expect(create?.parameters?.map(({ name }) => name)).toEqual(['Idempotency-Key']);
    expect(Object.keys(create?.responses ?? {})).toEqual(
      expect.arrayContaining(['201', '400', '401', '403', '409', '413', '429', '503', 'default']),
    );
    expect(document.paths['/images']?.post?.requestBody?.content['multipart/form-data']).toBeDefined();
  });

  test('resolves every reference', () => {
    const { schemas, responses, headers } = document.components;
    const names = new Set(
      Object.entries({ schemas, responses, headers }).flatMap(([kind, all]) =>
        Object.keys(all).map((name) => `${kind}/${name}`),
      ),
    );
    for (const [, name] of JSON.stringify(document).matchAll(/"\$ref":"#\/components\/([^"]+)"/g))
      expect(names).toContain(name);
    expect(JSON.stringify(document)).not.toMatch(/"\$ref":"#\/(\$defs|definitions)/);
  });
});

test('its page lists every operation, and loads and runs nothing', () => {
  const { html, policy } = docsPage(document);
  for (const id of Object.keys(OPERATIONS)) expect(html).toContain(`<details id="${id}">`);
  expect(html).not.toMatch(/<script|<link|<img|src=|href="(?!#|\/openapi\.json")|url\(/);
  expect(policy).not.toContain('unsafe');
});
