import type { OperationId } from '@piecework/contracts';
import { answerPage, answersTo, csv, draftBatch, draftFields, MORE_ROWS, publishBatch, ROWS } from '../support/batches';
import { faultyFields, outcome } from '../support/client';
import type { OperationTests } from '../support/contract';
import type { Person } from '../support/people';
import { type ContractFixture, picture } from '../support/samples';
import { REASON_FAULTS } from './submission.reviews';

const text = (label: string, most: number) =>
  [
    ['', `${label} is required`],
    [7, `${label} must be text`],
    ['x'.repeat(most + 1), `${label} must be at most ${most} characters`],
  ] as const;
const whole = (label: string, least: number, most: number) =>
  [
    [least - 1, `${label} must be at least ${least}`],
    [1.5, `${label} must be a whole number`],
    [most + 1, `${label} must be at most ${most}`],
  ] as const;

/** `null` and an absent field are valid. */
const DRAFT_FAULTS = {
  taskTitle: text('Task Title', 200),
  taskDetail: text('Task Detail', 5000),
  submissionInfo: text('Submission Info', 5000),
  taskImageURL: [['http://pictures.example/a.png', 'Task Image URL must be an https address or an uploaded picture']],
  completionDate: [
    ['tomorrow', 'Completion Date must be a date like 2026-12-31'],
    ['2099-02-30', 'Completion Date must be a date like 2026-12-31'],
  ],
  payableAmount: whole('Payable Amount', 1, 1_000_000),
  autoApproveHours: whole('Hours until approval', 0, 720),
  reserveMinutes: whole('Minutes to hold a page', 5, 1440),
  minApprovalRate: whole('Approval rate', 0, 100),
  closeAtCompletion: [['yes', 'Close at completion must be true or false']],
  form: [['x', 'Send a JSON object']],
  rowsPerPage: whole('Rows per page', 1, 20),
  overlap: [['x', 'Send a JSON object']],
  agreement: [0.4, 1.1, '1'].map((share) => [share, 'Agreement must be a number from 0.5 to 1'] as const),
  approveOnAgreement: [['yes', 'Approve on agreement must be true or false']],
  maxPagesPerWorker: whole('Pages per worker', 1, 10_000),
  pilotPages: whole('Pages of the pilot', 1, 10_000),
  checksPerPage: whole('Checks per page', 0, 3),
  checksBefore: whole('Checks before the stop', 1, 100),
  minAccuracy: ['1', -0.1, 1.1].map((value) => [value, 'Accuracy must be a number from 0 to 1'] as const),
  minSeconds: whole('Seconds for a page', 1, 3600),
} as const;

export const PAGE_FAULTS = [...whole('Page', 1, 10_000), [1, 'This task has no pages']] as const;

/** Column → cell, per line. No cell of these tests has a comma or a quote. */
const tableOf = (file: string): Record<string, string>[] => {
  const [head = '', ...lines] = file
    .replace(/^\ufeff/, '')
    .split('\r\n')
    .filter((line) => line !== '');
  const columns = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [columns[at] ?? '', cell])));
};
const linesOf = (file: string) => file.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));

/** The buyer's file, by the key of its rows. */
const INPUT = new Map(tableOf(ROWS.replaceAll('\n', '\r\n')).map((row) => [row.receipt_id, row]));

const DOWNLOADS = ['exportRows', 'exportRowsJsonl', 'exportAnswers', 'exportAnswersJsonl'] as const;

/** Contract tests of batches: drafts, rows, pages and downloads. */
export const batchTests = (fixture: () => ContractFixture) => {
  const ask = (operation: OperationId, as: Person, id: string, further: object = {}) =>
    fixture().stack.ask(operation, { as, params: { id }, ...further });
  const coinsOf = (person: Person) => fixture().stack.balance(person);
  const countRows = async (as: Person, id: string) =>
    (await fixture().stack.get('listRows', { as, params: { id } })).length;
  const download = async (operation: (typeof DOWNLOADS)[number], as: Person, id: string) =>
    (await ask(operation, as, id)).text;

  return {
    createBatch: {
      invalidValues: DRAFT_FAULTS,
      differentRequest: ({ body }) => ({ body: { ...(body as object), taskTitle: 'Something else' } }),
      tests: () => {
        test.each([
          [{ overlap: { max: 11 } }, 'overlap.max'],
          [{ overlap: {} }, 'overlap.max'],
          [{ overlap: { min: 3, max: 2 } }, 'overlap.min'],
          [
            { form: { fields: [{ kind: 'text', name: 'Total', label: 'Total', required: true }] } },
            'form.fields.0.name',
          ],
        ])('names the part of %j that is wrong', async (body, field) => {
          const { stack, buyer } = fixture();
          const answer = await stack.ask('createBatch', { as: buyer, body });
          expect([outcome(answer), faultyFields(answer)]).toEqual(['400 validation', [field]]);
        });
      },
    },

    listBatches: {},

    getBatch: {
      tests: () => {
        test("is the owner's alone, like all that a draft has", async () => {
          const { stack, buyer, otherBuyer } = fixture();
          const id = await draftBatch(stack, buyer);
          for (const [operation, further] of [
            ['getBatch', {}],
            ['previewBatch', {}],
            ['changeBatch', { body: { taskTitle: 'Mine' } }],
            ['uploadRows', csv(ROWS)],
            ['publishBatch', {}],
          ] as const)
            expect([operation, outcome(await ask(operation, otherBuyer, id, further))]).toEqual([
              operation,
              '404 not-found',
            ]);
          expect((await ask('deleteBatch', otherBuyer, id)).body).toEqual({ deletedCount: 0 });
          expect(await stack.get('listBatches', { as: otherBuyer })).toEqual([]);
          expect(await stack.get('getBatch', { as: buyer, params: { id } })).toEqual({
            _id: id,
            ...draftFields(),
            file: {
              rows: 2,
              columns: [
                { name: 'receipt_id', label: 'receipt_id', kind: 'key' },
                { name: 'image_url', label: 'image_url', kind: 'picture' },
                { name: 'note', label: 'note', kind: 'text' },
              ],
              sample: [expect.objectContaining({ note: '=1+1' }), expect.objectContaining({ note: 'Café' })],
            },
            figures: { pages: 2, places: 4, cost: 4 },
            changedAt: expect.any(String),
          });
        });

        test('counts rows with expected values as checks, which a change of their column ends', async () => {
          const { stack, buyer, worker } = fixture();
          const [, first = '', second = ''] = ROWS.split('\n');
          const checks = [1, 2, 3, 4].map((n) => `${second.replace('1042', String(n))},1.5\n`).join('');
          const file = `receipt_id,image_url,note,expected.total\n${first},\n${checks}${first.replace('1041', '7')},`;
          const id = await draftBatch(stack, buyer, {}, file);
          const read = () => stack.get('getBatch', { as: buyer, params: { id } });
          const change = (body: object) => stack.ask('changeBatch', { as: buyer, params: { id }, body });
          const column = { name: 'expected_total', kind: 'expected', field: 'total' };
          const { file: uploaded, figures } = await read();
          expect([uploaded, figures?.pages]).toMatchObject([{ rows: 2, checks: 4 }, 2]);
          expect(uploaded?.columns.at(-1)).toEqual({ ...column, label: 'expected.total' });
          await change({ columns: [{ name: 'expected_total', kind: 'text' }] });
          expect((await read()).file).toMatchObject({
            rows: 6,
            sample: expect.arrayContaining([expect.objectContaining({ expected_total: '1.5' })]),
          });
          expect((await read()).file?.checks).toBeUndefined();
          expect(faultyFields(await change({ columns: [{ name: 'note', kind: 'expected' }] }))).toEqual([
            'columns.0.field',
          ]);
          await change({ columns: [{ ...column, field: 'sum' }], checksPerPage: 2, taskDetail: '{{expected_total}}' });
          const publish = () => stack.ask('publishBatch', { as: buyer, params: { id } });
          expect(faultyFields(await publish())).toEqual(['checksPerPage', 'columns.expected_total', 'taskDetail']);
          await change({
            columns: [
              { ...column, field: 'shop' },
              { ...column, name: 'note', field: 'total' },
            ],
            checksPerPage: 1,
            taskDetail: 'Copy',
          });
          expect((await publish()).body).toMatchObject({
            errors: [{ field: 'rows', message: expect.stringContaining('all are checks') }],
          });
          await change({ columns: [{ name: 'note', kind: 'text' }, column] });
          expect(faultyFields(await change({}))).toEqual([]);
          const taskId = await stack.insert('publishBatch', { as: buyer, params: { id } });
          await stack.settle();
          const { page } = await answerPage(stack, worker, taskId);
          expect(page.rows).toHaveLength(2);
          expect(page.columns.map(({ name }) => name)).toEqual(['receipt_id', 'image_url', 'note']);
        });

        test('refuses a kind for addresses of a column that has others, and names the rows', async () => {
          const { stack, buyer } = fixture();
          const file = 'receipt_id,note,source\nR-1,,a.b\nR-2,Torn,\nR-3,https://notes.example/a b,\n';
          const id = await draftBatch(stack, buyer, {}, file);
          const change = (columns: object[]) =>
            stack.ask('changeBatch', { as: buyer, params: { id }, body: { taskTitle: 'Notes', columns } });
          for (const kind of ['picture', 'link']) {
            const refused = await change([{ name: 'note', kind }]);
            expect([outcome(refused), refused.body]).toMatchObject([
              '400 validation',
              {
                message: 'Row 3: note must be an https address',
                errors: [
                  { field: 'rows.3.note', message: 'note must be an https address' },
                  { field: 'rows.4.note', message: 'note contains a space. Write it as %20' },
                ],
              },
            ]);
          }
          const { file: kept, taskTitle } = await stack.get('getBatch', { as: buyer, params: { id } });
          expect(kept?.columns[1]?.kind).toBe('text');
          expect(taskTitle).not.toBe('Notes');
        });

        test('names the rows whose expected values the form refuses', async () => {
          const { stack, buyer } = fixture();
          const id = await draftBatch(
            stack,
            buyer,
            { checksPerPage: 0 },
            'receipt_id,expected.total\nR-1,\nR-2,much\nR-3,1.005\n',
          );
          const refused = await stack.ask('publishBatch', { as: buyer, params: { id } });
          expect(faultyFields(refused)).toEqual(['rows.3.expected_total', 'rows.4.expected_total']);
        });

        test('ends with the publication', async () => {
          const { stack, buyer } = fixture();
          const id = await draftBatch(stack, buyer);
          await stack.insert('publishBatch', { as: buyer, params: { id } });
          await stack.settle();
          for (const [operation, further] of [
            ['getBatch', {}],
            ['previewBatch', {}],
            ['changeBatch', { body: {} }],
            ['uploadRows', csv(ROWS)],
            ['deleteBatch', {}],
          ] as const)
            expect([operation, outcome(await ask(operation, buyer, id, further))]).toEqual([
              operation,
              '409 already-published',
            ]);
          expect((await stack.get('listBatches', { as: buyer })).filter(({ _id }) => _id === id)).toEqual([]);
        });
      },
    },

    changeBatch: {
      invalidValues: {
        ...DRAFT_FAULTS,
        columns: [
          ['x', 'Columns must be a list'],
          [Array.from({ length: 31 }, (_, at) => ({ name: `a${at}`, kind: 'text' })), 'Give at most 30 columns'],
        ],
      },
    },

    deleteBatch: {},

    uploadRows: {
      tests: () => {
        test('keeps the kinds of columns that fit the new values', async () => {
          const { stack, buyer } = fixture();
          const id = await draftBatch(stack, buyer);
          await stack.get('changeBatch', {
            as: buyer,
            params: { id },
            body: { columns: [{ name: 'note', kind: 'key' }] },
          });
          const file = 'receipt_id,image_url,note\nR-1,scan 1,a\nR-2,scan 2,b\n';
          const { columns } = await stack.get('uploadRows', { as: buyer, params: { id }, ...csv(file) });
          expect(columns.map(({ kind }) => kind)).toEqual(['text', 'text', 'key']);
        });

        test('takes only CSV, and keeps the earlier rows after faults, of which each is named', async () => {
          const { stack, buyer } = fixture();
          const id = await draftBatch(stack, buyer);
          const send = (raw: string, type = 'text/csv') =>
            ask('uploadRows', buyer, id, { raw, headers: { 'content-type': type } });
          expect(outcome(await send('{}', 'application/json'))).toBe('415 unsupported-media-type');
          const empty = await send('receipt_id\n');
          expect([outcome(empty), faultyFields(empty)]).toEqual(['400 validation', ['rows']]);
          const faulty = await send(`${ROWS}R-1043,http://pictures.example/1043.png,\nR-1044,x,y,z\n`);
          expect([outcome(faulty), faultyFields(faulty)]).toEqual(['400 validation', ['rows.4.image_url', 'rows.5']]);
          expect(await stack.get('getBatch', { as: buyer, params: { id } })).toMatchObject({ file: { rows: 2 } });
        });
      },
    },

    previewBatch: {
      tests: () => {
        test('is a page as its worker gets it, with the cost', async () => {
          const { stack, buyer, worker } = fixture();
          const id = await draftBatch(stack, buyer, { rowsPerPage: 2, overlap: { max: 1 }, payableAmount: 3 });
          const { page, ...figures } = await stack.get('previewBatch', { as: buyer, params: { id } });
          expect(figures).toEqual({ places: 1, cost: 3 });
          expect(page.rows.map((row) => row.text)).toEqual(['Copy the total of R-1041.', 'Copy the total of R-1042.']);
          const taskId = await stack.insert('publishBatch', { as: buyer, params: { id } });
          expect(await stack.get('reservePlace', { as: worker, params: { id: taskId } })).toMatchObject({ page });
          await stack.get('returnPlace', { as: worker, params: { id: taskId } });
        });

        test('has no page behind the last one, and none without rows', async () => {
          const { stack, buyer } = fixture();
          const [full, empty] = [await draftBatch(stack, buyer), await draftBatch(stack, buyer, {}, '')];
          expect(outcome(await ask('previewBatch', buyer, full, { query: { page: 3 } }))).toBe('404 not-found');
          expect(outcome(await ask('previewBatch', buyer, empty))).toBe('404 not-found');
        });
      },
    },

    getPage: {
      tests: () => {
        test('is found by its workers, the owner and admins', async () => {
          const { stack, buyer, otherBuyer, worker, otherWorker, admin } = fixture();
          const id = await publishBatch(stack, buyer);
          const read = async (as: Person, page: string) =>
            (await stack.ask('getPage', { as, params: { id, page } })).status;
          const { page } = await answerPage(stack, worker, id);
          expect(page).toEqual(await stack.get('getPage', { as: worker, params: { id, page: '1' } }));
          for (const as of [worker, buyer, admin]) expect(await read(as, '1')).toBe(200);
          for (const as of [otherWorker, otherBuyer]) expect(await read(as, '1')).toBe(404);
          expect([await read(worker, '2'), await read(buyer, '2'), await read(admin, '3')]).toEqual([404, 200, 404]);
          await stack.get('reservePlace', { as: otherWorker, params: { id } });
          expect(await read(otherWorker, '1')).toBe(200);
          await stack.get('returnPlace', { as: otherWorker, params: { id } });
          expect(await read(otherWorker, '1')).toBe(404);
        });

        test('answers 400 to what is no number of a page', async () => {
          const { stack, buyer } = fixture();
          const id = await publishBatch(stack, buyer);
          for (const page of ['0', 'one']) {
            const answer = await stack.ask('getPage', { as: buyer, params: { id, page } });
            expect([outcome(answer), faultyFields(answer)]).toEqual(['400 validation', ['page']]);
          }
        });
      },
    },

    stageRows: {
      tests: () => {
        test('costs nothing, and names faults as the first upload does', async () => {
          const { stack, buyer, otherBuyer } = fixture();
          const id = await publishBatch(stack, buyer, { payableAmount: 3 });
          const stage = (raw: string, as = buyer) => ask('stageRows', as, id, csv(raw));
          const before = await coinsOf(buyer);
          expect((await stage(MORE_ROWS)).body).toMatchObject({ rows: 1, pages: 1, places: 2, cost: 6 });
          expect([await coinsOf(buyer), await countRows(buyer, id)]).toEqual([before, 2]);
          const faulty = await stage('receipt_id,image_url,note\nR-1042,https://pictures.example/2.png,\nR-9,x,\n');
          expect([outcome(faulty), faultyFields(faulty)]).toEqual(['400 validation', ['rows.3.image_url']]);
          expect(faultyFields(await stage('receipt_id,image_url,note\nR-1042,,\n'))).toEqual(['rows.2.receipt_id']);
          expect(faultyFields(await stage('receipt_id\nR-9\n'))).toEqual(['rows']);
          expect(outcome(await stage(MORE_ROWS, otherBuyer))).toBe('404 not-found');
          const plain = await stack.post(buyer);
          expect(outcome(await ask('stageRows', buyer, plain, csv(MORE_ROWS)))).toBe('404 not-found');
        });
      },
    },

    addRows: {
      invalidValues: {
        upload: [
          [undefined, 'Upload must be the id of uploaded rows'],
          [7, 'Upload must be the id of uploaded rows'],
          ['', 'Upload must be the id of uploaded rows'],
        ],
      },
      differentRequest: () => ({ body: { upload: 'another' } }),
      tests: () => {
        const staged = async (id: string) =>
          (await fixture().stack.get('stageRows', { as: fixture().buyer, params: { id }, ...csv(MORE_ROWS) })).upload;
        const add = (as: Person, id: string, upload: string) => ask('addRows', as, id, { body: { upload } });

        test('puts the coins of the places in escrow, and the rows behind the others', async () => {
          const { stack, buyer, worker } = fixture();
          const id = await publishBatch(stack, buyer, { payableAmount: 3, rowsPerPage: 2, overlap: { max: 1 } });
          const before = await coinsOf(buyer);
          const upload = await staged(id);
          expect((await add(buyer, id, upload)).body).toEqual({ modifiedCount: 1 });
          expect((await add(buyer, id, upload)).body).toEqual({ modifiedCount: 1 });
          await stack.settle();
          expect(await coinsOf(buyer)).toBe(before - 3);
          expect(await stack.get('getTask', { as: worker, params: { id } })).toMatchObject({
            requiredWorkers: 2,
            totalPayableAmount: 6,
            batch: { rows: 3, pages: 2 },
          });
          for (const count of [2, 1]) expect((await answerPage(stack, worker, id)).page.rows).toHaveLength(count);
          const rows = await stack.get('listRows', { as: buyer, params: { id } });
          expect(rows.map(({ number, page, values }) => [number, page, values.receipt_id])).toEqual([
            [1, 1, 'R-1041'],
            [2, 1, 'R-1042'],
            [3, 2, 'R-1043'],
          ]);
          expect(rows[2]?.answers).toHaveLength(1);
          expect(tableOf(await download('exportRows', buyer, id)).map(({ receipt_id }) => receipt_id)).toEqual([
            ...['R-1041', 'R-1042', 'R-1043'],
          ]);
          expect(linesOf(await download('exportAnswersJsonl', buyer, id)).map(({ row }) => row)).toEqual([3, 1, 2]);
          expect(await stack.get('getProgress', { as: buyer, params: { id } })).toMatchObject({
            rows: { answered: 3 },
          });
        });

        test('is refused without the coins, to other buyers, and of a closed batch', async () => {
          const { stack, buyer, otherBuyer } = fixture();
          const id = await publishBatch(stack, buyer);
          const upload = await staged(id);
          expect(outcome(await add(otherBuyer, id, upload))).toBe('404 not-found');
          expect(outcome(await add(buyer, id, 'unknown'))).toBe('404 not-found');
          await stack.get('endTask', { as: buyer, params: { id } });
          expect(outcome(await add(buyer, id, upload))).toBe('409 task-closed');
          const poor = await stack.newcomer('buyer');
          const params = { id: await publishBatch(stack, poor, { payableAmount: 20, overlap: { max: 1 } }) };
          const { upload: dear, cost } = await stack.get('stageRows', { as: poor, params, ...csv(MORE_ROWS) });
          expect(cost).toBeGreaterThanOrEqual(await coinsOf(poor));
          expect(outcome(await add(poor, params.id, dear))).toBe('409 insufficient-coins');
          expect(await countRows(poor, params.id)).toBe(2);
          // They stay for another attempt.
          expect(outcome(await add(poor, params.id, dear))).toBe('409 insufficient-coins');
        });
      },
    },

    endPilot: {
      tests: () => {
        test("is the owner's call, after which lists, pages and cards have all of the batch", async () => {
          const { stack, buyer, otherBuyer, worker } = fixture();
          const id = await publishBatch(stack, buyer, { pilotPages: 1 });
          const shown = async () => (await stack.get('getTask', { as: worker, params: { id } })).batch;
          expect(await shown()).toMatchObject({ pages: 2, pilotPages: 1 });
          await answerPage(stack, worker, id);
          const take = () => ask('reservePlace', worker, id);
          expect((await take()).body).toEqual({
            message: 'The buyer is looking at the first answers. More pages may follow.',
          });
          expect(outcome(await ask('endPilot', otherBuyer, id))).toBe('404 not-found');
          for (const modifiedCount of [1, 0])
            expect((await ask('endPilot', buyer, id)).body).toEqual({ modifiedCount });
          await stack.settle();
          expect(await shown()).not.toHaveProperty('pilotPages');
          expect((await take()).body).toMatchObject({ page: { number: 2 } });
        });
      },
    },

    listRows: {
      tests: () => {
        test('is found by the owner and admins, and only of a batch, like the downloads', async () => {
          const { stack, buyer, otherBuyer, worker, admin } = fixture();
          const id = await publishBatch(stack, buyer);
          await answerPage(stack, worker, id);
          const plain = await stack.post(buyer, { requiredWorkers: 1, payableAmount: 1 });
          for (const operation of ['listRows', 'listBatchWorkers', ...DOWNLOADS] as const) {
            for (const as of [buyer, admin]) expect((await ask(operation, as, id)).status).toBe(200);
            for (const [as, of] of [
              [otherBuyer, id],
              [worker, id],
              [buyer, plain],
              [admin, 'nothing'],
            ] as const)
              expect([operation, outcome(await ask(operation, as, of))]).toEqual([operation, '404 not-found']);
          }
        });

        test('has the rows in the order of the file with their answers, and finds a text in them', async () => {
          const { stack, buyer, worker } = fixture();
          const taskId = await publishBatch(stack, buyer, { overlap: { max: 1 } });
          const { id: submissionId } = await answerPage(stack, worker, taskId);
          const rows = await stack.get('listRows', { as: buyer, params: { id: taskId } });
          expect(rows).toMatchObject([
            {
              number: 1,
              page: 1,
              values: { receipt_id: 'R-1041', note: '=1+1' },
              state: 'answered',
              answers: [
                { submissionId, workerName: 'Wilma', status: 'pending', answer: { total: '1.50', shop: '=Shop' } },
              ],
            },
            { number: 2, page: 2, state: 'open', answers: [] },
          ]);
          for (const [query, total, numbers] of [
            [{ q: 'café' }, '1', [2]],
            [{ limit: 1, offset: 1 }, '2', [2]],
            [{ state: 'answered' }, '1', [1]],
            [{ page: 2 }, '1', [2]],
            [{ state: 'disputed' }, '0', []],
            [{ q: 'R-2' }, '0', []],
          ] as const) {
            const { headers, body } = await ask('listRows', buyer, taskId, { query });
            expect([headers['x-total-count'], (body as typeof rows).map(({ number }) => number)]).toEqual([
              total,
              numbers,
            ]);
          }
        });
      },
    },

    getProgress: {
      tests: () => {
        test('counts the rows by state, for the owner and admins', async () => {
          const { stack, buyer, otherBuyer, worker, admin } = fixture();
          const id = await publishBatch(stack, buyer, { overlap: { max: 1 } });
          await answerPage(stack, worker, id);
          for (const as of [buyer, admin])
            expect(await stack.get('getProgress', { as, params: { id } })).toEqual({
              rows: { disputed: 0, open: 1, answered: 1, agreed: 0 },
            });
          for (const as of [otherBuyer, worker])
            expect(outcome(await ask('getProgress', as, id))).toBe('404 not-found');
        });
      },
    },
    startDecisions: {
      invalidValues: {
        decision: [
          [undefined, 'Decision must be approve or reject'],
          ['approved', 'Decision must be approve or reject'],
        ],
        rule: [['all', 'Send a JSON object']],
        ...REASON_FAULTS,
        dryRun: [['yes', 'Dry run must be true or false']],
      },
      differentRequest: () => ({ body: { decision: 'approve' } }),
      tests: () => {
        test.each([
          [
            { decision: 'reject', reasonCode: 'wrong' },
            'rule',
            'Choose the workers or the pages whose answers you reject',
          ],
          [{ decision: 'reject', rule: { pages: [1] } }, 'reasonCode', 'Reason is required'],
          [{ decision: 'approve', rule: { pages: [0] } }, 'rule.pages.0', 'Page must be at least 1'],
          [{ decision: 'approve', rule: { workers: [] } }, 'rule.workers', 'Name at least one of the workers'],
          [{ decision: 'approve', rule: { pages: Array(1001).fill(1) } }, 'rule.pages', 'Name at most 1,000 pages'],
        ])('refuses %j', async (body, field, message) => {
          const { buyer } = fixture();
          expect(await ask('startDecisions', buyer, 'a', { body })).toMatchObject({
            status: 400,
            body: { errors: [{ field, message }] },
          });
        });

        test('counts, decides and tells how far it is, for the owner of a batch alone', async () => {
          const { stack, buyer, otherBuyer, worker, otherWorker } = fixture();
          const id = await publishBatch(stack, buyer, { payableAmount: 3 });
          for (const as of [worker, otherWorker]) await answerPage(stack, as, id);
          const before = await stack.balance(otherWorker);
          const rule = { pages: [1] };
          for (const operation of ['startDecisions', 'listDecisions'] as const)
            expect(outcome(await ask(operation, otherBuyer, id, { body: { decision: 'approve' } }))).toBe(
              '404 not-found',
            );
          const counted = await ask('startDecisions', buyer, id, { body: { decision: 'approve', rule, dryRun: true } });
          expect([counted.status, counted.body]).toEqual([
            200,
            expect.objectContaining({ approve: expect.objectContaining({ answers: 2, people: 2, coins: 6 }) }),
          ]);
          const run = await stack.insert('startDecisions', {
            as: buyer,
            params: { id },
            body: { decision: 'approve', rule },
          });
          await stack.settle();
          expect(await stack.balance(otherWorker)).toBe(before + 3);
          const all = await stack.get('listDecisions', { as: buyer, params: { id } });
          expect(all).toMatchObject([
            { _id: run, decision: 'approve', total: 2, approved: 2, finishedAt: expect.any(String) },
          ]);
          expect(await stack.get('getDecisions', { as: buyer, params: { id, run } })).toEqual(all[0]);
          expect(outcome(await ask('getDecisions', otherBuyer, id, { params: { id, run } }))).toBe('404 not-found');
        });
      },
    },
    listDecisions: {},
    getDecisions: {},
    decideByFile: {
      tests: () => {
        test('takes only CSV, names each fault, and decides nothing with one', async () => {
          const { stack, buyer, otherBuyer, worker } = fixture();
          const id = await publishBatch(stack, buyer);
          const { id: answer } = await answerPage(stack, worker, id);
          const send = (file: string, as = buyer) => ask('decideByFile', as, id, csv(file));
          const json = { raw: '{}', headers: { 'content-type': 'application/json' } };
          expect(outcome(await ask('decideByFile', buyer, id, json))).toBe('415 unsupported-media-type');
          const faulty = await send(`submission,decision,reason\n${answer},reject,\nnobody,perhaps,\n`);
          expect([outcome(faulty), faultyFields(faulty)]).toEqual([
            '400 validation',
            ['rows.2.reason', 'rows.3.decision'],
          ]);
          expect(outcome(await send(`submission,decision\n${answer},approve\n`, otherBuyer))).toBe('404 not-found');
          expect(await stack.get('listSubmissions', { as: buyer, query: { taskId: id } })).toMatchObject([
            { status: 'pending' },
          ]);
        });
      },
    },

    listBatchWorkers: {
      tests: () => {
        test('has those with most answers first, and finds a name', async () => {
          const { stack, buyer, worker, otherWorker } = fixture();
          const id = await publishBatch(stack, buyer);
          for (const as of [otherWorker, worker, worker]) await answerPage(stack, as, id);
          const found = async (query: object = {}) => {
            const { headers, body } = await ask('listBatchWorkers', buyer, id, { query });
            return [headers['x-total-count'], (body as { answers: number }[]).map(({ answers }) => answers)];
          };
          expect(await found()).toEqual(['2', [2, 1]]);
          expect(await found({ offset: 1 })).toEqual(['2', [1]]);
          expect(await found({ q: 'WILMA' })).toEqual(['1', [2]]);
        });
      },
    },

    exportRows: { file: 'rows-{id}.csv' },
    exportRowsJsonl: { file: 'rows-{id}.jsonl' },
    exportAnswersJsonl: { file: 'answers-{id}.jsonl' },
    exportAnswers: {
      file: 'answers-{id}.csv',
      tests: () => {
        test('a batch from draft to files, which join with the file of its buyer by the key', async () => {
          const { stack, buyer, worker, otherWorker } = fixture();
          const before = await stack.balance(otherWorker);
          const taskId = await publishBatch(stack, buyer, { payableAmount: 3 });
          const work = [];
          for (const as of [worker, otherWorker, worker, otherWorker])
            work.push({ as, ...(await answerPage(stack, as, taskId)) });
          expect(work.map(({ page }) => page.number)).toEqual([1, 1, 2, 2]);
          expect((await ask('reservePlace', worker, taskId)).body).toEqual({
            message: expect.stringContaining('taken'),
          });
          const decisions = work.map(({ id }, at) =>
            at === 2 ? { id, status: 'reject', reasonCode: 'wrong' } : { id, status: 'approved' },
          );
          await stack.get('decideSubmissions', { as: buyer, body: { decisions } });
          await stack.settle();
          expect(await stack.balance(otherWorker)).toBe(before + 6);

          const rowsCsv = tableOf(await download('exportRows', buyer, taskId));
          const rowLines = linesOf(await download('exportRowsJsonl', buyer, taskId));
          const answersCsv = tableOf(await download('exportAnswers', buyer, taskId));
          const answerLines = linesOf(await download('exportAnswersJsonl', buyer, taskId));
          // A formula is disarmed where a spreadsheet reads it.
          const cell = (value = '') => (value.startsWith('=') ? `'${value}` : value);
          for (const row of [...rowsCsv, ...answersCsv])
            for (const [column, value] of Object.entries(INPUT.get(row.receipt_id) ?? { receipt_id: 'a row' }))
              expect(row[column]).toBe(cell(value));
          for (const { values } of [...rowLines, ...answerLines]) expect(values).toEqual(INPUT.get(values.receipt_id));

          expect(rowsCsv.map(({ receipt_id, state, answers }) => [receipt_id, state, answers])).toEqual([
            ['R-1041', 'agreed', '2'],
            ['R-1042', 'open', '1'],
          ]);
          expect(rowsCsv[0]).toMatchObject({
            'answer1.worker': 'Wilma',
            'answer1.status': 'approved',
            'answer1.total': '1.50',
            'answer1.shop': "'=Shop",
            'answer2.worker': 'Walt',
            'consensus.total': '1.50',
            'share.total': '1',
          });
          expect(rowLines).toMatchObject([
            {
              row: 1,
              page: 1,
              consensus: { total: { value: '1.50', share: 1 } },
              answers: [{ answer: { total: '1.50', shop: '=Shop' } }, { workerName: 'Walt' }],
            },
            { row: 2, answers: [{ status: 'reject' }, { status: 'approved' }] },
          ]);
          const ids = work.map(({ id }) => id).reverse();
          expect(answersCsv.map(({ submission }) => submission)).toEqual(ids);
          expect(answerLines.map(({ submission }) => submission)).toEqual(ids);
          expect(answersCsv[1]).toMatchObject({
            email: worker.email,
            status: 'reject',
            reason: 'wrong',
            page: '2',
            row: '2',
            receipt_id: 'R-1042',
            'answer.total': '2.50',
          });
          expect(answerLines[1]).toMatchObject({
            email: worker.email,
            decidedBy: 'buyer',
            reason: { code: 'wrong' },
            row: 2,
            answer: { total: '2.50', shop: '=Shop' },
          });
        });

        test('has the address of a picture, like the other files and the list', async () => {
          const { stack, buyer, worker } = fixture();
          const form = { fields: [{ kind: 'picture', name: 'photo', label: 'Photo', required: true }] };
          const id = await publishBatch(stack, buyer, { form, overlap: { max: 1 }, rowsPerPage: 2 });
          const url = (await stack.get('uploadImage', { as: worker, ...picture() })).data.display_url;
          await stack.get('reservePlace', { as: worker, params: { id } });
          const answers = [{ photo: [url] }, { photo: [url] }];
          const body = { taskId: id, page: 1, answers, attachments: [url] };
          await stack.insert('createSubmission', { as: worker, body });
          expect((await stack.get('listRows', { as: buyer, params: { id } }))[1]?.answers[0]?.answer).toEqual(
            answers[1],
          );
          for (const operation of ['exportRows', 'exportAnswers'] as const)
            expect(tableOf(await download(operation, buyer, id))[1]).toMatchObject({ 'answer.photo': url });
          const [, line] = linesOf(await download('exportAnswersJsonl', buyer, id));
          expect(line).toMatchObject({ answer: answers[1] });
          const [, row] = linesOf(await download('exportRowsJsonl', buyer, id));
          expect(row).toMatchObject({ answers: [{ answer: answers[1] }] });
        });

        test('the key of a buyer runs a batch', async () => {
          const { stack, worker, admin } = fixture();
          const owner = await stack.newcomer('buyer');
          await stack.enrich(owner, admin, 10);
          const { key } = await stack.get('createApiKey', { as: owner, body: { name: 'Nightly' } });
          await stack.settle();
          const program = { ...owner, token: key };
          const id = await draftBatch(stack, program);
          await stack.get('changeBatch', { as: program, params: { id }, body: { rowsPerPage: 2 } });
          expect(await stack.get('listBatches', { as: program })).toMatchObject([{ _id: id, rowsPerPage: 2 }]);
          for (const operation of ['getBatch', 'previewBatch'] as const)
            expect((await ask(operation, program, id)).status).toBe(200);
          const taskId = await stack.insert('publishBatch', { as: program, params: { id } });
          await stack.settle();
          await answerPage(stack, worker, taskId);
          expect((await stack.get('getPage', { as: program, params: { id: taskId, page: '1' } })).rows).toHaveLength(2);
          for (const operation of ['listRows', ...DOWNLOADS] as const)
            expect((await ask(operation, program, taskId)).status).toBe(200);
          const unwanted = await draftBatch(stack, program, {}, '');
          expect((await ask('deleteBatch', program, unwanted)).body).toEqual({ deletedCount: 1 });
        });
      },
    },
  } as const satisfies Record<string, OperationTests>;
};

/** Of a batch: one answer for each row of a page that the worker holds. */
export const pageWorkTests = (fixture: () => ContractFixture) => {
  test('answers a page that the worker holds, row by row', async () => {
    const { stack, buyer, worker, otherWorker } = fixture();
    const taskId = await publishBatch(stack, buyer, { rowsPerPage: 2 });
    const held = await stack.get('reservePlace', { as: worker, params: { id: taskId } });
    if (!('page' in held) || !held.page) throw new Error('no page');
    const answers = answersTo(held.page);
    const send = (as: Person, body: object) =>
      stack.ask('createSubmission', { as, body: { taskId, page: 1, answers, ...body } });
    for (const [body, field, message] of [
      [
        { answers: [answers[0], { ...answers[1], total: 'x' }] },
        'answers.1.total',
        'This answer must be a number like 41.50',
      ],
      [{ answers: [answers[0]] }, 'answers', 'Send 2 answers: one for each row'],
      [{ page: undefined }, 'page', 'Page is required'],
    ] as const)
      expect(await send(worker, body)).toMatchObject({ status: 400, body: { errors: [{ field, message }] } });
    for (const [as, body, message] of [
      [worker, { page: undefined, answers: undefined, submissionDetails: 'Done' }, 'has rows'],
      [otherWorker, {}, 'don’t hold this page'],
    ] as const)
      expect(await send(as, body)).toMatchObject({ status: 200, body: { message: expect.stringContaining(message) } });
    expect((await send(worker, {})).status).toBe(201);
    const [sent] = await stack.get('listSubmissions', { as: buyer, query: { taskId } });
    expect(sent).toMatchObject({
      page: 1,
      answers,
      submissionDetails: 'Total of R-1041: 1.50\nShop: =Shop\n\nTotal of R-1042: 2.50\nShop: =Shop',
    });
  });
};
