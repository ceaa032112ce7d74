import { runLabels } from '@piecework/base/testing/docker';
import { testSettings } from '@piecework/config/testing';
import type { Role } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import type { ServiceModule } from '@piecework/service-runtime';
import { MongoDBContainer, type StartedMongoDBContainer } from '@testcontainers/mongodb';
import { eventFor, newId, type Process, startProcess } from './service-process';

const START_WITHIN = 120_000;

/**
 * Starts two processes of one service over one MongoDB for the tests of a file. A call in the middle of the other process's transaction must
 * have the same effect as one before or after it.
 */
export const usePair = (module: ServiceModule, onStart: (first: Process, second: Process) => void): void => {
  let container: StartedMongoDBContainer | undefined;
  let processes: Process[] = [];

  beforeAll(async () => {
    container = await new MongoDBContainer('mongo:7.0').withLabels(runLabels()).start();
    const settings = testSettings({
      STORE: 'mongodb',
      MONGODB_URI: `${container.getConnectionString()}/?directConnection=true`,
    });
    const first = await startProcess(module, settings);
    const second = await startProcess(module, settings);
    processes = [first, second];
    onStart(first, second);
  }, START_WITHIN);
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.stop()));
    await container?.stop();
  });
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
