import base from './jest.base.config.mjs';

/** Firebase sign-in in a real browser against the Auth emulator: `npm run test:firebase`. */
export default { ...base, displayName: 'firebase', testMatch: ['**/*.firebase.test.ts'], maxWorkers: 1 };
