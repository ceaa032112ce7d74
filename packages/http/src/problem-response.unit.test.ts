import { COMMON_PROBLEMS, problemSchema } from '@piecework/contracts';
import { problemResponse } from './problem-response';
import { created, fail, failField, isFailure, noContent, ok, page } from './reply';

describe('an expected failure', () => {
  test('becomes a problem by its code in the table of the service', () => {
    const table = { 'own-task': { status: 409, message: 'This is your own task.' } };
    const { status, headers, body } = problemResponse(fail('own-task'), 'correlation-1', table);
    expect(status).toBe(409);
    expect(headers).toEqual({ 'content-type': 'application/problem+json' });
    expect(body).toEqual({
      type: 'urn:piecework:problem:own-task',
      title: 'This is your own task.',
      status: 409,
      code: 'own-task',
      message: 'This is your own task.',
      correlationId: 'correlation-1',
    });
    expect(problemSchema.safeParse(body).success).toBe(true);
  });

  test('or in the common one, which the service may put in its own words', () => {
    expect(problemResponse(fail('forbidden'), 'c').status).toBe(403);
    const own = { forbidden: { status: 403, message: 'Only the owner can do that.' } };
    expect(problemResponse(fail('forbidden'), 'c', own).body).toMatchObject({
      message: 'Only the owner can do that.',
    });
  });

  test('may say more than its code does', () => {
    const { body } = problemResponse(fail('not-found', { message: 'This task has been closed.' }), 'c');
    expect(body).toMatchObject({
      title: COMMON_PROBLEMS['not-found'].message,
      message: 'This task has been closed.',
    });
  });

  test('names the fields that are wrong', () => {
    const { body } = problemResponse(failField('title', 'Title is required'), 'c');
    expect(body).toMatchObject({
      code: 'validation',
      message: 'Title is required',
      errors: [{ field: 'title', message: 'Title is required' }],
    });
  });

  test('says when to try again: when it was told so, and whenever a part is away', () => {
    expect(problemResponse(fail('too-many-requests', { retryAfter: 7 }), 'c').headers['retry-after']).toBe(
      '7',
    );
    expect(problemResponse(fail('unavailable'), 'c').headers['retry-after']).toBe('1');
    expect(problemResponse(fail('unavailable', { retryAfter: 0 }), 'c').headers['retry-after']).toBe('0');
    expect(problemResponse(fail('conflict'), 'c').headers).not.toHaveProperty('retry-after');
  });

  test('of a code that nobody knows is a fault of ours', () => {
    expect(() => problemResponse(fail('no-such-code'), 'c')).toThrow(
      "No status for the problem 'no-such-code'",
    );
  });
});

describe('replies', () => {
  test('are told from failures', () => {
    for (const reply of [ok([]), created('id'), noContent(), page([], 0)])
      expect(isFailure(reply)).toBe(false);
    for (const nothing of [null, undefined, 'failure', 7]) expect(isFailure(nothing)).toBe(false);
    expect(isFailure(fail('conflict'))).toBe(true);
  });

  test('have the status and body of the contract', () => {
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
