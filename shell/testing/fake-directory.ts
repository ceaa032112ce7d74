import type { MenuItem, RemoteManifest } from '@piecework/web-kit';
import type { Directory } from '../src/directory';

const MANIFESTS: Readonly<Record<string, RemoteManifest>> = {
  mf_public: {
    role: null,
    title: 'Public pages',
    pages: ['/', 'login', 'register', 'selectRole', 'qa', 'tasks', 'task/:id', '*'],
    menu: [],
  },
  mf_worker: {
    role: 'worker',
    title: 'Worker pages',
    pages: ['workerHome', 'workerTaskList', 'workerTaskList/:id', 'workerSubmission', 'workerWithdrawal'],
    menu: [
      { label: 'Home', to: 'workerHome', icon: 'home' },
      { label: 'TaskList', to: 'workerTaskList', icon: 'tasks', short: 'Tasks' },
      { label: 'My Submissions', to: 'workerSubmission', icon: 'submissions' },
      { label: 'Withdrawals', to: 'workerWithdrawal', icon: 'withdraw' },
    ],
  },
  mf_buyer: {
    role: 'buyer',
    title: 'Buyer pages',
    pages: ['buyerHome', 'buyerTask', 'buyerTask/:id', 'buyerPurchaseCoin', 'checkout/:id'],
    menu: [
      { label: 'Home', to: 'buyerHome', icon: 'home' },
      { label: 'Purchase Coin', to: 'buyerPurchaseCoin', icon: 'purchase', also: ['checkout'] },
    ],
  },
  mf_admin: {
    role: 'admin',
    title: 'Admin pages',
    pages: ['adminHome', 'manageUser', 'manageTask', 'adminPayments', 'adminParked'],
    menu: [{ label: 'Home', to: 'adminHome', icon: 'home' }],
  },
};

/** @param manifests by container; undefined for a remote that has never answered */
export const aDirectory = (manifests: Readonly<Record<string, RemoteManifest | undefined>> = {}): Directory => ({
  gateway: 'http://gateway.test',
  remotes: Object.fromEntries(
    Object.entries({ ...MANIFESTS, ...manifests }).map(([name, manifest]) => [
      name,
      { entry: `http://${name}.test/mf-manifest.json`, ...(manifest && { version: '1.0.0', manifest }) },
    ]),
  ),
});

export const withMenu = (container: string, menu: readonly MenuItem[]): Directory =>
  aDirectory({ [container]: { ...(MANIFESTS[container] as RemoteManifest), menu } });
