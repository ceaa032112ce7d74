require('@testing-library/jest-dom');
// On a busy machine the default of one second is too short.
require('@testing-library/dom').configure({ asyncUtilTimeout: 5_000 });

// React records a stack for each element, which only its own warnings show: a tenth of the time of a test.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = require('react');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set() {} });
