import { EVENT_TYPES, OPERATIONS, SERVICES } from '@piecework/contracts';
import { consumedEvents, declaredServices, SERVICE_MODULES } from './services';

describe('the services of the product', () => {
  test('are those of the contract, in the order of their ports', () => {
    expect(SERVICE_MODULES.map(({ name }) => name)).toEqual(SERVICES);
  });

  test('answer every operation of the contract, each its own and no other', () => {
    const declared = declaredServices();
    for (const service of SERVICES) {
      const own = Object.entries(OPERATIONS).filter(([, spec]) => spec.service === service);
      expect(Object.keys(declared[service].operations).sort()).toEqual(own.map(([id]) => id).sort());
    }
  });

  test('say what they take in without being started, the same each time', () => {
    const consumed = consumedEvents();
    expect(consumed).toEqual(consumedEvents());
    expect(consumed.wallet).toContain('submission.approved');
    expect(consumed.task).toContain('task.funded');
    expect(consumed.media).toContain('task.funding-requested');
    for (const service of SERVICES) expect(new Set(consumed[service]).size).toBe(consumed[service].length);
  });

  test('take in and say events of the contract only', () => {
    for (const { operations, consumers, internal = {} } of Object.values(declaredServices())) {
      const emitting = [...Object.values(operations), ...consumers, ...Object.values(internal)];
      for (const type of [...emitting.flatMap(({ emits }) => emits), ...consumers.map(({ on }) => on)])
        expect(EVENT_TYPES).toContain(type);
    }
  });
});
