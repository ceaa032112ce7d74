import { EVENTS, SERVICES, TOPICS } from '@piecework/contracts';
import { collectSources } from '../commands/event-table';
import { declaredServices } from '../services';
import { eventRights } from './event-rights';

const services = declaredServices();
const rights = eventRights(collectSources(services));
const of = (user: string) => rights.find((one) => one.user === user);

test('each topic is written by one service, and by nothing else but the commands', () => {
  for (const topic of TOPICS) {
    const writers = rights.filter(({ writes }) => writes.includes(topic)).map(({ user }) => user);
    expect([topic, writers]).toEqual([topic, [topic, 'tools']]);
  }
});

test('a service reads the topics of the events that it consumes, in a group of its name', () => {
  expect(of('notification')).toEqual({
    user: 'notification',
    writes: ['notification'],
    reads: expect.not.arrayContaining(['notification']),
    group: { name: 'notification' },
  });
  expect(of('media')?.writes).toEqual([]);
  for (const name of SERVICES) expect(of(name)?.group).toEqual({ name });
});

test('a new consumer gives the right to read its topic', () => {
  expect(of('media')?.reads).not.toContain('notification');
  const consumer = services.user.consumers.find(({ on }) => EVENTS[on].topic === 'notification');
  const more = { ...services.media, consumers: [...services.media.consumers, consumer as never] };
  const changed = eventRights(collectSources({ ...services, media: more }));
  expect(changed.find(({ user }) => user === 'media')?.reads).toContain('notification');
});

test('the gateway writes nothing and joins only private groups', () => {
  expect(of('gateway')).toEqual({ user: 'gateway', writes: [], reads: TOPICS, group: 'private' });
});
