// @ts-check
// Plain JavaScript: webpack.config.js imports it too. The build puts it into mf-manifest.json, where the shell's server reads it.

/** @satisfies {import('@piecework/web-kit').RemoteManifest} */
export const manifest = /** @type {const} */ ({
  role: null,
  title: 'Public pages',
  pages: [
    '/',
    'login',
    'register',
    'forgotPassword',
    'resetPassword',
    'confirmEmail',
    'selectRole',
    'qa',
    'terms',
    'privacy',
    'contact',
    'tasks',
    'task/:id',
    '*',
  ],
  menu: [],
  firstViews: ['/', 'login', 'tasks'],
  texts: { bn: { 'Public pages': 'সবার জন্য পাতা' } },
});
