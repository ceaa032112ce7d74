import { cleanLine, cleanText, limitMarks, schemas } from '@piecework/contracts';
import fc from 'fast-check';
import { useContractFixture } from '../support/contract';
import { PASSWORD, type Person } from '../support/people';
import { parameters, SEED } from './seed';

// Texts are returned as sent, but trimmed and without control characters. Titles and names lose invisible characters and stacked marks too.
const fixture = useContractFixture();

const PIECES = [
  '<script>alert(1)</script>',
  '&amp; &lt; &#39;',
  '"quoted" \'single\' `back`',
  '\\n \\u0000 %00 %s {0}',
  '_id $set $ne __proto__',
  '%_\\*?[a-z]',
  'Ünïcödé ŞİĞ ıstanbul ß ΣΑΣ',
  'العربية עברית',
  '漢字かな交じり文',
  '👩‍👩‍👧‍👦 🏳️‍🌈 é e\u0301',
  '\u202ereversed\u202c \u200bzero\u200d width',
  'tab\tand\nlines',
  'a\u00a0b\u2028c\ufffe',
  'vertical\vtab \f \r\n bell\u0007 next\u0085line',
  'half \ud83d of a pair',
];

/** The contract refuses texts without visible characters. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Noncharacter_Code_Point}\ufff9-\ufffb\s\u2800]/u;

const textUpTo = (maxLength: number) =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...PIECES),
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        fc.string({ unit: 'binary', maxLength: 20 }),
      ),
      { minLength: 1, maxLength: 6 },
    )
    .map((pieces) => pieces.join(' '))
    .filter((text) => VISIBLE.test(text) && text.trim().length <= maxLength);

const titleOf = (typed: string) => limitMarks(schemas.stripDeceptive(cleanLine(typed).trim()));
const linesOf = (typed: string) => cleanText(typed).trim();

const title = textUpTo(200);
const long = textUpTo(5000);
const check = (property: fc.IAsyncProperty<unknown[]>, runs: number) =>
  fc.assert(property, { ...(parameters(runs, 10) as fc.Parameters<unknown[]>), endOnFailure: false });

test(`a task's texts are returned as they were sent, and a search finds its title (seed ${SEED})`, async () => {
  const { stack, buyer, worker } = fixture();
  await check(
    fc.asyncProperty(title, long, long, async (taskTitle, taskDetail, submissionInfo) => {
      const texts = { taskTitle, taskDetail, submissionInfo };
      const id = await stack.post(buyer, { ...texts, requiredWorkers: 1, payableAmount: 1 });
      const shown = titleOf(taskTitle);
      expect(await stack.get('getTask', { params: { id } })).toMatchObject({
        taskTitle: shown,
        taskDetail: linesOf(taskDetail),
        submissionInfo: linesOf(submissionInfo),
      });
      const found = await stack.get('listTasks', { as: worker, query: { q: shown } });
      expect(found.map(({ _id }) => _id)).toContain(id);
    }) as fc.IAsyncProperty<unknown[]>,
    40,
  );
});

test('edited texts are returned as they were sent', async () => {
  const { stack, buyer } = fixture();
  const id = await stack.post(buyer, { requiredWorkers: 1, payableAmount: 1 });
  await check(
    fc.asyncProperty(title, long, async (taskTitle, taskDetail) => {
      await stack.get('changeTask', { as: buyer, params: { id }, body: { taskTitle, taskDetail } });
      const expected = { taskTitle: titleOf(taskTitle), taskDetail: linesOf(taskDetail) };
      expect(await stack.get('getTask', { params: { id } })).toMatchObject(expected);
    }) as fc.IAsyncProperty<unknown[]>,
    30,
  );
});

test('submission details reach the buyer as they were sent', async () => {
  const { stack, buyer } = fixture();
  const worker: Person = await stack.newcomer('worker');
  await check(
    fc.asyncProperty(long, async (details) => {
      const taskId = await stack.post(buyer, { requiredWorkers: 1, payableAmount: 1 });
      const id = await stack.submit(worker, taskId, details);
      const [row] = await stack.get('listSubmissions', { as: buyer, query: { taskId } });
      expect(row).toMatchObject({ _id: id, submissionDetails: linesOf(details) });
    }) as fc.IAsyncProperty<unknown[]>,
    30,
  );
});

test('names are returned as they were sent, to their users and to others', async () => {
  const { stack, admin, otherWorker } = fixture();
  await check(
    fc.asyncProperty(title, async (userName) => {
      const claims = stack.claimsOf('Nina');
      const token = stack.tokens.signIdentity(claims);
      await stack.insert('createUser', { token, body: { userName, userRole: 'buyer' } });
      const query = { email: claims.email };
      for (const as of [admin, otherWorker])
        expect(await stack.get('getUser', { as, query })).toMatchObject({ userName: titleOf(userName) });
      const body = { email: claims.email, password: PASSWORD, displayName: userName };
      const { displayName } = await stack.get('signUp', { body });
      expect(displayName).toBe(titleOf(userName));
    }) as fc.IAsyncProperty<unknown[]>,
    12,
  );
});
