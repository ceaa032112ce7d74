import { type AdminAct, COIN_PACKAGES, OPERATIONS, type Problem, REPORT_REASONS, SERVICES } from '@piecework/contracts';
import { unzip } from '@piecework/gateway/testing/unzip';
import { counters, shardId } from '@piecework/service-runtime/rows';
import { DEFAULT_TEXTS_VERSION } from '@piecework/texts/legal-texts';
import { answerPage, csv, draftBatch, draftFields, publishBatch, ROWS } from '../support/batches';
import { faultyFields, outcome } from '../support/client';
import { contract, useContractFixture } from '../support/contract';
import { faultsOfOpenApi } from '../support/openapi';
import type { Person } from '../support/people';
import { uploadedName } from '../support/samples';
import { eventually } from '../support/stack';

const fixture = useContractFixture();

const totals = (as: Person) => fixture().stack.get('totals', { as });

contract('gateway', fixture, {
  getLegalText: {
    tests: () => {
      test('is there in each language, without an account', async () => {
        const { stack } = fixture();
        const read = (document: string, language?: string) =>
          stack.get('getLegalText', { params: { document }, query: { ...(language && { language }) } });
        expect(await read('privacy')).toMatchObject({ document: 'privacy', language: 'en', title: 'Privacy' });
        expect(await read('terms', 'bn')).toMatchObject({ language: 'bn', title: 'শর্তাবলি' });
        const unknown = await stack.ask('getLegalText', { params: { document: 'rules' }, query: { language: 'xx' } });
        expect([unknown.status, faultyFields(unknown)]).toEqual([400, ['document', 'language']]);
        const { termsVersion } = await stack.get('config');
        expect((await read('terms')).version).toBe(termsVersion);
      });
    },
  },
  totals: {
    tests: () => {
      test('an admin reads the totals of the platform, which match the lists', async () => {
        const { stack, admin, worker } = fixture();
        const body = { withdrawalCoin: 200, paymentSystem: 'bkash' };
        await stack.insert('createWithdrawal', { as: worker, body });
        await stack.settle();
        const [users, tasks, waiting, payments] = await Promise.all([
          stack.get('listUsers', { as: admin }),
          stack.get('listTasks'),
          stack.get('listWithdrawals', { as: admin, query: { status: 'pending' } }),
          stack.get('listPayments', { as: admin }),
        ]);
        const sum = (numbers: (number | undefined)[]) => numbers.reduce<number>((all, one) => all + (one ?? 0), 0);
        const coins = sum(users.map(({ userAvailableCoin }) => userAvailableCoin));
        expect(await totals(admin)).toEqual({
          admin: {
            workers: users.filter(({ userRole }) => userRole === 'worker').length,
            buyers: users.filter(({ userRole }) => userRole === 'buyer').length,
            coins,
            committed: sum(tasks.map(({ totalPayableAmount }) => totalPayableAmount)),
            pendingWithdrawals: waiting.length,
            duePayouts: 0,
            openAppeals: 0,
            waitingAdjustments: 0,
            tasksInReview: 0,
            dollarsIn: sum(payments.map(({ amount }) => amount)),
            dollarsOut: 0,
            dollarsOwed: (coins * 5) / 100,
          },
        });
      });
    },
  },

  getClosing: {
    tests: () => {
      test('counts what is due to a worker and to a buyer, and the coins that are lost at most', async () => {
        const { stack, admin } = fixture();
        const [worker, buyer] = [await stack.signUp('worker', 'Lea'), await stack.signUp('buyer', 'Leo')];
        await stack.enrich(buyer, admin, 1000);
        const paying = { requiredWorkers: 3, payableAmount: 7, reserveMinutes: 30 };
        const [done, held] = [await stack.post(buyer, paying), await stack.post(buyer, paying)];
        await stack.submit(worker, done);
        await stack.get('reservePlace', { as: worker, params: { id: held } });
        const body = { withdrawalCoin: 200, paymentSystem: 'bkash' };
        await stack.insert('createWithdrawal', { as: worker, body });
        await stack.get('requestClosing', { as: worker, body: { userEmail: worker.email, coins: 17 } });
        await stack.settle();
        const { userAvailableCoin: left } = (await stack.get('getUser', { as: buyer })) as {
          userAvailableCoin: number;
        };
        const nothing = {
          pendingSubmissions: 0,
          openAppeals: 0,
          heldPlaces: 0,
          undecidedSubmissions: 0,
          placesOfWorkers: 0,
          pendingWithdrawals: 0,
          duePayouts: 0,
        };
        expect(await stack.get('getClosing', { as: worker })).toEqual({
          closesAt: expect.any(String),
          agreedCoins: 17,
          coins: 17,
          withdrawableCoins: 0,
          openTasks: 0,
          due: { ...nothing, pendingSubmissions: 1, heldPlaces: 1, pendingWithdrawals: 1 },
        });
        expect(await stack.get('getClosing', { as: buyer })).toEqual({
          coins: left + 5 * 7,
          withdrawableCoins: 0,
          openTasks: 2,
          due: { ...nothing, undecidedSubmissions: 1, placesOfWorkers: 1 },
        });
      });
    },
  },

  downloadOwnData: {
    tests: () => {
      const ownData = async (as: Person) => {
        const headers = { authorization: `Bearer ${as.token}` };
        const response = await fetch(`${fixture().stack.url}/own-data.zip`, { headers });
        expect(response.headers.get('cache-control')).toBe('no-store');
        const files = await unzip(Buffer.from(await response.arrayBuffer()));
        const json = Object.entries(files).filter(([name]) => name.endsWith('.json'));
        return { files, data: Object.fromEntries(json.map(([name, bytes]) => [name, JSON.parse(bytes.toString())])) };
      };

      test('has what each service keeps of its caller, and the pictures', async () => {
        const { stack, buyer } = fixture();
        const worker = await stack.signUp('worker', 'Olga');
        const body = { withdrawalCoin: 200, paymentSystem: 'bkash', accountNumber: '01712345678' };
        await stack.insert('createWithdrawal', { as: worker, body });
        const task = await stack.post(buyer, { taskTitle: 'Own data' });
        const submission = await stack.submit(worker, task);
        const picture = await uploadedName({ ...fixture(), worker });
        await stack.settle();
        const mine = await ownData(worker);
        expect(mine.data).toMatchObject({
          'account.json': [{ _id: worker.userId, userEmail: worker.email, apiKeys: [] }],
          'sign-in.json': [{ email: worker.email }],
          'submissions.json': expect.arrayContaining([
            expect.objectContaining({ _id: submission, taskTitle: 'Own data', submittedAt: expect.any(String) }),
          ]),
          'statement.json': expect.arrayContaining([expect.objectContaining({ kind: 'grant' })]),
          'withdrawals.json': expect.arrayContaining([expect.objectContaining({ accountMask: '678' })]),
          'pictures.json': expect.arrayContaining([
            expect.objectContaining({ picture: picture.replace('.webp', ''), uploadedAt: expect.any(String) }),
          ]),
        });
        expect(mine.files[`pictures/${picture}`]?.subarray(8, 12).toString()).toBe('WEBP');
        expect(mine.files['about.txt']?.toString()).toContain('What Piecework keeps about you');
        const hers = await ownData(buyer);
        expect(hers.data['submissions-received.json']).toContainEqual(expect.objectContaining({ _id: submission }));
        expect(hers.data['tasks.json']).toContainEqual(expect.objectContaining({ _id: task, taskTitle: 'Own data' }));
      });

      const numbersTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

      test('has the forms and rows of a buyer', async () => {
        const { stack, buyer } = fixture();
        const taskIds = [await publishBatch(stack, buyer), await publishBatch(stack, buyer)];
        const { data } = await ownData(buyer);
        for (const taskId of taskIds) {
          const batch = data['batches.json'].find((one: { taskId?: string }) => one.taskId === taskId);
          const rows = data['batch-rows.json'].filter(({ batchId }: { batchId: string }) => batchId === batch._id);
          expect(rows.map(({ number }: { number: number }) => number)).toEqual(numbersTo(batch.file.rows));
          expect(data['task-forms.json']).toContainEqual(expect.objectContaining({ taskId }));
        }
      });

      test('has no secret, and nothing of a person whom no screen shows to the caller', async () => {
        const { stack, worker, otherWorker, otherBuyer } = fixture();
        await stack.insert('createApiKey', { as: otherBuyer, body: { name: 'Mine' } });
        await stack.submit(otherWorker, await stack.post(otherBuyer, {}));
        await stack.settle();
        const [mine, theirs] = [await ownData(worker), await ownData(otherBuyer)];
        const text = (of: typeof mine) => JSON.stringify(of.data);
        expect(text(mine)).not.toContain(otherWorker.email);
        expect(text(theirs)).toContain('Mine');
        for (const one of [mine, theirs]) expect(text(one)).not.toMatch(/hash|secret|sealed|fingerprint|01712345678/i);
      });
    },
  },

  live: {
    tests: () => {
      const streams: { close(): void }[] = [];
      const listen = async (person: Person) => {
        const stream = await fixture().stack.live(person);
        streams.push(stream);
        return stream;
      };
      afterEach(() => {
        for (const stream of streams.splice(0)) stream.close();
      });

      test('the live stream sends a worker their balance, and worker and buyer the decision', async () => {
        const { stack, buyer, worker, otherWorker, admin } = fixture();
        const before = await stack.balance(worker);
        const [hers, his, others, admins] = await Promise.all([worker, buyer, otherWorker, admin].map(listen));
        expect([hers?.status, hers?.contentType]).toEqual([200, 'text/event-stream; charset=utf-8']);
        const taskId = await stack.post(buyer, { taskTitle: 'Live', requiredWorkers: 1, payableAmount: 8 });
        const id = await stack.submit(worker, taskId);
        await stack.decide(buyer, id, 'approved');

        const approved = { id, taskId, taskTitle: 'Live', payable: 8, status: 'approved' };
        const balance = await hers?.next(({ event }) => event === 'balance');
        expect(balance?.data).toMatchObject({ balance: before + 8 });
        for (const stream of [hers, his])
          expect(
            (await stream?.next(({ event, data }) => event === 'submission' && data.status === 'approved'))?.data,
          ).toEqual(approved);
        const posted = await his?.next(({ event }) => event === 'balance');
        expect(posted?.data).toMatchObject({ balance: await stack.balance(buyer) });
        // Public task changes go to all streams.
        await others?.next(({ event, data }) => event === 'task' && data.status === 'completed');
        const kinds = [...(others?.seen ?? []), ...(admins?.seen ?? [])].map(({ event }) => event);
        expect(new Set(kinds)).toEqual(new Set(['task']));
      });

      test('the live stream sends withdrawals to the worker and the admins, and a role change to its user', async () => {
        const { stack, admin, otherWorker } = fixture();
        const worker = await stack.newcomer('worker');
        const [own, admins, others] = await Promise.all([worker, admin, otherWorker].map(listen));
        const body = { withdrawalCoin: 321, paymentSystem: 'other' };
        const id = await stack.insert('createWithdrawal', { as: worker, body });
        for (const stream of [own, admins])
          expect((await stream?.next(({ event }) => event === 'withdrawal'))?.data).toEqual({
            id,
            coins: 321,
            status: 'pending',
          });
        await stack.get('changeUser', { as: admin, params: { id: worker.userId }, body: { userRole: 'buyer' } });
        expect((await own?.next(({ event }) => event === 'role'))?.data).toMatchObject({ role: 'buyer' });
        expect((await own?.next(({ event, data }) => event === 'balance' && data.balance === 50))?.data).toBeTruthy();
        expect(others?.seen).toEqual([]);
      });

      test('the live stream ends within a second after the account is closed', async () => {
        const { stack, admin } = fixture();
        const person = await stack.newcomer('worker');
        const stream = await listen(person);
        await stack.get('deleteUser', { as: admin, params: { id: person.userId } });
        expect(await stream.ended(1000)).toBe(true);
      });
    },
  },

  listParked: {
    tests: () => {
      test('the list is empty while no event is parked', async () => {
        const { headers, body } = await fixture().stack.ask('listParked', { as: fixture().admin });
        expect([headers['x-total-count'], body]).toEqual(['0', []]);
      });
    },
  },

  // parked.int.test.ts tests successful retries.
  retryParked: {
    tests: () => {
      test.each(['nothing', 'wallet:nothing', 'gateway:1', ':', 'user:'])(
        'answers 404 for %s, which is not parked',
        async (id) => {
          const { stack, admin } = fixture();
          expect(outcome(await stack.ask('retryParked', { as: admin, params: { id } }))).toBe('404 not-found');
        },
      );
    },
  },

  publishBatch: {
    tests: () => {
      const publish = (as: Person, id: string) => fixture().stack.ask('publishBatch', { as, params: { id } });

      test('answers the same task to concurrent and later calls, and pays once', async () => {
        const { stack, buyer } = fixture();
        const before = await stack.balance(buyer);
        const id = await draftBatch(stack, buyer);
        const answers = await Promise.all(Array.from({ length: 4 }, () => publish(buyer, id)));
        await stack.settle();
        answers.push(await publish(buyer, id));
        expect(answers.map(outcome)).toEqual(answers.map(() => '201'));
        expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
        await stack.settle();
        expect(await stack.balance(buyer)).toBe(before - 4);
      });

      test('names all that is missing, and the draft can be changed', async () => {
        const { stack, buyer } = fixture();
        const id = await stack.insert('createBatch', { as: buyer, body: { taskTitle: 'Totals', payableAmount: 1 } });
        const refused = await publish(buyer, id);
        expect([outcome(refused), faultyFields(refused)]).toEqual([
          '400 validation',
          ['completionDate', 'form', 'rows', 'submissionInfo', 'taskDetail', 'taskImageURL'].sort(),
        ]);
        await stack.get('changeBatch', {
          as: buyer,
          params: { id },
          body: { ...draftFields(), completionDate: '2020-01-01' },
        });
        await stack.get('uploadRows', { as: buyer, params: { id }, ...csv(ROWS) });
        expect(faultyFields(await publish(buyer, id))).toEqual(['completionDate']);
        await stack.get('changeBatch', { as: buyer, params: { id }, body: { completionDate: '2099-12-31' } });
        expect((await publish(buyer, id)).status).toBe(201);
      });

      test('needs more coins than it costs, and the draft can be changed', async () => {
        const { stack } = fixture();
        const poor = await stack.newcomer('buyer');
        const id = await draftBatch(stack, poor, { payableAmount: 20 });
        expect(outcome(await publish(poor, id))).toBe('409 insufficient-coins');
        await stack.get('changeBatch', { as: poor, params: { id }, body: { payableAmount: 2 } });
        expect((await publish(poor, id)).status).toBe(201);
        await stack.settle();
        expect(await stack.balance(poor)).toBe(50 - 8);
      });
    },
  },

  reportThing: {
    invalidValues: {
      about: [[undefined, 'About must be one of task, buyer, submission, worker']],
      id: [
        [undefined, 'Id is required'],
        [7, 'Id must be text'],
      ],
      reasonCode: [
        [undefined, 'Reason is required'],
        ['boring', `Reason must be one of ${REPORT_REASONS.join(', ')}`],
      ],
      text: [
        [7, 'Text must be text'],
        ['x'.repeat(1001), 'Text must be at most 1000 characters'],
      ],
    },
  },
  correctTexts: {
    invalidValues: {
      taskDetail: [
        ['', 'Task Detail is required'],
        ['x'.repeat(5001), 'Task Detail must be at most 5000 characters'],
      ],
      form: [['x', 'Send a JSON object']],
    },
    tests: () => {
      const correct = (as: Person, id: string, body: object) =>
        fixture().stack.ask('correctTexts', { as, params: { id }, body });
      const form = (changes: object) => ({
        fields: draftFields().form.fields.map((field, at) => (at === 0 ? { ...field, ...changes } : field)),
      });

      test('is read by workers from the next page on, and stands beside each answer', async () => {
        const { stack, buyer, worker, otherWorker } = fixture();
        const taskId = await publishBatch(stack, buyer, { pilotPages: 1 });
        const { id: first } = await answerPage(stack, worker, taskId);
        const texts = { taskDetail: 'Copy the sum of {{receipt_id}}.', form: form({ label: 'Sum of {{receipt_id}}' }) };
        expect((await correct(buyer, taskId, texts)).body).toEqual({ modifiedCount: 1, version: 2 });
        expect((await correct(buyer, taskId, texts)).body).toEqual({ modifiedCount: 0, version: 2 });
        const { id: second, page } = await answerPage(stack, otherWorker, taskId);
        expect(page).toMatchObject({ version: 2, rows: [{ text: 'Copy the sum of R-1041.' }] });
        const params = { id: taskId };
        expect(await stack.get('getTask', { params })).toMatchObject({ taskDetail: texts.taskDetail });
        expect(await stack.get('getForm', { as: worker, params })).toEqual(texts.form);
        expect(await stack.get('getForm', { as: worker, params, query: { version: 1 } })).toEqual(draftFields().form);
        const work = await stack.get('listSubmissions', { as: buyer, query: { taskId } });
        expect(
          work.map(({ _id, version, submissionDetails }) => [_id, version, submissionDetails.slice(0, 6)]),
        ).toEqual([
          [second, 2, 'Sum of'],
          [first, 1, 'Total '],
        ]);
        const download = async (operation: 'exportRows' | 'exportAnswers' | 'exportAnswersJsonl') =>
          (await stack.ask(operation, { as: buyer, params })).text;
        const lines = (await download('exportAnswers')).trimEnd().split('\r\n');
        expect(lines.map((line) => line.split(',')[12])).toEqual(['version', '2', '1']);
        expect(await download('exportRows')).toContain('answer2.version');
        expect(await download('exportAnswersJsonl')).toMatch(/"version":2.*\n.*"version":1/);
      });

      test('names what no correction changes, and is refused after the pilot', async () => {
        const { stack, buyer, otherBuyer } = fixture();
        const id = await publishBatch(stack, buyer, { pilotPages: 1 });
        for (const [body, fields] of [
          [{ taskDetail: 'What is {{sum}}?' }, ['taskDetail']],
          [{ form: form({ decimals: 0 }) }, ['form.fields.0']],
          [{ form: form({ help: 'See {{sum}}.' }) }, ['form.fields.0.help']],
        ] as const) {
          const refused = await correct(buyer, id, body);
          expect([outcome(refused), faultyFields(refused)]).toEqual(['400 validation', fields]);
        }
        expect(outcome(await correct(otherBuyer, id, { taskDetail: 'Mine' }))).toBe('404 not-found');
        await stack.get('endPilot', { as: buyer, params: { id } });
        expect(outcome(await correct(buyer, id, { taskDetail: 'Copy it.' }))).toBe('409 no-pilot');
      });
    },
  },

  listAdminTrail: {
    tests: () => {
      const trail = async (query: Record<string, string | number>) =>
        (await fixture().stack.ask('listAdminTrail', { as: fixture().admin, query })).body as AdminAct[];

      test('has the acts of every service, newest first, with their admin', async () => {
        const { stack, admin, buyer } = fixture();
        const [worker, leaving] = [await stack.newcomer('worker'), await stack.newcomer('worker')];
        const taskId = await stack.post(buyer, { requiredWorkers: 2, payableAmount: 3 });
        const body = { withdrawalCoin: 200, paymentSystem: 'bkash' };
        const asked = await stack.insert('createWithdrawal', { as: worker, body });
        await stack.get('deleteTask', { as: admin, params: { id: taskId } });
        const decision = { params: { id: asked }, body: { status: 'canceled' } };
        await stack.get('decideWithdrawal', { as: admin, ...decision });
        await stack.get('changeUser', { as: admin, params: { id: worker.userId }, body: { userRole: 'buyer' } });
        await stack.get('deleteUser', { as: admin, params: { id: leaving.userId } });
        const rows = await trail({ q: admin.email, limit: 4 });
        expect(rows.map(({ action, subject }) => [action, subject.type, subject.id])).toEqual([
          ['account-closed', 'user', leaving.userId],
          ['role-changed', 'user', worker.userId],
          ['withdrawal-canceled', 'withdrawal', asked],
          ['task-deleted', 'task', taskId],
        ]);
        for (const { actor, actorEmail } of rows) expect([actor, actorEmail]).toEqual([admin.userId, admin.email]);
        expect(await trail({ q: admin.email, limit: 1, offset: 3 })).toEqual(rows.slice(3));
      });

      test('names the operator, and finds the acts about a person', async () => {
        const { otherAdmin } = fixture();
        expect(await trail({ q: otherAdmin.email })).toMatchObject([
          { action: 'role-changed', actor: 'operator', subject: { title: otherAdmin.email } },
        ]);
      });

      test('has no text of a user', async () => {
        const { stack, admin, buyer } = fixture();
        const taskTitle = 'Marker 8341';
        const id = await stack.post(buyer, { taskTitle });
        await stack.get('deleteTask', { as: admin, params: { id } });
        expect((await stack.ask('listAdminTrail', { as: admin })).text).not.toContain(taskTitle);
      });
    },
  },

  readPerson: {
    tests: () => {
      const read = (id: string) => fixture().stack.ask('readPerson', { as: fixture().admin, params: { id } });

      test('explains the balance of a person, who is found by id and by email, also after the closing', async () => {
        const { stack, admin } = fixture();
        const person = await stack.newcomer('worker');
        await stack.settle();
        const { body } = await read(person.userId);
        expect(body).toMatchObject({ userEmail: person.email, userRole: 'worker', closed: false, coins: 10 });
        const { coins, causes } = body as { coins: number; causes: { coins: number }[] };
        expect(causes.reduce((sum, cause) => sum + cause.coins, 0)).toBe(coins);
        expect((await read(person.email)).body).toEqual(body);
        await stack.get('deleteUser', { as: admin, params: { id: person.userId } });
        await stack.settle();
        expect((await read(person.userId)).body).toMatchObject({ closed: true, coins: 0 });
        for (const id of ['nobody', 'nobody@example.com']) expect(outcome(await read(id))).toBe('404 not-found');
      });

      test('the trail of a person has what happened to them and to what is theirs', async () => {
        const { stack, admin, buyer } = fixture();
        const [person, other] = [await stack.newcomer('worker'), await stack.newcomer('worker')];
        const params = { id: person.userId };
        const body = { withdrawalCoin: 200, paymentSystem: 'bkash' };
        const asked = await stack.insert('createWithdrawal', { as: person, body });
        await stack.get('decideWithdrawal', { as: admin, params: { id: asked }, body: { status: 'canceled' } });
        await stack.get('addPersonNote', { as: admin, params, body: { text: 'Marker 8342' } });
        await stack.get('addPersonNote', { as: admin, params: { id: other.userId }, body: { text: 'Other' } });
        const trail = await stack.ask('listAdminTrail', { as: admin, query: { person: person.userId } });
        const acts = trail.body as AdminAct[];
        expect(acts.map(({ action }) => action)).toEqual(['note-added', 'withdrawal-canceled']);
        expect(trail.text).not.toContain('8342');
        const none = await stack.ask('listAdminTrail', { as: admin, query: { person: 'nobody' } });
        expect([none.headers['x-total-count'], none.body]).toEqual(['0', []]);
        // Notes are in nothing that other roles read.
        for (const as of [person, buyer]) {
          const { text } = await stack.ask('getUser', { as, query: { email: person.email } });
          expect(text).not.toContain('8342');
        }
      });
    },
  },

  listLinkedPeople: {
    tests: () => {
      test('says for which reasons accounts may belong to one person', async () => {
        const { stack, admin } = fixture();
        const [one, other] = [await stack.newcomer('worker'), await stack.newcomer('worker')];
        const body = { withdrawalCoin: 200, paymentSystem: 'bkash', accountNumber: '01999888777' };
        for (const as of [one, other]) await stack.insert('createWithdrawal', { as, body });
        const read = (id: string) => stack.get('listLinkedPeople', { as: admin, params: { id } });
        const reasons = [{ code: 'account-number', count: 1 }];
        expect(await read(one.userId)).toMatchObject([{ userId: other.userId, userEmail: other.email, reasons }]);
        expect(await read('nobody')).toEqual([]);
      });
    },
  },

  search: {
    tests: () => {
      const find = (q: string) => fixture().stack.get('search', { as: fixture().admin, query: { q } });

      test('finds everything of a person and each thing by its id', async () => {
        const { stack } = fixture();
        const [buyer, worker] = [await stack.newcomer('buyer'), await stack.newcomer('worker')];
        const taskId = await stack.post(buyer, { taskTitle: 'Marker 8343', requiredWorkers: 2, payableAmount: 3 });
        const submissionId = await stack.submit(worker, taskId);
        const body = { withdrawalCoin: 200, paymentSystem: 'bkash', accountNumber: '01711222345' };
        const withdrawalId = await stack.insert('createWithdrawal', { as: worker, body });
        const ofWorker = await find(worker.email);
        expect(ofWorker.people.map(({ userId }) => userId)).toEqual([worker.userId]);
        expect(ofWorker.submissions.map(({ _id }) => _id)).toEqual([submissionId]);
        expect(ofWorker.withdrawals).toMatchObject([{ _id: withdrawalId, mask: '345', personId: worker.userId }]);
        expect((await find('marker 8343')).tasks).toMatchObject([{ _id: taskId, isListed: true }]);
        expect((await find(taskId)).tasks).toMatchObject([{ _id: taskId, personId: buyer.userId }]);
        expect((await find(submissionId)).submissions).toMatchObject([{ _id: submissionId, taskId }]);
        expect((await find(withdrawalId)).withdrawals).toMatchObject([{ _id: withdrawalId }]);
      });

      test('needs three characters, and finds no account number but its end', async () => {
        const { stack, admin } = fixture();
        const short = await stack.ask('search', { as: admin, query: { q: ' ab ' } });
        expect([outcome(short), faultyFields(short)]).toEqual(['400 validation', ['q']]);
        expect(await find('01711222345')).toEqual({
          people: [],
          tasks: [],
          submissions: [],
          withdrawals: [],
          payments: [],
        });
      });
    },
  },

  readIntegrity: {
    tests: () => {
      const read = async () => fixture().stack.get('readIntegrity', { as: fixture().admin });
      const escrowCheck = async () => (await read()).checks.find(({ name }) => name === 'escrow-covered');

      test('has the checks of all services, and sums that agree with each other', async () => {
        const { stack, buyer } = fixture();
        const worker = await stack.newcomer('worker');
        const taskId = await stack.post(buyer, { requiredWorkers: 3, payableAmount: 7 });
        await stack.decide(buyer, await stack.submit(worker, taskId), 'approved');
        await stack.submit(await stack.newcomer('worker'), taskId);
        await stack.settle();
        const { checks, coins, dollars, overdue, parked, payouts, appeals } = await read();
        expect(new Set(checks.map(({ service }) => service))).toEqual(new Set([...SERVICES, 'gateway']));
        if (!coins || !dollars) throw new Error('The counters are complete');
        const { users, escrow, places, grants, topUps, adjustments, ...paid } = coins;
        expect(escrow).toBe(places);
        expect(escrow).toBeGreaterThanOrEqual(14);
        expect(users + escrow).toBe(grants + topUps + paid.appeals + adjustments - paid.payouts);
        expect(dollars.owed).toBe(users / 20);
        expect([overdue, parked]).toEqual([[], []]);
        expect(payouts?.due === 0).toBe(payouts?.oldest === undefined);
        expect(appeals?.open === 0).toBe(appeals?.oldest === undefined);
        expect((await escrowCheck())?.state).toBe('holds');
      });

      test('a corrupted sum breaks its check until it is repaired', async () => {
        const { stack } = fixture();
        await stack.settle();
        const shards = stack.storeOf('wallet').collection(counters);
        const corrupt = (by: number) =>
          shards.updateOne({ _id: shardId(0) }, { $inc: { 'amounts.accounts.escrow': by } as never });
        await corrupt(7);
        const { coins } = await read();
        expect(coins?.escrow).toBe((coins?.places ?? 0) + 7);
        const broken = await eventually('the check breaks', 6000, async () => {
          const check = await escrowCheck();
          return check?.state === 'broken' ? check : undefined;
        });
        expect((await escrowCheck())?.since).toBe(broken.since);
        await corrupt(-7);
        expect((await escrowCheck())?.state).toBe('holds');
      });
    },
  },

  config: {
    tests: () => {
      test('has the public settings of the browser, and no secret', async () => {
        const { stack } = fixture();
        const { body, text } = await stack.ask('config');
        expect(body).toEqual({
          identity: 'embedded',
          payments: 'simulated',
          coinCredit: 'manual',
          mail: true,
          packages: COIN_PACKAGES,
          termsVersion: DEFAULT_TEXTS_VERSION,
        });
        expect(text).not.toContain(stack.settings.jwtSecret);
      });
    },
  },
});

describe('outside the contract', () => {
  const get = (path: string, headers: Record<string, string> = {}) => fixture().stack.call('GET', path, { headers });

  test('/metrics counts the calls of each operation, and answers local callers only', async () => {
    const { stack } = fixture();
    await stack.get('config');
    const { text } = await get('/metrics');
    expect(text).toMatch(/piecework_requests_total\{operation="config",status="200",service="gateway"\} [1-9]/);
    expect(outcome(await get('/metrics', { 'x-forwarded-for': '203.0.113.7' }))).toBe('404 not-found');
    for (const service of SERVICES) {
      const own = await (await fetch(`${stack.settings.serviceUrls[service]}/metrics`)).text();
      expect(own).toMatch(new RegExp(`piecework_outbox_pending\\{service="${service}"\\} 0`));
      expect(own).toMatch(new RegExp(`piecework_events_parked\\{service="${service}"\\} 0`));
    }
  });

  test('/openapi.json is a valid OpenAPI 3.1 document with every operation', async () => {
    const { body } = await get('/openapi.json');
    expect(faultsOfOpenApi(body)).toEqual([]);
    const { paths } = body as { paths: Record<string, Record<string, { operationId: string }>> };
    for (const [operation, { method, path }] of Object.entries(OPERATIONS))
      expect(paths[path]?.[method.toLowerCase()]?.operationId).toBe(operation);
  });

  test('the gateway returns the caller’s correlation id if it is valid, else a new one', async () => {
    const kept = await get('/nothing', { 'x-correlation-id': 'my-own-correlation' });
    expect(kept.headers['x-correlation-id']).toBe('my-own-correlation');
    expect((kept.body as Problem).correlationId).toBe('my-own-correlation');
    const replaced = await get('/tasks', { 'x-correlation-id': 'x' });
    expect(replaced.headers['x-correlation-id']).toMatch(/^[\w-]{8,64}$/);
  });

  test('a service accepts only assertions of the gateway', async () => {
    const { stack, worker, admin } = fixture();
    const { user, task } = stack.settings.serviceUrls;
    const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    expect((await fetch(`${user}/users/${worker.userId}`, { method: 'DELETE', ...as(admin.token) })).status).toBe(401);
    expect((await fetch(`${task}/tasks/x`, { method: 'DELETE', ...as(admin.token) })).status).toBe(401);
    const forged = { 'x-piecework-assertion': admin.token, 'content-type': 'application/json' };
    const makeAdmin = { method: 'POST', body: JSON.stringify({ email: worker.email }) };
    for (const headers of [forged, { 'content-type': 'application/json' }])
      expect((await fetch(`${user}/internal/makeAdmin`, { ...makeAdmin, headers })).status).toBe(401);
  });
});
