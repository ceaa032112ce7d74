import { auditFindings } from './audit-findings';

const parked = '✗ nothing is parked: wallet:submission:1/289 (not JSON)\n';
const broken = '✗ a balance equals the sum of its entries: user:1 (5 and 6)\n';

test.each([
  ['a clean audit', { code: 0, said: 'Clean: every invariant holds.\n' }, 0],
  ['as many parked events as there have to be', { code: 1, said: `${parked}${parked}2 broken.\n` }, 2],
])('nothing is wrong about %s', (_what, done, count) => {
  expect(auditFindings(done, count)).toBeNull();
});

test.each([
  ['a parked event where none has to be', { code: 1, said: `${parked}1 broken.\n` }, 0],
  ['fewer parked events than there have to be', { code: 1, said: `${parked}1 broken.\n` }, 2],
  ['no parked event where one has to be', { code: 0, said: 'Clean: every invariant holds.\n' }, 1],
  ['a balance beside the parked events', { code: 1, said: `${parked}${broken}2 broken.\n` }, 2],
  ['an audit that did not come to its end', { code: 137, said: parked }, 1],
])('%s is wrong', (_what, done, count) => {
  expect(auditFindings(done, count)).toContain(done.said);
});
