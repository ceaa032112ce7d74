// @ts-check
// Plain JavaScript: webpack.config.js imports it too. The build puts it into mf-manifest.json, where the shell's server reads it.

/** @satisfies {import('@piecework/web-kit').RemoteManifest} */
export const manifest = /** @type {const} */ ({
  role: 'admin',
  title: 'Admin pages',
  pages: [
    'adminHome',
    'adminSearch',
    'person/:id',
    'manageUser',
    'manageTask',
    'adminPayments',
    'adminGrants',
    'adminAdjustments',
    'adminAppeals',
    'adminReports',
    'adminTrail',
    'adminIntegrity',
    'adminMail',
    'adminParked',
  ],
  menu: [
    { label: 'Home', to: 'adminHome', icon: 'home' },
    { label: 'Search', to: 'adminSearch', icon: 'search' },
    { label: 'Manage Users', short: 'Users', to: 'manageUser', icon: 'users', also: ['person'] },
    { label: 'Manage Task', short: 'Tasks', to: 'manageTask', icon: 'tasks' },
    { label: 'Payments', to: 'adminPayments', icon: 'payments' },
    { label: 'Appeals', to: 'adminAppeals', icon: 'appeals' },
    { label: 'Reports', to: 'adminReports', icon: 'alert' },
    { label: 'Admin trail', short: 'Trail', to: 'adminTrail', icon: 'trail' },
    { label: 'Integrity', to: 'adminIntegrity', icon: 'lock' },
    { label: 'Emails', to: 'adminMail', icon: 'email', withMail: true },
    { label: 'Parked events', short: 'Parked', to: 'adminParked', icon: 'parked', whileAny: 'GET /admin/parked' },
  ],
  firstViews: ['adminHome'],
  texts: { bn: { 'Admin pages': 'অ্যাডমিনের পাতা' } },
});
