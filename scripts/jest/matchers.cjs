require('@testing-library/jest-dom');
// A machine that does other things too may take longer than the one second of the default.
require('@testing-library/dom').configure({ asyncUtilTimeout: 5_000 });
