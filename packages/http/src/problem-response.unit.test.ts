import { COMMON_PROBLEMS, type ProblemTable, problemSchema, SERVICE_PROBLEMS } from '@piecework/contracts';
import { problemResponse } from './problem-response';
import { created, fail, failField, isFailure, noContent, ok, page } from './reply';

describe('problemResponse', () => {
  test('looks the code up in the table of the service', () => {
    const { status, headers, body } = problemResponse(fail('own-task'), 'correlation-1', 'submission');
    expect(status).toBe(409);
    expect(headers).toEqual({ 'content-type': 'application/problem+json' });
    expect(body).toEqual({
      type: 'urn:piecework:problem:own-task',
      title: SERVICE_PROBLEMS.submission['own-task'].message,
      status: 409,
      code: 'own-task',
      message: SERVICE_PROBLEMS.submission['own-task'].message,
      correlationId: 'correlation-1',
    });
    expect(problemSchema.safeParse(body).success).toBe(true);
  });

  test('falls back to the common table', () => {
    expect(problemResponse(fail('forbidden'), 'c').status).toBe(403);
    expect(problemResponse(fail('forbidden'), 'c', 'task').status).toBe(403);
  });

  test('uses the message of the failure', () => {
    const { body } = problemResponse(fail('not-found', { message: 'This task has been closed.' }), 'c');
    expect(body).toMatchObject({ title: COMMON_PROBLEMS['not-found'].message, message: 'This task has been closed.' });
  });

  test('lists invalid fields', () => {
    const { body } = problemResponse(failField('title', 'Title is required'), 'c');
    expect(body).toMatchObject({
      code: 'validation',
      message: 'Title is required',
      errors: [{ field: 'title', message: 'Title is required' }],
    });
  });

  test('sets Retry-After when it is given, and by default when a part is unavailable', () => {
    expect(problemResponse(fail('too-many-requests', { retryAfter: 7 }), 'c').headers['retry-after']).toBe('7');
    expect(problemResponse(fail('unavailable'), 'c').headers['retry-after']).toBe('1');
    expect(problemResponse(fail('unavailable', { retryAfter: 0 }), 'c').headers['retry-after']).toBe('0');
    expect(problemResponse(fail('conflict'), 'c').headers).not.toHaveProperty('retry-after');
  });

  test('accepts only declared codes at compile time', () => {
    // @ts-expect-error a typo
    fail('own-taks');
    // @ts-expect-error a code of the submission service
    expect(() => problemResponse(fail('own-task'), 'c', 'wallet')).toThrow(
      "wallet has no status for the problem 'own-task'",
    );
    // @ts-expect-error without a service only the common codes
    expect(() => problemResponse(fail('own-task'), 'c')).toThrow("has no status for the problem 'own-task'");
    // @ts-expect-error a status that no problem has
    const table = { gone: { status: 410, message: '' } } satisfies ProblemTable;
    expect(table.gone.status).toBe(410);
  });
});

describe('replies', () => {
  test('are distinguished from failures', () => {
    for (const reply of [ok([]), created('id'), noContent(), page([], 0)]) expect(isFailure(reply)).toBe(false);
    for (const nothing of [null, undefined, 'failure', 7]) expect(isFailure(nothing)).toBe(false);
    expect(isFailure(fail('conflict'))).toBe(true);
  });

  test('have status and body of the contract', () => {
    expect(created('id')).toEqual({ status: 201, body: { insertedId: 'id' } });
    expect(noContent()).toEqual({ status: 204, body: null });
    expect(page([1], 7)).toEqual({ status: 200, body: [1], headers: { 'x-total-count': '7' } });
    expect(ok('text', { 'content-type': 'text/plain' })).toEqual({
      status: 200,
      body: 'text',
      headers: { 'content-type': 'text/plain' },
    });
  });
});
