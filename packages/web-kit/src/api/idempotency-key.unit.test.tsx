import { renderHook } from '@testing-library/react';
import { networkError, problemOf } from './api-error';
import { useIdempotencyKey } from './idempotency-key';

describe('an idempotency key', () => {
  const open = () => renderHook(useIdempotencyKey).result.current;

  it('is the same until the server has surely answered', () => {
    const { key, settle } = open();
    const first = key();
    settle(networkError());
    settle(problemOf(503, ''));
    expect(key()).toBe(first);
    settle(problemOf(409, ''));
    const second = key();
    expect(second).not.toBe(first);
    settle();
    expect(key()).not.toBe(second);
  });

  it('is like no other', () => {
    expect(open().key()).toMatch(/^[0-9a-f]{32}$/);
    expect(open().key()).not.toBe(open().key());
  });
});
