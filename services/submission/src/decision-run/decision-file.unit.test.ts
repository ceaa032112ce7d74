import { Readable } from 'node:stream';
import { readDecisionFile } from './decision-file';

const read = (file: string) => readDecisionFile(Readable.from([Buffer.from(file)]));
const HEAD = 'submission,worker,decision,reason,reason text\n';
const faultsOf = async (lines: string) => {
  const result = await read(HEAD + lines);
  return 'errors' in result ? result.errors.map(({ field, message }) => [field, message]) : [];
};

it('reads decisions with their reasons, without what is left or a formula’s guard', async () => {
  const file = `${HEAD}s1,Wilma,approve,,\ns2,Wilma,,wrong,Earlier\ns3,Walt,REJECT,Wrong,'=without tax\n\ns4,Walt, approve ,wrong,x\n`;
  expect(await read(file)).toEqual({
    marks: [
      { id: 's1', row: 2, status: 'approved' },
      { id: 's3', row: 4, status: 'reject', reason: { code: 'wrong', text: '=without tax' } },
      { id: 's4', row: 6, status: 'approved' },
    ],
  });
});

it('takes the lines of one answer together', async () => {
  expect(await read(`${HEAD}s1,,,,\ns1,,reject,,\ns2,,approve,,\ns1,,reject,other,It has no total\ns2,,,,\n`)).toEqual({
    marks: [
      { id: 's1', row: 3, status: 'reject', reason: { code: 'other', text: 'It has no total' } },
      { id: 's2', row: 4, status: 'approved' },
    ],
  });
});

it('reads semicolons in any order of columns, and UTF-16', async () => {
  const file = 'Decision;Submission\napprove;s1\n';
  for (const bytes of [Buffer.from(file), Buffer.from(`\ufeff${file}`, 'utf16le')])
    expect(await readDecisionFile(Readable.from([bytes]))).toEqual({
      marks: [{ id: 's1', row: 2, status: 'approved' }],
    });
});

it('names each fault by row and column, in their order', async () => {
  const lines = [
    's1,,reject,,',
    's2,,yes,,',
    ',,approve,,',
    's3,,reject,other,short',
    's4,,approve,,',
    's4,,reject,wrong,',
    's5,,reject,wrong,No tax',
    's5,,reject,wrong,No date',
    `s6,,reject,wrong,${'x'.repeat(501)}`,
  ];
  expect(await faultsOf(`${lines.join('\n')}\n`)).toEqual([
    ['rows.2.reason', expect.stringContaining('needs a reason: incomplete')],
    ['rows.3.decision', 'Decision must be approve, reject or empty'],
    ['rows.4.submission', expect.stringContaining('missing')],
    ['rows.5.reason text', 'Explain why, in at least 10 characters'],
    ['rows.7.decision', 'Row 6 decides otherwise about this answer: approve'],
    ['rows.9.reason text', 'Row 8 has another reason for this answer'],
    ['rows.10.reason text', 'Reason must be at most 500 characters'],
  ]);
});

it('reads no more decisions than a batch has answers', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `s${at},,approve,,\n`).join('');
  expect(await read(HEAD + lines(30_000))).toHaveProperty('marks.length', 30_000);
  expect(await faultsOf(lines(30_001))).toEqual([['rows', expect.stringContaining('more than 30,000 answers')]]);
});

it('names at most 100 faults', async () => {
  const faults = await faultsOf('s,,maybe,,\n'.repeat(150));
  expect(faults).toHaveLength(101);
  expect(faults.at(-1)).toEqual(['rows', 'The file has 50 more faults']);
});

it.each([
  ['submission,worker\ns1,Wilma\n', 'no column “decision”'],
  ['decision\napprove\n', 'no column “submission”'],
  ['', 'The file decides nothing'],
  [`${HEAD}s1,Wilma,,,\n`, 'The file decides nothing'],
  [`${HEAD}s1,"Wilma,approve,,\n`, 'Row 2 has a quotation mark'],
])('refuses %j as a whole', async (file, message) =>
  expect(await read(file)).toEqual({ errors: [{ field: 'rows', message: expect.stringContaining(message) }] }),
);
