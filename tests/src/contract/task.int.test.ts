import { DAY_MS } from '@piecework/base';
import { APPEAL_DAYS } from '@piecework/contracts';
import { shownPicture } from '@piecework/domain';
import { publishBatch } from '../support/batches';
import { faultyFields, outcome } from '../support/client';
import { contract, type InvalidValues, useContractFixture } from '../support/contract';
import { type Person, taskFields } from '../support/people';
import { HELD_BY } from '../support/samples';

const fixture = useContractFixture({ REVIEW_WORDS: 'easy money' });

const title = (label: string): InvalidValues => [
  ['', `${label} is required`],
  [' \n ', `${label} is required`],
  [null, `${label} is required`],
  [7, `${label} must be text`],
  [['a'], `${label} must be text`],
  ['x'.repeat(201), `${label} must be at most 200 characters`],
];
const longText = (label: string): InvalidValues => [
  ...title(label).slice(0, 5),
  ['x'.repeat(5001), `${label} must be at most 5000 characters`],
];
const required = (label: string): InvalidValues => [[undefined, `${label} is required`]];
const wholeNumber = (label: string): InvalidValues => [
  [undefined, `${label} is required`],
  ['', `${label} is required`],
  [0, `${label} must be at least 1`],
  [-1, `${label} must be at least 1`],
  [1.5, `${label} must be a whole number`],
  ['1.5', `${label} must be a whole number`],
  ['ten', `${label} must be a whole number`],
  [true, `${label} must be a whole number`],
  [[1], `${label} must be a whole number`],
  [1_000_001, `${label} must be at most 1000000`],
];
const notAPicture = 'Task Image URL must be an https address or an uploaded picture';

const coins = (person: Person) => fixture().stack.balance(person);
const changed = async (id: string) => {
  await fixture().stack.settle();
  return fixture().stack.get('getTask', { as: fixture().buyer, params: { id } });
};

/** Submits work, without requiring success. */
const trySubmit = (worker: Person, taskId: string) =>
  fixture().stack.ask('createSubmission', { as: worker, body: { taskId, submissionDetails: 'Done' } });

contract('task', fixture, {
  listTasks: {
    tests: () => {
      test.each([
        ['sort', 'price'],
        ['limit', '0'],
        ['limit', '5001'],
        ['limit', 'all'],
        ['offset', '-1'],
        ['status', 'deleted'],
        ['open', 'maybe'],
        ['fresh', 'maybe'],
        ['review', 'maybe'],
        ['closing', 'soon'],
        ['minPay', '0'],
        ['minPay', 'much'],
        ['minHourly', '0'],
        ['approvalFrom', '0'],
        ['approvalTo', '101'],
        ['q', 'x'.repeat(201)],
        ['importId', 'a-file'],
      ])('answers 400 to %s=%s, and names the parameter', async (name, value) => {
        const answer = await fixture().stack.ask('listTasks', { query: { [name]: value } });
        expect(answer).toMatchObject({ status: 400, body: { code: 'validation', errors: [{ field: name }] } });
      });

      test('lists the own tasks of one import, also closed ones', async () => {
        const { stack, buyer, otherBuyer } = fixture();
        const importId = 'file-of-spring';
        const [one, other] = [await stack.post(buyer, { importId }), await stack.post(buyer, { importId })];
        await stack.post(buyer);
        await stack.post(otherBuyer, { importId });
        await stack.get('endTask', { as: buyer, params: { id: one } });
        const query = { mine: '1', sort: 'newest', importId };
        const { body, headers } = await stack.ask('listTasks', { as: buyer, query });
        expect((body as { _id: string }[]).map(({ _id }) => _id)).toEqual([other, one]);
        expect(headers['x-total-count']).toBe('2');
      });
    },
  },

  getTask: {
    tests: () => {
      test('shows all fields of a task, without the buyer’s email to anonymous callers', async () => {
        const { stack, buyer, worker } = fixture();
        const fields = taskFields({ taskTitle: ' Trimmed ', requiredWorkers: '3', payableAmount: ' 4 ' });
        const id = await stack.insert('createTask', { as: buyer, body: fields });
        const { completionDate, taskImageURL, taskDetail, submissionInfo } = fields;
        const shown = {
          _id: id,
          taskTitle: 'Trimmed',
          taskDetail,
          taskImageURL: shownPicture(taskImageURL, stack.settings),
          submissionInfo,
          completionDate,
          requiredWorkers: 3,
          payableAmount: 4,
          totalPayableAmount: 12,
          autoApproveHours: 168,
          reserveMinutes: 30,
          taskStatus: 'pending',
          buyerName: 'Bella',
        };
        expect(await stack.get('getTask', { params: { id } })).toEqual(shown);
        expect(await stack.get('getTask', { as: worker, params: { id } })).toEqual({
          ...shown,
          buyerEmail: buyer.email,
          buyerStats: expect.objectContaining({ decided: expect.any(Number) }),
        });
      });
    },
  },

  createTask: {
    invalidValues: {
      taskTitle: [...required('Task Title'), ...title('Task Title')],
      taskDetail: [...required('Task Detail'), ...longText('Task Detail')],
      submissionInfo: [...required('Submission Info'), ...longText('Submission Info')],
      requiredWorkers: wholeNumber('Required Workers'),
      payableAmount: wholeNumber('Payable Amount'),
      autoApproveHours: [
        [-1, 'Hours until approval must be at least 0'],
        [1.5, 'Hours until approval must be a whole number'],
        [721, 'Hours until approval must be at most 720'],
      ],
      reserveMinutes: [
        [-1, 'Minutes to hold a place must be at least 0'],
        [4, 'Minutes to hold a place must be 0, or at least 5'],
        [7.5, 'Minutes to hold a place must be a whole number'],
        [1441, 'Minutes to hold a place must be at most 1440'],
      ],
      minApprovalRate: [
        [-1, 'Approval rate must be at least 0'],
        ['many', 'Approval rate must be a whole number'],
        [101, 'Approval rate must be at most 100'],
      ],
      form: [
        ['x', 'Send a JSON object'],
        [null, 'Send a JSON object'],
      ],
      closeAtCompletion: [
        ['yes', 'Close at completion must be true or false'],
        [1, 'Close at completion must be true or false'],
      ],
      importId: [
        ['', 'Import must have 1 to 40 letters, digits, dashes and underscores'],
        ['a:b', 'Import must have 1 to 40 letters, digits, dashes and underscores'],
        ['x'.repeat(41), 'Import must have 1 to 40 letters, digits, dashes and underscores'],
        [7, 'Import must have 1 to 40 letters, digits, dashes and underscores'],
      ],
      completionDate: [
        ...required('Completion Date'),
        ['', 'Completion Date is required'],
        ['tomorrow', 'Completion Date must be a date like 2026-12-31'],
        ['2099-02-30', 'Completion Date must be a date like 2026-12-31'],
        ['2099-2-3', 'Completion Date must be a date like 2026-12-31'],
        ['2020-01-01', 'Completion Date must be today or later'],
      ],
      taskImageURL: [
        ...required('Task Image URL'),
        ['', 'Task Image URL is required'],
        ['http://pictures.example/a.png', notAPicture],
        ['javascript:alert(1)', notAPicture],
        ['data:image/png;base64,AAAA', notAPicture],
        ['//evil.example/images/01j9zq3w8x5y7v2t4r6n8m0k1h', notAPicture],
        ['/images/../etc/passwd', notAPicture],
        ['birds.png', notAPicture],
      ],
    },
    differentRequest: ({ body }) => ({ body: { ...(body as object), taskTitle: 'Something else' } }),
    tests: () => {
      test('a form without a batch has no boxes', async () => {
        const { stack, buyer } = fixture();
        const boxes = { kind: 'boxes', name: 'cars', label: 'Cars', options: [{ value: 'car', label: 'Car' }] };
        const body = { ...taskFields(), form: { fields: [boxes] } };
        const refused = await stack.ask('createTask', { as: buyer, body });
        expect(faultyFields(refused)).toEqual(['form.fields.0.kind']);
      });
      test('an Idempotency-Key is scoped to one account', async () => {
        const { stack, buyer, otherBuyer } = fixture();
        const [one, other] = await Promise.all(
          [buyer, otherBuyer].map((as) => stack.insert('createTask', { as, key: 'shared', body: taskFields() })),
        );
        expect(one).not.toBe(other);
      });
    },
  },

  changeTask: {
    invalidValues: {
      paused: [
        ['yes', 'Paused must be true or false'],
        [0, 'Paused must be true or false'],
      ],
      taskTitle: title('Task Title'),
      taskDetail: longText('Task Detail'),
      submissionInfo: longText('Submission Info'),
      completionDate: [['2026-2-30', 'Completion Date must be a date like 2026-12-31']],
    },
    tests: () => {
      const edit = (as: Person, id: string, body: object) =>
        fixture().stack.ask('changeTask', { as, params: { id }, body });

      test('moves the completion date later, never earlier', async () => {
        const { stack, buyer } = fixture();
        const id = await stack.post(buyer, { completionDate: '2098-01-01' });
        expect((await edit(buyer, id, { completionDate: '2099-01-01' })).body).toEqual({ modifiedCount: 1 });
        const refused = await edit(buyer, id, { completionDate: '2098-12-31' });
        expect([outcome(refused), faultyFields(refused)]).toEqual(['400 validation', ['completionDate']]);
        expect(await stack.get('getTask', { params: { id } })).toMatchObject({ completionDate: '2099-01-01' });
      });

      test('absorbs the body that the reference client sends after a submission, even for a deleted task', async () => {
        const { stack, buyer, otherBuyer, worker } = fixture();
        const id = await stack.post(buyer);
        const { taskTitle, taskDetail, submissionInfo } = await stack.get('getTask', { params: { id } });
        const body = { taskTitle, taskDetail, submissionInfo, requiredWorkers: 1 };
        for (const as of [worker, otherBuyer]) expect((await edit(as, id, body)).body).toEqual({ modifiedCount: 0 });
        expect(outcome(await edit(worker, id, { ...body, submissionInfo: 'Mine' }))).toBe('403 forbidden');
        await stack.get('deleteTask', { as: buyer, params: { id } });
        expect((await edit(worker, id, body)).body).toEqual({ modifiedCount: 0 });
      });
    },
  },

  pauseTask: {
    invalidValues: {
      reason: [
        [undefined, 'Reason is required'],
        [7, 'Reason must be text'],
        ['Bad.', 'Reason must be at least 10 characters'],
        ['x'.repeat(501), 'Reason must be at most 500 characters'],
      ],
    },
    tests: () => {
      const reason = 'It asks for passwords.';

      test('takes no work until an admin resumes it, and only its buyer and admins read why', async () => {
        const { stack, admin, buyer, worker } = fixture();
        const params = { id: await stack.post(buyer) };
        expect(await stack.get('pauseTask', { as: admin, params, body: { reason } })).toEqual({ modifiedCount: 1 });
        await stack.get('changeTask', { as: buyer, params, body: { paused: true } });
        await stack.get('changeTask', { as: buyer, params, body: { paused: false } });
        await stack.settle();
        expect((await trySubmit(worker, params.id)).body).toEqual({ message: expect.stringContaining('paused') });
        for (const as of [buyer, admin])
          expect(await stack.get('getTask', { as, params })).toMatchObject({ paused: true, adminPause: { reason } });
        const seen = await stack.get('getTask', { as: worker, params });
        expect([seen.paused, seen.adminPause]).toEqual([true, undefined]);
        const listed = await stack.get('listTasks', { as: worker, query: { limit: 100 } });
        expect(listed.map(({ _id }) => _id)).not.toContain(params.id);
        expect(await stack.get('resumeTask', { as: admin, params })).toEqual({ deletedCount: 1 });
        expect(await stack.get('resumeTask', { as: admin, params })).toEqual({ deletedCount: 0 });
        await stack.settle();
        await stack.submit(worker, params.id);
      });

      test('a paused task can still be closed by its buyer', async () => {
        const { stack, admin, buyer } = fixture();
        const before = await coins(buyer);
        const params = { id: await stack.post(buyer) };
        await stack.get('pauseTask', { as: admin, params, body: { reason } });
        await stack.get('endTask', { as: buyer, params });
        expect(await coins(buyer)).toBe(before);
        const again = await stack.ask('pauseTask', { as: admin, params, body: { reason } });
        expect(outcome(again)).toBe('409 task-closed');
      });
    },
  },
  resumeTask: {},
  decideReview: {
    invalidValues: {
      outcome: [undefined, null, 'kept', true].map((value) => [value, 'Outcome must be approved or rejected'] as const),
      version: [...required('Version'), [0, 'Version must be at least 1'], [1.5, 'Version must be a whole number']],
      reason: [
        ['Too short', 'Reason must be at least 10 characters'],
        ['x'.repeat(501), 'Reason must be at most 500 characters'],
        [7, 'Reason must be text'],
      ],
    },
    tests: () => {
      const decide = (id: string, body: object) =>
        fixture().stack.ask('decideReview', { as: fixture().admin, params: { id }, body: { version: 1, ...body } });
      const readBy = async (id: string, as?: Person) =>
        outcome(await fixture().stack.ask('getTask', { ...(as && { as }), params: { id } }));

      test('until it is approved a task takes no work, and no stranger finds it', async () => {
        const { stack, buyer, otherBuyer, worker, admin } = fixture();
        const form = { fields: [{ kind: 'text', name: 'pin', label: 'Your PIN' }] };
        const id = await stack.post(buyer, { submissionInfo: HELD_BY, form });
        await stack.settle();
        const readForm = async (as: Person) => outcome(await stack.ask('getForm', { as, params: { id } }));
        for (const as of [worker, otherBuyer]) expect(await readForm(as)).toBe('404 not-found');
        for (const as of [buyer, admin]) expect(await readForm(as)).toBe('200');
        for (const as of [undefined, worker, otherBuyer]) {
          expect(await readBy(id, as)).toBe('404 not-found');
          const shown = await stack.get('listTasks', { ...(as && { as }), query: { limit: 100 } });
          expect(shown.map(({ _id }) => _id)).not.toContain(id);
        }
        for (const as of [buyer, admin]) expect(await readBy(id, as)).toBe('200');
        const declined = { message: expect.stringContaining('checking this task') };
        expect((await trySubmit(worker, id)).body).toEqual(declined);
        expect(await stack.get('reservePlace', { as: worker, params: { id } })).toEqual(declined);
        expect(outcome(await decide(id, { outcome: 'approved' }))).toBe('200');
        await stack.settle();
        await stack.get('createSubmission', { as: worker, body: { taskId: id, answers: [{ pin: '1' }] } });
        await stack.settle();
        const kinds = (await stack.get('listNotifications', { as: buyer })).map(({ kind }) => kind);
        expect(kinds).toContain('task-approved');
        const [act] = await stack.get('listAdminTrail', { as: admin, query: { q: id } });
        expect(act).toMatchObject({ action: 'task-approved', detail: 'words: easy money' });
      });

      test('an edit holds an open task: its held places go on, and a rejection refunds the others', async () => {
        const { stack, buyer, worker, otherWorker } = fixture();
        const before = await coins(buyer);
        const id = await stack.post(buyer, { requiredWorkers: 3, payableAmount: 10 });
        await stack.get('reservePlace', { as: worker, params: { id } });
        await stack.get('changeTask', { as: buyer, params: { id }, body: { taskTitle: 'Easy money' } });
        await stack.settle();
        expect((await trySubmit(otherWorker, id)).body).toEqual({ message: expect.any(String) });
        expect([await readBy(id, worker), await readBy(id)]).toEqual(['200', '404 not-found']);
        await stack.submit(worker, id);
        expect(outcome(await decide(id, { outcome: 'rejected' }))).toBe('400 validation');
        expect(outcome(await decide(id, { outcome: 'rejected', reason: 'It asks for passwords.' }))).toBe('200');
        await stack.settle();
        expect(await coins(buyer)).toBe(before - 10);
        expect((await stack.get('getTask', { as: buyer, params: { id } })).closed).toMatchObject({
          refunded: 20,
          rejection: 'It asks for passwords.',
        });
        expect(await stack.get('getTask', { as: otherWorker, params: { id } })).not.toHaveProperty('closed.rejection');
      });
    },
  },

  endTask: {
    tests: () => {
      const end = (as: Person, id: string) => fixture().stack.ask('endTask', { as, params: { id } });

      test('returns the coins of open places; reserved and pending ones keep their escrow', async () => {
        const { stack, buyer, worker } = fixture();
        const holder = await stack.newcomer('worker');
        const before = await coins(buyer);
        const id = await stack.post(buyer, { requiredWorkers: 4, payableAmount: 10 });
        const pending = await stack.submit(worker, id);
        await stack.get('reservePlace', { as: holder, params: { id } });
        expect((await end(buyer, id)).body).toEqual({ modifiedCount: 1 });
        expect((await end(buyer, id)).body).toEqual({ modifiedCount: 0 });
        expect(await coins(buyer)).toBe(before - 20);
        expect(await stack.get('getTask', { as: worker, params: { id } })).toMatchObject({
          closed: { reason: 'ended', refunded: 20 },
        });
        expect(outcome(await trySubmit(await stack.newcomer('worker'), id))).toBe('404 not-found');
        await stack.submit(holder, id);
        await stack.decide(buyer, pending, 'reject');
        await stack.settle();
        // The worker may appeal for seven days.
        expect(await coins(buyer)).toBe(before - 20);
        const { closed } = await stack.get('getTask', { as: buyer, params: { id } });
        expect(closed).toEqual({ reason: 'ended', refunded: 20, kept: { coins: 10, until: expect.any(String) } });
        const days = (Date.parse(closed?.kept?.until ?? '') - Date.now()) / DAY_MS;
        expect(Math.abs(days - APPEAL_DAYS)).toBeLessThan(0.1);
      });
    },
  },
  addPlaces: {
    invalidValues: { places: wholeNumber('Places') },
    differentRequest: () => ({ body: { places: 3 } }),
    tests: () => {
      const add = (as: Person, id: string, places: unknown, key?: string) =>
        fixture().stack.ask('addPlaces', { as, params: { id }, body: { places }, ...(key && { key }) });

      test('opens the places, and puts their coins in escrow', async () => {
        const { stack, buyer, worker } = fixture();
        const before = await coins(buyer);
        const id = await stack.post(buyer, { requiredWorkers: 1, payableAmount: 10 });
        await stack.submit(worker, id);
        expect((await add(buyer, id, '2')).body).toEqual({ modifiedCount: 1 });
        expect(await changed(id)).toMatchObject({ requiredWorkers: 2, totalPayableAmount: 30 });
        expect(await coins(buyer)).toBe(before - 30);
        await stack.submit(await stack.newcomer('worker'), id);
        await stack.get('deleteTask', { as: buyer, params: { id } });
        expect(await coins(buyer)).toBe(before - 20);
      });

      test('opens a completed task again', async () => {
        const { stack, buyer, worker } = fixture();
        const id = await stack.post(buyer, { requiredWorkers: 1, payableAmount: 1 });
        await stack.decide(buyer, await stack.submit(worker, id), 'approved');
        expect(await changed(id)).toMatchObject({ taskStatus: 'completed' });
        await add(buyer, id, 1);
        expect(await changed(id)).toMatchObject({ taskStatus: 'onProgress', requiredWorkers: 1 });
      });

      test('adds none to a batch, whose detail stays as it is, too', async () => {
        const { stack, buyer } = fixture();
        const id = await publishBatch(stack, buyer, { rowsPerPage: 2 });
        expect(await stack.get('getTask', { params: { id } })).toMatchObject({
          batch: { rows: 2, pages: 1, rowsPerPage: 2, overlap: { max: 2 } },
          hasForm: true,
          requiredWorkers: 2,
          payableAmount: 1,
          totalPayableAmount: 2,
        });
        expect(outcome(await add(buyer, id, 1))).toBe('409 is-batch');
        const edit = (body: object) => stack.ask('changeTask', { as: buyer, params: { id }, body });
        const refused = await edit({ taskTitle: 'Totals', taskDetail: 'Copy {{note}}.' });
        expect([outcome(refused), faultyFields(refused)]).toEqual(['400 validation', ['taskDetail']]);
        expect((await edit({ taskTitle: 'Totals' })).body).toEqual({ modifiedCount: 1 });
      });

      test('refuses more than a million places in all, with the number that is left', async () => {
        const { stack, buyer } = fixture();
        const id = await stack.post(buyer, { requiredWorkers: 2, payableAmount: 1 });
        expect(await add(buyer, id, 999_999)).toMatchObject({
          status: 400,
          body: {
            errors: [{ field: 'places', message: 'A task has at most 1,000,000 places: 999,998 more can be added' }],
          },
        });
      });
    },
  },
  raisePay: {
    invalidValues: { payableAmount: wholeNumber('Payable Amount') },
    differentRequest: () => ({ body: { payableAmount: 3 } }),
    tests: () => {
      const raise = (as: Person, id: string, payableAmount: unknown) =>
        fixture().stack.ask('raisePay', { as, params: { id }, body: { payableAmount } });

      test('pays open and pending places more, and decided ones as before', async () => {
        const { stack, buyer, worker, otherWorker } = fixture();
        const [before, earned] = [await coins(buyer), await coins(worker)];
        const id = await stack.post(buyer, { requiredWorkers: 3, payableAmount: 10 });
        await stack.decide(buyer, await stack.submit(worker, id), 'approved');
        const pending = await stack.submit(otherWorker, id);
        await stack.settle();
        expect((await raise(buyer, id, '12')).body).toEqual({ modifiedCount: 1 });
        expect(await changed(id)).toMatchObject({ payableAmount: 12, totalPayableAmount: 34 });
        const work = await stack.get('listSubmissions', { as: otherWorker, query: {} });
        expect(work.find(({ _id }) => _id === pending)).toMatchObject({ payableAmount: 12, status: 'pending' });
        expect(await coins(buyer)).toBe(before - 34);
        expect(await coins(worker)).toBe(earned + 10);
        await stack.get('deleteTask', { as: buyer, params: { id } });
        await stack.decide(buyer, pending, 'approved');
        expect(await coins(buyer)).toBe(before - 22);
      });

      test('never lowers it', async () => {
        const { stack, buyer } = fixture();
        const id = await stack.post(buyer, { payableAmount: 2 });
        const refused = await raise(buyer, id, 2);
        expect([outcome(refused), faultyFields(refused)]).toEqual(['400 validation', ['payableAmount']]);
      });

      test('is refused without the coins, to other buyers, and of a closed task', async () => {
        const { stack, buyer, otherBuyer } = fixture();
        const id = await stack.post(buyer, { requiredWorkers: 1, payableAmount: 1 });
        expect(outcome(await raise(buyer, id, 1_000_000))).toBe('409 insufficient-coins');
        expect(outcome(await raise(otherBuyer, id, 2))).toBe('404 not-found');
        await stack.get('endTask', { as: buyer, params: { id } });
        expect(outcome(await raise(buyer, id, 2))).toBe('409 task-closed');
      });
    },
  },
  deleteTask: {
    tests: () => {
      test("its buyer and the workers with work in it read the admin's reason, other users do not", async () => {
        const { stack, buyer, otherBuyer, worker, otherWorker, admin } = fixture();
        const id = await stack.post(buyer, { requiredWorkers: 3, payableAmount: 10 });
        await stack.submit(worker, id);
        await stack.settle();
        const query = { reason: ' It asks for passwords. ' };
        await stack.get('deleteTask', { as: admin, params: { id }, query });
        await stack.settle();
        const read = async (as?: Person) => {
          const { status, body } = await stack.ask('getTask', { ...(as && { as }), params: { id } });
          const { code, message } = body as { code: string; message: string };
          return { status, code, message };
        };
        const ofBuyer = await read(buyer);
        expect(ofBuyer).toMatchObject({ status: 404, code: 'task-deleted' });
        expect(ofBuyer.message).toContain('“It asks for passwords.” 20 coins for its open places returned');
        const ofWorker = await read(worker);
        expect(ofWorker).toMatchObject({ status: 404, code: 'task-deleted' });
        expect(ofWorker.message).toContain('“It asks for passwords.” Your submission');
        for (const as of [undefined, otherBuyer, otherWorker, admin]) {
          const { code, message } = await read(as);
          expect([code, message.includes('passwords')]).toEqual(['not-found', false]);
        }
        expect((await stack.ask('listAdminTrail', { as: admin })).text).not.toContain('passwords');
      });
    },
  },
});
