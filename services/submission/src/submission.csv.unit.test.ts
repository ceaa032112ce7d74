import { submissionCsv } from './submission.csv';
import { decidedWork, pendingWork } from './submission.fixtures';
import { toDocument } from './submission.store';

const settings = { gatewayOrigin: 'https://api.example.com' };
const csv = (...rows: ReturnType<typeof pendingWork>[]) =>
  submissionCsv(
    rows.map((row, index) => toDocument(`s${index}`, row)),
    settings,
  )
    .split('\r\n')
    .slice(1, -1);

it('names who decided when and why, and the addresses of the pictures', () => {
  const pictures = ['01kaqr9e2w4y6z1x3c7v9bn5ra', '01kaqr9e2w4y6z1x3c7v9bn5rb'].map(
    (name) => `https://old.example.com/images/${name}.webp`,
  );
  const rejected = decidedWork('reject', { reason: { code: 'other', text: 'No birds, no pay' } });
  expect(csv(pendingWork({ attachments: pictures } as object), rejected)).toEqual([
    `s0,The worker,worker@example.com,pending,1970-01-01T00:00:00.000Z,7,,,,,Work,${pictures.join(' ').replaceAll('old.', 'api.')}`,
    's1,The worker,worker@example.com,reject,1970-01-01T00:00:00.000Z,7,buyer,1970-01-01T00:00:00.000Z,other,"No birds, no pay",Work,',
  ]);
});

const FORMULAS = [
  '=HYPERLINK("http://evil.example")',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '  =1+1',
  '"=1+1"',
];

it.each(FORMULAS)('keeps %j in a name, a detail and a reason from becoming a formula', (text) => {
  const reason = { code: 'other' as const, text };
  const [row = ''] = csv(decidedWork('reject', { workerName: text, details: text, reason }));
  expect(row).toMatch(/^s0,"?'/);
  expect(row).toMatch(/,other,"?'/);
  expect(row.split(/,"?'/)).toHaveLength(4);
});
