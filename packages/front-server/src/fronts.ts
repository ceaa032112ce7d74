/** The shell and its remotes, in the order of their ports. */
export const FRONTS = ['shell', 'mf-public', 'mf-worker', 'mf-buyer', 'mf-admin'] as const;
export type FrontName = (typeof FRONTS)[number];
