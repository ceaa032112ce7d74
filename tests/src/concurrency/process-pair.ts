import { eventually, tempFolder } from '@piecework/base/testing';
import type { Settings } from '@piecework/config';
import { testSettings } from '@piecework/config/testing';
import type { AnyEvent, Role } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import type { ServiceModule } from '@piecework/service-runtime';
import { eventFor, newId, type Process, startProcess } from './service-process';

/** Starts two processes of one service over one store for the tests of a file. */
export type UsePair = (module: ServiceModule, onStart: (first: Process, second: Process) => void) => void;

interface OwnStore {
  settings: Settings;
  remove(): Promise<unknown>;
}

const pairOver =
  (createStore: () => Promise<OwnStore>): UsePair =>
  (module, onStart) => {
    let own: OwnStore | undefined;
    let processes: Process[] = [];

    beforeAll(async () => {
      own = await createStore();
      const first = await startProcess(module, own.settings);
      const second = await startProcess(module, own.settings);
      processes = [first, second];
      onStart(first, second);
    });
    afterAll(async () => {
      await Promise.all(processes.map((one) => one.stop()));
      await own?.remove();
    });
  };

/** On MongoDB. A call in the middle of the other process's transaction must have the same effect as one before or after it. */
export const usePair = pairOver(async () => {
  const { startMongoContainer } = await import('@piecework/store/testing/mongo');
  const { uri, stop } = await startMongoContainer({ inMemory: true });
  return { settings: testSettings({ STORE: 'mongodb', MONGODB_URI: uri }), remove: stop };
});

/** On one SQLite file, where a call waits for the transaction of the other process. */
export const useEmbeddedPair = pairOver(async () => {
  const folder = await tempFolder();
  return { settings: testSettings({ STORE: 'sqlite', DATA_DIR: folder.path('.') }), remove: folder.remove };
});

/** Events of both processes: on one SQLite file each may publish an event of the other once more. */
export const publishedEvents = (...processes: readonly Process[]): AnyEvent[] => {
  const events = processes.flatMap(({ published }) => published.map(({ value }) => JSON.parse(value) as AnyEvent));
  return [...new Map(events.map((event) => [event.eventId, event])).values()];
};

export const newActor = (role: Role): Actor => actor(role, newId());
export const statuses = (...answers: { status: number }[]) => answers.map(({ status }) => status).sort();

export const registered = ({ userId, email, name, role }: Actor) =>
  eventFor('user.registered', userId, {
    userId,
    email,
    userName: name,
    userPhotoURL: '',
    role: role === 'buyer' ? 'buyer' : 'worker',
  });
export const changed = ({ userId, role }: Actor, to: Role, roleVersion = 1) =>
  eventFor('user.role-changed', userId, { userId, from: role, to, roleVersion });
export const closed = ({ userId, email, role }: Actor) =>
  eventFor('user.closed', userId, { userId, email, role, roleVersion: 1 });

/** The change of a role by an admin, which the wallet ends: without its event the answer takes 5 s. */
export const changeRole = async (by: Process, as: Actor, userId: string, userRole: Role) => {
  let isAnswered = false;
  const answer = by.call('changeUser', { as, params: { id: userId }, body: { userRole } }).finally(() => {
    isAnswered = true;
  });
  const change = () =>
    publishedEvents(by).find(({ type, aggregateId }) => type === 'user.role-changed' && aggregateId === userId);
  await eventually(() => isAnswered || change() !== undefined, 'the change or a refusal', 30_000);
  const { roleVersion } = (change()?.data ?? {}) as { roleVersion?: number };
  if (roleVersion !== undefined) await by.deliver(eventFor('wallet.role-settled', userId, { userId, roleVersion }));
  return answer;
};
