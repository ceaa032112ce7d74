import { decidedWork, pendingWork } from '../../testing/submission.fixtures';
import { submissionSheet } from './submission.sheet';
import { toDocument } from './submission.store';

const settings = { gatewayOrigin: 'https://api.example.com' };
const cells = (...rows: ReturnType<typeof pendingWork>[]) => {
  const { columns, cellsOf } = submissionSheet(settings, [], false);
  return rows.map((row, index) => {
    const found = cellsOf(toDocument(`s${index}`, row));
    return columns.map((column) => found[column]);
  });
};

it('names who decided when and why, and the addresses of the pictures', () => {
  const pictures = ['01kaqr9e2w4y6z1x3c7v9bn5ra', '01kaqr9e2w4y6z1x3c7v9bn5rb'].map(
    (name) => `https://old.example.com/images/${name}.webp`,
  );
  const rejected = decidedWork('reject', { reason: { code: 'other', text: 'No birds, no pay' } });
  const START = '1970-01-01T00:00:00.000Z';
  expect(cells(pendingWork({ attachments: pictures } as object), rejected)).toEqual([
    [
      ...['s0', 'The worker', 'worker@example.com', 'pending', START, 7, '', '', '', '', 'Work'],
      pictures.join(' ').replaceAll('old.', 'api.'),
      '',
    ],
    [
      ...['s1', 'The worker', 'worker@example.com', 'reject', START, 7, 'buyer', START, 'other'],
      ...['No birds, no pay', 'Work', '', ''],
    ],
  ]);
});
