// @ts-check
// Plain JavaScript: webpack configurations and scripts import it directly. The recipe: docs/deploy-a-remote.md, "Add a remote".

/**
 * @typedef {object} Remote
 * @property {number} port offset of its port from the base port
 * @property {import('./constants').Role | null} role whose dashboard shows its pages; null for public pages
 * @property {string} title what the about box calls it
 * @property {readonly string[]} paths of its pages: public ones relative to `/`, a role's relative to `/dashboard`. `*` is shown for every public
 * address that no remote owns. A role's first remote has the menu of the role, and its first path is the role's home.
 * @property {readonly string[]} [firstViews] paths of pages that people often open first: the build renders them to HTML (docs/adr/0049)
 */

/**
 * Every remote, by the name of its federated container: `mf_worker` is built from the folder `mf-worker`. Federation, servers, session routing,
 * tests and benchmarks derive from it.
 *
 * @satisfies {Record<string, Remote>}
 */
export const REMOTES = /** @type {const} */ ({
  mf_public: {
    port: 1,
    role: null,
    title: 'Public pages',
    paths: [
      '/',
      'login',
      'register',
      'forgotPassword',
      'resetPassword',
      'confirmEmail',
      'selectRole',
      'qa',
      'tasks',
      'task/:id',
      '*',
    ],
    firstViews: ['/', 'login', 'tasks'],
  },
  mf_worker: {
    port: 2,
    role: 'worker',
    title: 'Worker pages',
    paths: ['workerHome', 'workerTaskList', 'workerTaskList/:id', 'workerSubmission', 'workerWithdrawal'],
    firstViews: ['workerHome'],
  },
  mf_buyer: {
    port: 3,
    role: 'buyer',
    title: 'Buyer pages',
    paths: [
      'buyerHome',
      'buyerAddTask',
      'buyerImport',
      'buyerUpdateTask/:id',
      'buyerTask',
      'buyerTask/:id',
      'buyerReview',
      'buyerPurchaseCoin',
      'buyerPayment',
      'checkout/:id',
    ],
    firstViews: ['buyerHome'],
  },
  mf_admin: {
    port: 4,
    role: 'admin',
    title: 'Admin pages',
    paths: [
      'adminHome',
      'manageUser',
      'manageTask',
      'adminPayments',
      'adminGrants',
      'adminAppeals',
      'adminTrail',
      'adminIntegrity',
      'adminMail',
      'adminParked',
    ],
    firstViews: ['adminHome'],
  },
});
