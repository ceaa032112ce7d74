import type { RemoteModule, RemoteName } from '@piecework/web-kit';

/**
 * Mock of areas.tsx, which loads remotes over the network: `jest.mock('../areas', () => require('../testing/fake-
 * areas'))`.
 */
type State = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; module: RemoteModule };

const MENUS: { [N in RemoteName]?: RemoteModule<N>['menu'] } = {
  mf_worker: [
    { label: 'Home', to: 'workerHome', icon: 'home' },
    { label: 'TaskList', to: 'workerTaskList', icon: 'tasks', short: 'Tasks' },
    { label: 'My Submissions', to: 'workerSubmission', icon: 'submissions' },
    { label: 'Withdrawals', to: 'workerWithdrawal', icon: 'withdraw' },
  ],
  mf_buyer: [{ label: 'Home', to: 'buyerHome', icon: 'home' }],
  mf_admin: [{ label: 'Home', to: 'adminHome', icon: 'home' }],
};

export const ready = (name: RemoteName): State => ({
  status: 'ready',
  module: { name, version: `1.0.0+${name}`, menu: MENUS[name] ?? [], routes: [] },
});

export const fake = {
  /** States of remotes that are not ready. */
  states: new Map<RemoteName, State>(),
  asked: [] as RemoteName[],
  retry: jest.fn(),
};
beforeEach(() => {
  fake.states.clear();
  fake.asked.length = 0;
  fake.retry.mockClear();
});

export const useRemote = (name: RemoteName) => {
  fake.asked.push(name);
  return { ...(fake.states.get(name) ?? ready(name)), retry: fake.retry };
};
export function Area({ name }: { name: RemoteName }) {
  useRemote(name);
  return <h1>Area {name}</h1>;
}
export const remoteVersions = () => ({ mf_worker: '1.0.0+mf_worker' });
