import { auditFindings } from './audit-findings';

const parked = '✗ nothing is parked: wallet:submission:1/289 (not JSON)\n';
const broken = '✗ a balance equals the sum of its entries: user:1 (5 and 6)\n';

test.each([
  ['a clean audit', { code: 0, output: 'Clean: every invariant holds.\n' }, 0],
  ['the expected number of parked events', { code: 1, output: `${parked}${parked}2 broken.\n` }, 2],
])('auditFindings accepts %s', (_what, done, count) => {
  expect(auditFindings(done, count)).toBeNull();
});

test.each([
  ['an unexpected parked event', { code: 1, output: `${parked}1 broken.\n` }, 0],
  ['fewer parked events than expected', { code: 1, output: `${parked}1 broken.\n` }, 2],
  ['no parked event where one is expected', { code: 0, output: 'Clean: every invariant holds.\n' }, 1],
  ['a balance beside the parked events', { code: 1, output: `${parked}${broken}2 broken.\n` }, 2],
  ['an audit that was killed', { code: 137, output: parked }, 1],
])('auditFindings reports %s', (_what, done, count) => {
  expect(auditFindings(done, count)).toContain(done.output);
});
