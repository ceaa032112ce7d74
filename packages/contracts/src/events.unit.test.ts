import { z } from 'zod';
import { EVENTS, event, parseEvent, parseEventData } from './events';

const facts = {
  taskId: 't',
  buyerId: 'b',
  buyerRoleVersion: 0,
  places: 2,
  payable: 5,
  cost: 10,
  title: 'Name the crows',
  imageUrl: '',
};
const textOf = (version: number, data: unknown) =>
  JSON.stringify({
    eventId: 'e',
    type: 'task.funding-requested',
    version,
    occurredAt: '2026-11-22T09:00:00.000Z',
    aggregateId: 't',
    correlationId: 'c',
    causationId: null,
    actor: null,
    data,
  });

it('is parsed by the schema of its version', () => {
  expect(parseEvent(textOf(1, facts))).toMatchObject({ ok: true, event: { version: 1, data: facts } });
  expect(parseEvent(textOf(1, { ...facts, cost: -1 }))).toEqual({ ok: false, reason: expect.stringContaining('cost') });
});

it.each([-1, 0, 1.5, 2])('is refused with the unknown version %s', (version) => {
  expect(parseEvent(textOf(version, facts)).ok).toBe(false);
});

describe('versions of an event', () => {
  const counted = event('task', z.object({ n: z.string() }))
    .upgrade(2, z.object({ n: z.number() }), ({ n }) => ({ n: Number(n) }))
    .upgrade(3, z.object({ count: z.int() }), ({ n }) => {
      if (n === 13) throw new Error('unlucky');
      return { count: n };
    });

  it('are upcast one after the other', () => {
    expect(counted.version).toBe(3);
    expect(parseEventData(counted.versions, { n: '7' })).toEqual({ ok: true, data: { count: 7 } });
    expect(parseEventData(counted.versions.slice(2), { count: 7 })).toEqual({ ok: true, data: { count: 7 } });
  });

  it('refuse data that an upcaster throws on or makes invalid', () => {
    expect(parseEventData(counted.versions, { n: '13' })).toEqual({
      ok: false,
      reason: 'upcast failed: Error: unlucky',
    });
    expect(parseEventData(counted.versions, { n: '1.5' })).toMatchObject({ ok: false });
  });

  it('are parsed before they are emitted', () => {
    expect(counted.emits.version).toBe(1);
    expect(counted.emits.data.safeParse({ n: '7' }).success).toBe(true);
    expect(counted.emitLatest().emits).toEqual({ version: 3, data: counted.data });
  });

  it('are numbered without a gap', () => {
    expect(() => counted.upgrade(5, z.object({}), () => ({}))).toThrow('version 5 follows 3');
  });

  it.each(Object.entries(EVENTS))('of %s lead to the latest', (_, { version, versions }) => {
    expect(versions).toHaveLength(version);
    expect(versions.map(({ upcast }) => upcast !== undefined)).toEqual(versions.map((_, n) => n + 1 < version));
  });
});
