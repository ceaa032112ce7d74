/** The folders of the shell and its remotes, in the order of their ports. */
export const FRONTS = ['shell', 'mf-public', 'mf-worker', 'mf-buyer', 'mf-admin'];
