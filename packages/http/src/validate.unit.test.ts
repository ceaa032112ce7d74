import { OPERATIONS, type OperationSpec } from '@piecework/contracts';
import { z } from 'zod';
import { validate } from './validate';

const spec: OperationSpec = {
  method: 'POST',
  path: '/things/{id}',
  service: 'task',
  summary: '',
  auth: 'none',
  limit: 'standard',
  params: z.object({ id: z.string().min(3, 'Id is too short') }),
  query: z.object({ limit: z.coerce.number('limit must be a number').optional() }),
  body: z.object({
    title: z.string('Title is required').trim().min(1, 'Title is required').max(5, 'Title is too long'),
    places: z.object({ open: z.int('Open must be whole') }).optional(),
  }),
  responses: {},
};

const given = (parts: { params?: unknown; query?: unknown; body?: unknown }) =>
  validate(spec, { params: { id: 'abc' }, query: {}, body: { title: 'T' }, ...parts });

const errorsOf = (parts: Parameters<typeof given>[0]) => {
  const result = given(parts);
  return result.ok ? [] : result.failure.errors;
};

describe('validation', () => {
  test('returns trimmed and converted input without unknown fields', () => {
    expect(given({ query: { limit: '5', more: 1 }, body: { title: ' T ', coins: 1e6 } })).toEqual({
      ok: true,
      input: { params: { id: 'abc' }, query: { limit: 5 }, body: { title: 'T' } },
    });
  });

  test('lists every error of every part by its path', () => {
    expect(errorsOf({ params: { id: 'a' }, query: { limit: 'x' }, body: { places: { open: 1.5 } } })).toEqual([
      { field: 'id', message: 'Id is too short' },
      { field: 'limit', message: 'limit must be a number' },
      { field: 'title', message: 'Title is required' },
      { field: 'places.open', message: 'Open must be whole' },
    ]);
  });

  test('uses a single error as the message', () => {
    const result = given({ body: { title: 'too long' } });
    expect(result).toMatchObject({ ok: false, failure: { failure: 'validation', message: 'Title is too long' } });
    const two = given({ body: { title: 'too long', places: { open: 'x' } } });
    expect(two).toMatchObject({ ok: false, failure: { failure: 'validation' } });
    expect(two).not.toHaveProperty('failure.message');
  });

  test('reports one error per field', () => {
    const twice: OperationSpec = {
      ...spec,
      body: z.object({ title: z.string().min(9, 'too short').regex(/x/, 'no x') }),
    };
    const result = validate(twice, { params: { id: 'abc' }, query: {}, body: { title: 'T' } });
    expect(!result.ok && result.failure.errors).toEqual([{ field: 'title', message: 'too short' }]);
  });

  test.each([[undefined], [null], ['text'], [7], [[1]], [true]])('refuses a body that is no object: %p', (body) => {
    expect(errorsOf({ body })).toEqual([{ field: 'body', message: 'Send a JSON object' }]);
  });

  test('drops parts that the operation does not declare', () => {
    const bare: OperationSpec = { ...spec, params: undefined, query: undefined, body: undefined };
    expect(validate(bare, { params: { a: 1 }, query: { b: 2 }, body: { c: 3 } })).toEqual({ ok: true, input: {} });
  });

  test('passes a raw body unread', () => {
    const { uploadImage } = OPERATIONS;
    const raw: OperationSpec = { ...uploadImage, body: spec.body };
    expect(validate(raw, { params: {}, query: {}, body: undefined })).toEqual({ ok: true, input: {} });
  });

  test('treats names of Object.prototype as ordinary fields', () => {
    const body = JSON.parse('{"title": "T", "__proto__": {"admin": true}, "constructor": 1}');
    const result = given({ body });
    expect(result.ok && result.input.body).toEqual({ title: 'T' });
    expect(result.ok && (result.input.body as { admin?: boolean }).admin).toBeUndefined();
  });
});
