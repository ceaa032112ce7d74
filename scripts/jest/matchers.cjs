require('@testing-library/jest-dom');
// On a busy machine the default of one second is too short.
require('@testing-library/dom').configure({ asyncUtilTimeout: 5_000 });

// React records a stack for each element, which only its own warnings show: the 100 frames of jest take a tenth of the time of a test.
Error.stackTraceLimit = 10;
