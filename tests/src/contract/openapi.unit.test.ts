import { PASSWORD_LENGTH } from '@piecework/contracts';
import { type OpenApiDocument, openApiDocument } from '@piecework/gateway';
import { createSchemas } from '../support/json-schema';

type Json = Record<string, unknown>;
type Media = OpenApiDocument['components']['responses'][string]['content'];

const document = openApiDocument();
const schemas = createSchemas(document);
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

const resolve = (response: (typeof operations)[number]['responses'][string]) =>
  '$ref' in response
    ? (document.components.responses[response.$ref.split('/').at(-1) ?? ''] ?? { description: '' })
    : response;

const faultsOfContent = (content: Media, at: string): string[] =>
  Object.entries(content ?? {}).flatMap(([type, { schema, example, examples = {} }]) => {
    const values = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
    // Only JSON has an example.
    const isJson = /[/+]json$/.test(type);
    return [
      ...(values.length === 0 && isJson ? [`${at} ${type}: no example`] : []),
      ...values.flatMap((value) => schemas.faultsOf(schema, value).map((fault) => `${at} ${type}: ${fault}`)),
    ];
  });

describe('the OpenAPI document', () => {
  test('has an example of every request and answer, and each matches its schema', () => {
    const faults = operations.flatMap(({ operationId, parameters = [], requestBody, responses }) => [
      ...parameters
        .filter(({ required }) => required)
        .filter(({ example }) => example === undefined)
        .map(({ name }) => `${operationId} ${name}: no example`),
      ...parameters
        .filter(({ example }) => example !== undefined)
        .flatMap(({ name, schema, example }) =>
          schemas.faultsOf(schema, example).map((fault) => `${operationId} ${name}: ${fault}`),
        ),
      ...faultsOfContent(requestBody?.content, `${operationId} request`),
      ...Object.entries(responses).flatMap(([status, response]) =>
        faultsOfContent(resolve(response).content, `${operationId} ${status}`),
      ),
    ]);
    expect(faults).toEqual([]);
  });

  test('has named schemas for shared types', () => {
    const names = [
      'Task',
      'User',
      'PublicUser',
      'Submission',
      'Withdrawal',
      'Payment',
      'Entry',
      'Totals',
      'Config',
      'Identity',
      'Problem',
    ];
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(names));
    const rows = (path: string) => resolve(document.paths[path]?.get?.responses['200'] ?? { description: '' });
    expect(rows('/tasks').content?.['application/json']?.schema).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Task' },
    });
  });

  test('documents statuses, problem codes, headers and roles', () => {
    const { post } = document.paths['/tasks'] ?? {};
    const conflict = resolve(post?.responses['409'] ?? { description: '' });
    const schema = conflict.content?.['application/problem+json']?.schema as {
      allOf: [Json, { properties: { code: { enum: string[] } } }];
    };
    expect(schema.allOf[1].properties.code.enum.sort()).toEqual([
      'account-suspended',
      'idempotency-mismatch',
      'insufficient-coins',
    ]);
    expect(post?.['x-roles']).toEqual(['buyer']);
    expect(resolve(post?.responses['429'] ?? { description: '' }).headers).toHaveProperty('Retry-After');
    expect(document.components.headers).toMatchObject({
      'Retry-After': { required: true, schema: { type: 'integer', minimum: 1 } },
      'X-Total-Count': { required: true, schema: { type: 'integer', minimum: 0 } },
    });
    expect(resolve(document.paths['/tasks']?.get?.responses['200'] ?? { description: '' }).headers).toHaveProperty(
      'X-Total-Count',
    );
    const picture = document.paths['/images/{name}']?.get;
    expect(Object.keys(picture?.responses ?? {})).toContain('304');
    expect(document.info.description).toContain('POST /jwt');
  });

  test('documents the validation rules and optional bodies', () => {
    const body = (path: string, method: string) => document.paths[path]?.[method]?.requestBody;
    const fields = (path: string) =>
      (body(path, 'post')?.content['application/json']?.schema.properties ?? {}) as Record<string, Json>;
    expect(fields('/tasks')).toMatchObject({
      taskTitle: { minLength: 1, maxLength: 200, pattern: expect.any(String) },
      requiredWorkers: { type: 'integer', minimum: 1, maximum: 1_000_000 },
      completionDate: { format: 'date', 'x-also': expect.any(String) },
      taskImageURL: { pattern: expect.stringContaining('https://') },
    });
    expect(fields('/identity/sign-up')).toMatchObject({
      email: { format: 'email' },
      password: { minLength: PASSWORD_LENGTH.min, pattern: expect.any(String) },
    });
    expect(fields('/create-payment-intent').price).toMatchObject({ type: 'integer', enum: [1, 10, 20, 35] });
    expect(body('/payments/{intent}/credit', 'post')?.required).toBe(false);
    expect(body('/tasks', 'post')?.required).toBe(true);
  });
});
