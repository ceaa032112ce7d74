import { readFileSync } from 'node:fs';
import { EVENT_TYPES, OPERATIONS, SERVICES } from '@piecework/contracts';
import { collectSources } from './commands/event-table';
import { consumedEvents, declaredServices, SERVICE_MODULES } from './services';

describe('the services', () => {
  test('are those of the contract, in the order of their ports', () => {
    expect(SERVICE_MODULES.map(({ name }) => name)).toEqual(SERVICES);
  });

  test('implement each operation of the contract once', () => {
    const declared = declaredServices();
    for (const service of SERVICES) {
      const own = Object.entries(OPERATIONS).filter(([, spec]) => spec.service === service);
      expect(Object.keys(declared[service].operations).sort()).toEqual(own.map(([id]) => id).sort());
    }
  });

  test('declare their events without being started', () => {
    const consumed = consumedEvents();
    expect(consumed).toEqual(consumedEvents());
    expect(consumed.wallet).toContain('submission.approved');
    expect(consumed.task).toContain('task.funded');
    expect(consumed.media).toContain('task.funding-requested');
    for (const service of SERVICES) expect(new Set(consumed[service]).size).toBe(consumed[service].length);
  });

  test('are deployed after those that consume their events, except where two consume each other’s, and with none of them', () => {
    const { sources, listeners } = collectSources(declaredServices());
    const types = (emitter: string, consumer: string) =>
      EVENT_TYPES.filter(
        (type) =>
          sources.get(type)?.some(({ service }) => service === emitter) &&
          listeners.get(type)?.some((service) => service === consumer),
      ).length;
    const [, order = ''] = /^order="(.*)"$/m.exec(readFileSync('docker/deploy.sh', 'utf8')) ?? [];
    const groups = order.split(' ').map((group) => group.split(','));
    const services = groups.flat().slice(0, SERVICES.length);
    expect([...services].sort()).toEqual([...SERVICES].sort());
    const early = services.flatMap((emitter, place) =>
      services.slice(place + 1).filter((later) => types(emitter, later) > 0 && types(later, emitter) === 0),
    );
    expect(early).toEqual([]);
    const together = groups.flatMap((group) => group.flatMap((one) => group.map((other) => [one, other] as const)));
    expect(together.filter(([one, other]) => types(one, other) > 0 && one !== other)).toEqual([]);
  });

  test('consume and emit events of the contract only', () => {
    for (const { operations, consumers, internal = {} } of Object.values(declaredServices())) {
      const emitting = [...Object.values(operations), ...consumers, ...Object.values(internal)];
      for (const type of [...emitting.flatMap(({ emits }) => emits), ...consumers.map(({ on }) => on)])
        expect(EVENT_TYPES).toContain(type);
    }
  });
});
