import { formatDay, type Submission } from '@piecework/contracts';
import { outcome } from '../support/client';
import { contract, useContractFixture } from '../support/contract';
import type { Person } from '../support/people';
import { FORM, picture } from '../support/samples';
import { batchTests, PAGE_FAULTS, pageWorkTests } from './submission.batches';
import { reservationTests } from './submission.reservations';
import { ANSWER_FAULTS, NOT_YOURS, PICTURE_FAULTS, REASON_FAULTS, reviewTests } from './submission.reviews';
import { threadTests } from './submission.threads';

const fixture = useContractFixture();

const listOf = async (as: Person, taskId: string) => ({
  rows: (await fixture().stack.ask('listSubmissions', { as, query: { taskId } })).body as Submission[],
});
/** A pending submission to a new task. */
const pending = async (payableAmount = 5, requiredWorkers = 2) => {
  const { stack, buyer, worker } = fixture();
  const taskId = await stack.post(buyer, { payableAmount, requiredWorkers });
  return { taskId, id: await stack.submit(worker, taskId) };
};

contract('submission', fixture, {
  ...reviewTests(fixture),
  ...reservationTests(fixture),
  ...batchTests(fixture),
  ...threadTests(fixture),

  listSubmissions: {
    tests: () => {
      let buyer: Person;
      let worker: Person;
      let expensive: string;
      const list = async (as: Person, query: Record<string, string | number> = {}) => {
        const answer = await fixture().stack.ask('listSubmissions', { as, query });
        return { total: answer.headers['x-total-count'], rows: answer.body as Submission[] };
      };

      beforeAll(async () => {
        const { stack, admin } = fixture();
        [buyer, worker] = await Promise.all([stack.newcomer('buyer', 'Lena Lister'), stack.newcomer('worker', 'Leo')]);
        await stack.enrich(buyer, admin, 1000);
        expensive = await stack.submit(worker, await stack.post(buyer, { payableAmount: 9, taskTitle: 'Expensive' }));
        await stack.submit(worker, await stack.post(buyer, { payableAmount: 2, taskTitle: 'Cheap' }));
      });

      test('shows all fields of a submission to its worker, its buyer and admins', async () => {
        for (const as of [worker, buyer, fixture().admin]) {
          const { rows } = await list(as, { q: 'expensive' });
          expect(rows).toEqual([
            {
              _id: expensive,
              taskId: rows[0]?.taskId,
              taskTitle: 'Expensive',
              payableAmount: 9,
              workerEmail: worker.email,
              workerName: 'Leo',
              buyerName: 'Lena Lister',
              buyerEmail: buyer.email,
              submissionDetails: 'Robin, wren, blackbird',
              submissionDate: formatDay(Date.now()),
              status: 'pending',
              threadId: `${rows[0]?.taskId}:${worker.userId}`,
              changedAt: expect.any(String),
              autoApproveAt: expect.any(String),
              ...(as !== worker && { workerStats: { approved: 0, decided: 0 } }),
            },
          ]);
        }
      });

      test.each([
        ['start', '-1'],
        ['start', '1.5'],
        ['status', 'rejected'],
        ['sort', 'name'],
        ['sort', 'page'],
        ['taskId', 'x'.repeat(101)],
      ])('answers 400 to %s=%s, and names the parameter', async (name, value) => {
        const { stack } = fixture();
        const answer = await stack.ask('listSubmissions', { as: fixture().admin, query: { [name]: value } });
        expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: name }] } });
      });
    },
  },

  exportSubmissionsXlsx: { file: 'submissions-{id}.xlsx' },

  exportSubmissions: {
    file: 'submissions-{id}.csv',
    tests: () => {
      const download = (as: Person, id: string) => fixture().stack.ask('exportSubmissions', { as, params: { id } });
      const HEAD =
        'submission,worker,email,status,submitted,pay,decided by,decided,reason,reason text,details,attachments,bonus';

      test('has the work of one task with its decisions, newest first, as text of a spreadsheet', async () => {
        const { stack, buyer, worker, otherWorker, admin } = fixture();
        const taskId = await stack.post(buyer, { payableAmount: 5, requiredWorkers: 2 });
        const first = await stack.submit(worker, taskId);
        const display = (await stack.get('uploadImage', { as: otherWorker, ...picture() })).data.display_url;
        const body = { taskId, submissionDetails: '=1+1, "quoted"\n- wren', attachments: [display] };
        const second = await stack.insert('createSubmission', { as: otherWorker, body });
        await pending();
        await stack.ask('decideSubmission', {
          as: buyer,
          params: { id: first },
          body: { status: 'reject', reasonCode: 'other', reasonText: '@everyone, no birds' },
        });
        const { headers, text, status } = await download(buyer, taskId);
        expect([status, headers['x-total-count']]).toEqual([200, '2']);
        const [head, newest, oldest, ...rest] = text.replace(/^\ufeff/, '').split('\r\n');
        expect([head, rest]).toEqual([HEAD, ['']]);
        expect(newest).toMatch(new RegExp(`^${second},[^,]+,${otherWorker.email},pending,20[^,]+Z,5,,,,,`));
        expect(newest).toContain(`,"'=1+1, ""quoted""\n- wren",${display}`);
        expect(oldest).toMatch(new RegExp(`^${first},[^,]+,${worker.email},reject,20[^,]+Z,5,buyer,20[^,]+Z,`));
        expect(oldest).toContain(`,other,"'@everyone, no birds",`);
        expect((await download(admin, taskId)).text).toBe(text);
      });

      test('stays readable after the task was closed and deleted', async () => {
        const { stack, buyer } = fixture();
        const { taskId, id } = await pending();
        for (const operation of ['endTask', 'deleteTask'] as const) {
          await stack.ask(operation, { as: buyer, params: { id: taskId } });
          await stack.settle();
          expect((await download(buyer, taskId)).text).toContain(`\n${id},`);
        }
      });

      test('is a 404 to all but the owner and admins', async () => {
        const { otherBuyer, worker, otherWorker, admin } = fixture();
        const { taskId } = await pending();
        for (const as of [otherBuyer, worker, otherWorker])
          expect(outcome(await download(as, taskId))).toBe('404 not-found');
        expect(outcome(await download(admin, 'nothing'))).toBe('404 not-found');
      });
    },
  },

  countSubmissions: {},
  workDays: {},
  listAccuracies: {},

  getForm: {
    tests: () => {
      test('is found by signed-in users, and only of a task that has one', async () => {
        const { stack, buyer, worker, otherBuyer, admin } = fixture();
        const id = await stack.post(buyer, { form: FORM });
        for (const as of [buyer, worker, otherBuyer, admin])
          expect(await stack.get('getForm', { as, params: { id } })).toEqual(FORM);
        expect(await stack.get('getTask', { as: worker, params: { id } })).toMatchObject({ hasForm: true });
        const plain = await stack.post(buyer);
        expect(outcome(await stack.ask('getForm', { as: worker, params: { id: plain } }))).toBe('404 not-found');
        expect(await stack.get('getTask', { as: worker, params: { id: plain } })).not.toHaveProperty('hasForm');
      });
    },
  },

  createSubmission: {
    invalidValues: {
      taskId: [
        [undefined, 'Task is required'],
        ['', 'Task is required'],
        [5, 'Task must be text'],
        [{ $ne: null }, 'Task must be text'],
        ['x'.repeat(101), 'Task must be at most 100 characters'],
      ],
      submissionDetails: [
        [undefined, 'Submission Details URL is required'],
        ['  ', 'Submission Details URL is required'],
        [['done'], 'Submission Details must be text'],
        ['x'.repeat(5001), 'Submission Details must be at most 5000 characters'],
      ],
      answers: ANSWER_FAULTS,
      attachments: PICTURE_FAULTS,
      page: PAGE_FAULTS,
    },
    differentRequest: ({ body }) => ({ body: { ...(body as object), submissionDetails: 'Something else' } }),
    tests: () => {
      pageWorkTests(fixture);

      test('answers a form, whose values the buyer gets as a text, as values and as columns', async () => {
        const { stack, buyer, worker, otherWorker } = fixture();
        const url = (await stack.get('uploadImage', { as: worker, ...picture() })).data.display_url;
        const taskId = await stack.post(buyer, { form: FORM });
        const send = (as: Person, body: object) => stack.ask('createSubmission', { as, body: { taskId, ...body } });
        const answers = [{ shop: '=Shop', total: '41.50', paid_by: ['card', 'cash'], receipt: [url] }];
        expect(await send(worker, { answers: [{ ...answers[0], total: '-1', sum: '1' }] })).toMatchObject({
          status: 400,
          body: {
            errors: [
              { field: 'answers.0.total', message: 'This answer must be at least 0' },
              { field: 'answers.0.receipt', message: 'Send the addresses of the pictures as attachments, too' },
              { field: 'answers.0.sum', message: 'The form has no such field' },
            ],
          },
        });
        const declined = await send(otherWorker, { submissionDetails: 'Robin, wren' });
        expect(declined).toMatchObject({ status: 200, body: { message: expect.stringContaining('has a form') } });
        expect((await send(worker, { answers, attachments: [url] })).status).toBe(201);
        const { rows } = await listOf(buyer, taskId);
        expect(rows).toMatchObject([
          {
            submissionDetails: 'Shop: =Shop\nTotal: 41.50\nPaid by: Cash, Card\nReceipt: 1 picture',
            answers: [{ shop: '=Shop', total: '41.50', paid_by: ['cash', 'card'], receipt: [url] }],
            attachments: [url],
          },
        ]);
        const { text } = await stack.ask('exportSubmissions', { as: buyer, params: { id: taskId } });
        const [head, row] = text.replace(/^\ufeff/, '').split('\r\n');
        expect(head).toMatch(/,answer\.shop,answer\.total,answer\.paid_by,answer\.receipt$/);
        expect(row).toMatch(new RegExp(`,'=Shop,41\\.50,cash card,${url}$`));
        await stack.settle();
        expect(await stack.get('getTask', { params: { id: taskId } })).toMatchObject({ requiredWorkers: 1 });
      });

      test('shows its pictures to its worker, its buyer and admins, and takes only the own uploads', async () => {
        const { stack, buyer, worker, otherWorker, otherBuyer, admin } = fixture();
        const uploadAs = async (as: Person) => (await stack.get('uploadImage', { as, ...picture() })).data.display_url;
        const attachments = [await uploadAs(worker), await uploadAs(worker)];
        const foreign = await uploadAs(otherWorker);
        const taskId = await stack.post(buyer);
        const send = (urls: string[]) =>
          stack.ask('createSubmission', {
            as: worker,
            body: { taskId, submissionDetails: 'See the pictures', attachments: urls },
          });
        for (const url of [foreign, attachments[0]?.replace('http:', 'https:'), `${attachments[0]}?w=160`]) {
          const refused = await send([...attachments, String(url)]);
          expect(outcome(refused)).toBe('400 validation');
          expect(refused.body).toMatchObject({ errors: [{ field: 'attachments', message: NOT_YOURS }] });
        }
        const { insertedId } = (await send(attachments)).body as { insertedId: string };
        for (const as of [worker, buyer, admin]) {
          const { rows } = await listOf(as, taskId);
          expect(rows).toMatchObject([{ _id: insertedId, attachments }]);
        }
        for (const as of [otherWorker, otherBuyer]) expect((await listOf(as, taskId)).rows).toEqual([]);
        await stack.settle();
        const reused = await stack.post(buyer);
        const body = { taskId: reused, submissionDetails: 'The same', attachments: [attachments[0]] };
        expect((await stack.ask('createSubmission', { as: worker, body })).status).toBe(201);
      });
    },
  },

  decideSubmission: {
    invalidValues: {
      status: [
        [undefined, 'Status must be approved or reject'],
        ['pending', 'Status must be approved or reject'],
        ['rejected', 'Status must be approved or reject'],
        [['approved'], 'Status must be approved or reject'],
        [{ $ne: 'x' }, 'Status must be approved or reject'],
      ],
      ...REASON_FAULTS,
    },
    tests: () => {
      test.each([
        [{ reasonText: 'A text without a code' }, 'reasonCode'],
        [{ reasonCode: 'other' }, 'reasonText'],
        [{ reasonCode: 'other', reasonText: '  too short ' }, 'reasonText'],
      ])('refuses a rejection with %j, and names %s; an approval ignores it', async (reason, field) => {
        const { stack, buyer } = fixture();
        const { id } = await pending();
        const ask = (status: string) =>
          stack.ask('decideSubmission', { as: buyer, params: { id }, body: { status, ...reason } });
        expect(await ask('reject')).toMatchObject({ status: 400, body: { errors: [{ field }] } });
        expect((await ask('approved')).body).toEqual({ modifiedCount: 1 });
      });
    },
  },
});
