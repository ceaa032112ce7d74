require('@testing-library/jest-dom');
// On a busy machine the default of one second is too short.
require('@testing-library/dom').configure({ asyncUtilTimeout: 5_000 });
