import { type Form, type OperationId, type ReportAbout, type Role, TEST_CARDS } from '@piecework/contracts';
import { answerPage, csv, draftBatch, draftFields, MORE_ROWS, makeRoomForDraft, publishBatch, ROWS } from './batches';
import type { Ask } from './client';
import { addTotp, newPasskey, totpCode } from './factors';
import { mailableAccount, mailedToken, resetLinkOf } from './mailed-link';
import { PASSWORD, type Person, taskFields } from './people';
import type { TestStack } from './stack';

/** Two users of each role: the owner, and another without access to the owner's data. */
export interface ContractFixture {
  stack: TestStack;
  worker: Person;
  otherWorker: Person;
  buyer: Person;
  otherBuyer: Person;
  admin: Person;
  otherAdmin: Person;
}

/** A valid call; `status` if its expected answer is not 200. */
export type Sample = Ask & { status?: number };

/** One field of each sort of value: text, decimal, list, and pictures. */
export const FORM: Form = {
  fields: [
    { kind: 'text', name: 'shop', label: 'Shop', required: true },
    { kind: 'number', name: 'total', label: 'Total', required: true, decimals: 2, min: '0' },
    {
      kind: 'choices',
      name: 'paid_by',
      label: 'Paid by',
      required: false,
      options: [
        { value: 'cash', label: 'Cash' },
        { value: 'card', label: 'Card' },
      ],
    },
    { kind: 'picture', name: 'receipt', label: 'Receipt', required: false },
  ],
};

/** One white pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** A multipart form with one file. */
export const multipart = (name: string, bytes: Buffer): Required<Pick<Ask, 'raw' | 'headers'>> => {
  const boundary = 'a-boundary-that-no-picture-contains';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
  return {
    raw: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
};
export const picture = () => multipart('image', PIXEL);

/** The form of the simulated Google popup. */
const googleForm = ({ settings }: TestStack, fields: Record<string, string>) => ({
  raw: new URLSearchParams({ origin: settings.allowedOrigins[0] ?? '', ...fields }).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

export const uploadedName = async ({ stack, worker }: ContractFixture): Promise<string> => {
  const { data } = await stack.get('uploadImage', { as: worker, ...picture() });
  return new URL(data.display_url).pathname.replace('/images/', '');
};

const pendingSubmission = async ({ stack, buyer, worker }: ContractFixture): Promise<string> =>
  stack.submit(worker, await stack.post(buyer, { requiredWorkers: 1, payableAmount: 1 }));

/** The worker gives other places back first, because few are held at a time. */
const freePlace = async ({ stack, buyer, worker }: ContractFixture) => {
  for (const { taskId } of await stack.get('listReservations', { as: worker }))
    await stack.get('returnPlace', { as: worker, params: { id: taskId } });
  const id = await stack.post(buyer, { requiredWorkers: 1, payableAmount: 1 });
  await stack.settle();
  return { as: worker, params: { id } };
};

const API_KEY = { name: 'Nightly upload' };
/** Few are held at a time. */
const revokeKeys = async ({ stack, buyer }: ContractFixture) => {
  for (const { _id: id } of await stack.get('listApiKeys', { as: buyer }))
    await stack.get('deleteApiKey', { as: buyer, params: { id } });
};

const ACCOUNT_NUMBER = '01712-345678';
const withdrawalBody = { withdrawalCoin: 200, paymentSystem: 'nagad', accountNumber: ACCOUNT_NUMBER };
const adjustmentBody = { coins: 5, kind: 'refund', reason: 'The pay of a day was shown wrong.' };
const rejectedSubmission = async (fixture: ContractFixture): Promise<string> => {
  const id = await pendingSubmission(fixture);
  await fixture.stack.get('decideSubmission', { as: fixture.buyer, params: { id }, body: { status: 'reject' } });
  return id;
};
/** Approved. */
const paidSubmission = async (fixture: ContractFixture): Promise<string> => {
  const { stack, buyer } = fixture;
  const id = await pendingSubmission(fixture);
  await stack.decide(buyer, id, 'approved');
  await stack.settle();
  return id;
};
/** Before its first message. */
const threadOf = async (fixture: ContractFixture): Promise<string> => {
  const { stack, worker } = fixture;
  const id = await pendingSubmission(fixture);
  const found = (await stack.get('listSubmissions', { as: worker })).find(({ _id }) => _id === id);
  return found?.threadId ?? '';
};
const workOfTask = async ({ stack, buyer, worker }: ContractFixture) => {
  const id = await stack.post(buyer);
  await stack.submit(worker, id);
  return { as: buyer, params: { id } };
};
/** Of the buyer. */
const draft = async ({ stack, buyer }: ContractFixture) => ({
  as: buyer,
  params: { id: await draftBatch(stack, buyer) },
});
/** Of the buyer; a worker has answered its first page. */
const answeredBatch = async ({ stack, buyer, worker }: ContractFixture) => {
  const id = await publishBatch(stack, buyer);
  await answerPage(stack, worker, id);
  return { as: buyer, params: { id } };
};
const openBatch = async ({ stack, buyer }: ContractFixture) => ({
  as: buyer,
  params: { id: await publishBatch(stack, buyer) },
});
/** Of the buyer, in its pilot. */
const batchInPilot = async ({ stack, buyer }: ContractFixture) => ({
  as: buyer,
  params: { id: await publishBatch(stack, buyer, { pilotPages: 1 }) },
});
/** Where `REVIEW_WORDS` has it, a task with this text waits for review; elsewhere it was never held. */
export const HELD_BY = 'Send your easy money';

const APPEAL = 'The last bird is a rook, as I have written.';

/** A withdrawal of a new worker, whose balance does not cover it. */
const requestedBy = async ({ stack }: ContractFixture) => {
  const worker = await stack.newcomer('worker');
  return { worker, id: await stack.insert('createWithdrawal', { as: worker, body: withdrawalBody }) };
};
const pendingWithdrawal = async (fixture: ContractFixture) => (await requestedBy(fixture)).id;

/** Approved. */
const duePayout = async ({ stack, admin }: ContractFixture): Promise<string> => {
  const [worker, patron] = await Promise.all([stack.newcomer('worker'), stack.newcomer('buyer')]);
  await stack.enrich(patron, admin, 200);
  await stack.earn(worker, patron, 200);
  const id = await stack.insert('createWithdrawal', { as: worker, body: withdrawalBody });
  await stack.get('decideWithdrawal', { as: admin, params: { id }, body: { status: 'approved' } });
  return id;
};

/** Unread, of the buyer. */
const notificationOf = async (fixture: ContractFixture): Promise<string> => {
  const { stack, buyer } = fixture;
  await pendingSubmission(fixture);
  await stack.settle();
  const [newest] = await stack.get('listNotifications', { as: buyer, query: { unread: 1, limit: 1 } });
  return newest?._id ?? '';
};

/** Its mailbox has had the starting coins. @returns the id of the user */
const waitingAccount = async ({ stack }: Pick<ContractFixture, 'stack'>): Promise<string> => {
  const { uid, ...claims } = stack.claimsOf('Nina');
  let id = '';
  for (const part of ['first', 'second']) {
    const identity = { ...claims, uid: `${uid}-${part}`, email: `${uid}+${part}@gmail.com` };
    id = await stack.insert('createUser', { token: stack.tokens.signIdentity(identity), body: {} });
  }
  return id;
};

export const reportOf = (id: string, about: ReportAbout = 'task') =>
  ({ about, id, reasonCode: 'credentials', text: 'It asks for my bank password.' }) as const;

/** The id of the case of a task that the worker has reported. */
export const reportedTask = async ({ stack, admin, buyer, worker }: ContractFixture): Promise<string> => {
  const taskId = await stack.post(buyer);
  await stack.insert('reportThing', { as: worker, body: reportOf(taskId) });
  const cases = await stack.get('listReports', { as: admin, query: { limit: 5000 } });
  return cases.find(({ subject }) => subject.id === taskId)?._id ?? '';
};

export const SUSPENSION = { reasonCode: 'poor-work', text: 'Many answers were copied.' } as const;

/** Suspended by the admin. */
export const suspendedPerson = async ({ stack, admin }: ContractFixture, role: Role = 'worker') => {
  const person = await stack.newcomer(role);
  const suspensionId = await stack.insert('suspendUser', {
    as: admin,
    params: { id: person.userId },
    body: SUSPENSION,
  });
  await stack.settle();
  return { person, suspensionId };
};

let count = 0;

/** A valid call of each operation; every invocation prepares a new one. */
export const SAMPLES: Readonly<Record<OperationId, (fixture: ContractFixture) => Sample | Promise<Sample>>> = {
  jwt: ({ worker }) => ({ token: worker.identityToken, body: { email: worker.email } }),
  createUser: ({ stack: { tokens, claimsOf } }) => ({
    token: tokens.signIdentity(claimsOf('Nina')),
    body: { userName: 'Nina', userPhotoURL: 'https://pictures.example/nina.webp', userRole: 'buyer' },
  }),
  acceptTerms: ({ worker }) => ({ as: worker, body: { termsVersion: '2026-11-30' } }),
  requestClosing: ({ otherWorker: as }) => ({ as, body: { userEmail: as.email, coins: 1_000 } }),
  keepAccount: ({ otherWorker }) => ({ as: otherWorker }),
  getUser: ({ worker }) => ({ as: worker, query: { email: worker.email } }),
  listUsers: ({ admin }) => ({ as: admin }),
  changeUser: async ({ stack, admin }) => {
    const { userId: id } = await stack.newcomer('worker');
    return { as: admin, params: { id }, body: { userRole: 'buyer' } };
  },
  deleteUser: async ({ stack, admin }) => {
    const { userId: id } = await stack.newcomer('worker');
    return { as: admin, params: { id } };
  },
  suspendUser: async ({ stack, admin }) => {
    const { userId: id } = await stack.newcomer('worker');
    return { as: admin, params: { id }, body: SUSPENSION };
  },
  liftSuspension: async (fixture) => {
    const { person } = await suspendedPerson(fixture);
    return { as: fixture.admin, params: { id: person.userId } };
  },
  listSuspensions: ({ admin }) => ({ as: admin }),
  appealSuspension: async (fixture) => ({ as: (await suspendedPerson(fixture)).person, body: { text: APPEAL } }),
  decideSuspension: async (fixture) => {
    const { person, suspensionId: id } = await suspendedPerson(fixture);
    await fixture.stack.get('appealSuspension', { as: person, body: { text: APPEAL } });
    return { as: fixture.otherAdmin, params: { id }, body: { outcome: 'lifted', note: 'These were typed by hand.' } };
  },
  changeProfile: ({ worker }) => ({ as: worker, body: { userName: worker.name, userPhotoURL: '' } }),
  listSessions: ({ worker }) => ({ as: worker }),
  endOtherSessions: async ({ stack }) => ({ as: await stack.newcomer('worker') }),
  endSession: ({ worker }) => ({ as: worker, params: { id: 'unknown' } }),
  readFactors: ({ worker }) => ({ as: worker }),
  challengeFactor: ({ worker }) => ({ token: worker.identityToken }),
  startPasskey: ({ worker }) => ({ as: worker }),
  addPasskey: async ({ stack }) => {
    const as = await stack.newcomer('worker');
    return { as, body: { name: 'My phone', passkey: await newPasskey(stack, as) }, status: 201 };
  },
  startTotp: ({ worker }) => ({ as: worker, status: 201 }),
  confirmTotp: async ({ stack }) => {
    const as = await stack.newcomer('worker');
    const { secret } = await stack.get('startTotp', { as });
    return { as, body: { factorCode: totpCode(secret) } };
  },
  makeRecoveryCodes: async ({ stack }) => ({ as: await addTotp(stack, await stack.newcomer('worker')), status: 201 }),
  deleteFactor: async ({ stack }) => ({
    as: await addTotp(stack, await stack.newcomer('worker')),
    params: { id: 'totp' },
  }),
  listTestimonials: () => ({}),
  reportThing: async ({ stack, worker, buyer }) => ({ as: worker, body: reportOf(await stack.post(buyer)) }),
  listReports: ({ admin }) => ({ as: admin }),
  decideReports: async (fixture) => ({
    as: fixture.admin,
    params: { id: await reportedTask(fixture) },
    body: { outcome: 'nothing' },
  }),
  listWaitingGrants: ({ admin }) => ({ as: admin }),
  releaseGrants: async (fixture) => ({ as: fixture.admin, body: { userIds: [await waitingAccount(fixture)] } }),
  listPersonNotes: ({ admin, worker }) => ({ as: admin, params: { id: worker.userId }, query: { limit: 20 } }),
  addPersonNote: ({ admin, worker }) => ({
    as: admin,
    params: { id: worker.userId },
    body: { text: 'Shares a phone with a sister.' },
  }),
  createApiKey: async (fixture) => {
    await revokeKeys(fixture);
    return { as: fixture.buyer, body: API_KEY };
  },
  listApiKeys: ({ buyer }) => ({ as: buyer }),
  deleteApiKey: async (fixture) => {
    await revokeKeys(fixture);
    const { stack, buyer } = fixture;
    const { insertedId: id } = await stack.get('createApiKey', { as: buyer, body: API_KEY });
    return { as: buyer, params: { id } };
  },
  signUp: () => ({
    body: {
      email: `sample-${++count}@people.example`,
      password: PASSWORD,
      displayName: 'Sam',
      photoURL: 'https://pictures.example/sam.webp',
    },
  }),
  signIn: ({ worker }) => ({ body: { email: worker.email, password: worker.password } }),
  refreshIdentity: async ({ stack, worker: { email, password } }) => {
    const identity = await stack.get('signIn', { body: { email, password } });
    return { body: { refreshToken: identity.refreshToken } };
  },
  signOut: async ({ stack, worker: { email, password } }) => {
    const identity = await stack.get('signIn', { body: { email, password } });
    return { body: { refreshToken: identity.refreshToken } };
  },
  // A new account: a changed password ends its sessions.
  changePassword: async ({ stack }) => {
    const body = { email: `sample-${++count}@people.example`, password: PASSWORD, displayName: 'Sam' };
    const { idToken } = await stack.get('signUp', { body });
    return { token: idToken, body: { old: PASSWORD, new: PASSWORD } };
  },
  requestPasswordReset: ({ worker: { email } }) => ({ body: { email } }),
  // A new account each: few links are mailed to one.
  resetPassword: async ({ stack }) => {
    const { token } = await resetLinkOf(stack);
    return { body: { token, password: PASSWORD } };
  },
  requestEmailConfirmation: async ({ stack }) => ({ token: (await mailableAccount(stack)).idToken, status: 204 }),
  confirmEmail: async ({ stack }) => {
    const account = await mailableAccount(stack);
    return { body: { token: await mailedToken(stack, account, 'email-confirmation') } };
  },
  identityMe: ({ worker }) => ({ token: worker.identityToken }),
  googlePage: ({ stack }) => ({ query: { origin: stack.settings.allowedOrigins[0] ?? '' } }),
  googleDecide: ({ stack }) => googleForm(stack, { decision: 'cancel' }),

  listTasks: ({ buyer }) => ({ as: buyer, query: { limit: 20 } }),
  getForm: async ({ stack, buyer }) => ({ as: buyer, params: { id: await stack.post(buyer, { form: FORM }) } }),
  getTask: async ({ stack, buyer }) => ({ as: buyer, params: { id: await stack.post(buyer) } }),
  createTask: ({ buyer }) => ({ as: buyer, body: taskFields({ requiredWorkers: 1, payableAmount: 1 }) }),
  changeTask: async ({ stack, buyer }) => ({
    as: buyer,
    params: { id: await stack.post(buyer, { requiredWorkers: 1, payableAmount: 1 }) },
    body: { taskTitle: 'Another title', taskDetail: 'Another detail', submissionInfo: 'Another info' },
  }),
  pauseTask: async ({ stack, admin, buyer }) => ({
    as: admin,
    params: { id: await stack.post(buyer) },
    body: { reason: 'It asks for passwords.' },
  }),
  resumeTask: async ({ stack, admin, buyer }) => ({ as: admin, params: { id: await stack.post(buyer) } }),
  decideReview: async ({ stack, buyer, admin }) => ({
    as: admin,
    params: { id: await stack.post(buyer, { requiredWorkers: 1, payableAmount: 1, submissionInfo: HELD_BY }) },
    body: { outcome: 'approved', version: 1 },
  }),
  endTask: async ({ stack, buyer }) => ({ as: buyer, params: { id: await stack.post(buyer) } }),
  addPlaces: async ({ stack, buyer }) => ({
    as: buyer,
    params: { id: await stack.post(buyer, { requiredWorkers: 1, payableAmount: 1 }) },
    body: { places: 2 },
  }),
  raisePay: async ({ stack, buyer }) => ({
    as: buyer,
    params: { id: await stack.post(buyer, { requiredWorkers: 1, payableAmount: 1 }) },
    body: { payableAmount: 2 },
  }),
  deleteTask: async ({ stack, buyer }) => ({ as: buyer, params: { id: await stack.post(buyer) } }),

  createBatch: async ({ stack, buyer }) => {
    await makeRoomForDraft(stack, buyer);
    return { as: buyer, body: draftFields() };
  },
  listBatches: async (fixture) => ({ as: (await draft(fixture)).as }),
  getBatch: draft,
  changeBatch: async (fixture) => ({
    ...(await draft(fixture)),
    body: { payableAmount: 2, columns: [{ name: 'image_url', kind: 'link' }] },
  }),
  deleteBatch: draft,
  uploadRows: async (fixture) => ({ ...(await draft(fixture)), ...csv(ROWS) }),
  previewBatch: async (fixture) => ({ ...(await draft(fixture)), query: { page: 2 } }),
  publishBatch: async (fixture) => ({ ...(await draft(fixture)), status: 201 }),
  getPage: async (fixture) => {
    const { as, params } = await answeredBatch(fixture);
    return { as, params: { ...params, page: '1' } };
  },
  correctTexts: async (fixture) => ({
    ...(await batchInPilot(fixture)),
    body: { taskDetail: 'Copy the total of {{receipt_id}}, with tax.', form: draftFields().form },
  }),
  endPilot: batchInPilot,
  stageRows: async (fixture) => ({ ...(await openBatch(fixture)), ...csv(MORE_ROWS) }),
  addRows: async (fixture) => {
    const { as, params } = await openBatch(fixture);
    const { upload } = await fixture.stack.get('stageRows', { as, params, ...csv(MORE_ROWS) });
    return { as, params, body: { upload } };
  },
  listRows: answeredBatch,
  getProgress: answeredBatch,
  listBatchWorkers: answeredBatch,
  exportRows: answeredBatch,
  exportRowsJsonl: answeredBatch,
  exportAnswers: answeredBatch,
  exportAnswersJsonl: answeredBatch,
  startDecisions: async (fixture) => ({
    ...(await answeredBatch(fixture)),
    body: { decision: 'reject', rule: { pages: [1] }, reasonCode: 'wrong', reasonText: 'Without tax' },
    status: 201,
  }),
  decideByFile: async (fixture) => {
    const { stack, buyer } = fixture;
    const { params } = await answeredBatch(fixture);
    const [answer] = await stack.get('listSubmissions', { as: buyer, query: { taskId: params.id } });
    return { as: buyer, params, ...csv(`submission,decision\n${answer?._id},approve\n`), status: 201 };
  },
  listDecisions: answeredBatch,
  getDecisions: async (fixture) => {
    const { as, params } = await answeredBatch(fixture);
    const run = await fixture.stack.insert('startDecisions', { as, params, body: { decision: 'approve' } });
    return { as, params: { ...params, run } };
  },

  listSubmissions: ({ worker }) => ({ as: worker, query: { start: 0 } }),
  exportSubmissions: workOfTask,
  exportSubmissionsXlsx: workOfTask,
  countSubmissions: ({ worker }) => ({ as: worker }),
  createSubmission: async ({ stack, buyer, worker }) => {
    const taskId = await stack.post(buyer, { requiredWorkers: 1, payableAmount: 1 });
    // Few calls of one account may wait for a task that is still being published.
    await stack.settle();
    return { as: worker, body: { taskId, submissionDetails: 'Robin, wren, blackbird' } };
  },
  decideSubmission: async (fixture) => ({
    as: fixture.buyer,
    params: { id: await pendingSubmission(fixture) },
    body: { status: 'approved' },
  }),
  decideSubmissions: async (fixture) => ({
    as: fixture.buyer,
    body: { decisions: [{ id: await pendingSubmission(fixture), status: 'reject', reasonCode: 'wrong' }] },
  }),
  reservePlace: async (fixture) => ({ ...(await freePlace(fixture)), status: 201 }),
  returnPlace: async (fixture) => {
    const place = await freePlace(fixture);
    await fixture.stack.get('reservePlace', place);
    return place;
  },
  listAccuracies: ({ worker }) => ({ as: worker }),
  workDays: ({ worker }) => ({ as: worker, query: { days: '90' } }),
  releasePlaces: async (fixture) => ({
    as: fixture.buyer,
    params: { id: await fixture.stack.post(fixture.buyer, { requiredWorkers: 1, payableAmount: 1 }) },
  }),
  listReservations: ({ worker }) => ({ as: worker }),
  createBlock: async (fixture) => ({
    // Another buyer: later samples need the worker in the tasks of the first one.
    as: fixture.worker,
    body: { taskId: await fixture.stack.post(fixture.otherBuyer, { requiredWorkers: 1, payableAmount: 1 }) },
    status: 201,
  }),
  listBlocks: ({ worker }) => ({ as: worker }),
  deleteBlock: async (fixture) => {
    const { stack, worker } = fixture;
    const id = await stack.insert('createBlock', await SAMPLES.createBlock(fixture));
    return { as: worker, params: { id } };
  },
  requestRevision: async (fixture) => ({
    as: fixture.buyer,
    params: { id: await pendingSubmission(fixture) },
    body: { note: 'Please name the last bird too.' },
  }),
  resubmit: async (fixture) => {
    const id = await pendingSubmission(fixture);
    const { stack, buyer, worker } = fixture;
    const body = { note: 'Please name the last bird too.' };
    await stack.get('requestRevision', { as: buyer, params: { id }, body });
    return { as: worker, params: { id }, body: { submissionDetails: 'Robin, wren, blackbird, rook' } };
  },
  fileAppeal: async (fixture) => ({
    as: fixture.worker,
    params: { id: await rejectedSubmission(fixture) },
    body: { text: APPEAL },
  }),
  previewReversal: async (fixture) => ({ as: fixture.buyer, params: { id: await rejectedSubmission(fixture) } }),
  reverseRejection: async (fixture) => ({
    as: fixture.buyer,
    params: { id: await rejectedSubmission(fixture) },
    body: {},
  }),
  listAppeals: ({ admin }) => ({ as: admin, query: { limit: 20 } }),
  decideAppeal: async (fixture) => {
    const id = await rejectedSubmission(fixture);
    await fixture.stack.get('fileAppeal', { as: fixture.worker, params: { id }, body: { text: APPEAL } });
    return { as: fixture.admin, params: { id }, body: { outcome: 'upheld', note: 'All birds are named.' } };
  },

  listThreads: ({ worker }) => ({ as: worker, query: { limit: 20 } }),
  getThread: async (fixture) => ({ as: fixture.worker, params: { id: await threadOf(fixture) } }),
  listMessages: async (fixture) => ({ as: fixture.worker, params: { id: await threadOf(fixture) } }),
  sendMessage: async (fixture) => ({
    as: fixture.worker,
    params: { id: await threadOf(fixture) },
    body: { text: 'Do you need the Latin names too?' },
  }),
  readThread: async (fixture) => {
    const { stack, worker, buyer } = fixture;
    const id = await threadOf(fixture);
    await stack.insert('sendMessage', { as: buyer, params: { id }, body: { text: 'The English ones are enough.' } });
    return { as: worker, params: { id }, body: { read: 1 } };
  },

  giveBonus: async (fixture) => ({
    as: fixture.buyer,
    params: { id: await paidSubmission(fixture) },
    body: { coins: 1, note: 'Thank you for the nest.' },
  }),
  listBonuses: async (fixture) => ({ as: fixture.worker, params: { id: await paidSubmission(fixture) } }),
  listWithdrawals: ({ worker }) => ({ as: worker }),
  createWithdrawal: async ({ stack }) => ({ as: await stack.newcomer('worker'), body: withdrawalBody }),
  decideWithdrawal: async (fixture) => ({
    as: fixture.admin,
    params: { id: await pendingWithdrawal(fixture) },
    body: { status: 'canceled' },
  }),
  listSignals: ({ admin }) => ({ as: admin }),
  holdWithdrawal: async (fixture) => ({
    as: fixture.admin,
    params: { id: await pendingWithdrawal(fixture) },
    body: { reasonCode: 'one-buyer', note: 'Both accounts are a day old.' },
  }),
  releaseWithdrawal: async (fixture) => {
    const params = { id: await pendingWithdrawal(fixture) };
    await fixture.stack.get('holdWithdrawal', { as: fixture.admin, params, body: { reasonCode: 'one-buyer' } });
    return { as: fixture.admin, params };
  },
  exportDuePayouts: ({ admin }) => ({ as: admin }),
  exportDuePayoutsXlsx: ({ admin }) => ({ as: admin }),
  cancelWithdrawal: async (fixture) => {
    const { worker, id } = await requestedBy(fixture);
    return { as: worker, params: { id } };
  },
  correctAccount: async (fixture) => {
    const { worker, id } = await requestedBy(fixture);
    return { as: worker, params: { id }, body: { accountNumber: '01812-345678' } };
  },
  revealAccount: async (fixture) => ({ as: fixture.admin, params: { id: await duePayout(fixture) } }),
  decidePayout: async (fixture) => ({
    as: fixture.admin,
    params: { id: await duePayout(fixture) },
    body: { outcome: 'paid', reference: 'TRX 8N7A6B5C', accountMask: withdrawalBody.accountNumber.slice(-3) },
  }),
  listPayoutRates: ({ worker }) => ({ as: worker }),
  setPayoutRate: ({ admin }) => ({ as: admin, params: { system: 'bkash' }, body: { perDollar: '122.50' } }),
  createPaymentIntent: ({ buyer }) => ({ as: buyer, body: { price: 1 } }),
  storePayment: async ({ stack, buyer }) => {
    const { clientSecret } = await stack.get('createPaymentIntent', { as: buyer, body: { price: 1 } });
    await stack.get('confirmSimulatedPayment', { as: buyer, body: { clientSecret, cardNumber: TEST_CARDS.succeeds } });
    return { as: buyer, body: { amount: 1 } };
  },
  confirmSimulatedPayment: async ({ stack, buyer }) => {
    const { clientSecret } = await stack.get('createPaymentIntent', { as: buyer, body: { price: 1 } });
    const card = { cardNumber: TEST_CARDS.succeeds, expiry: '12/40', cvc: '123' };
    return { as: buyer, body: { clientSecret, ...card, authenticate: 'complete' } };
  },
  // Does not exist with the simulated processor, which sends no webhooks.
  stripeWebhook: () => ({ raw: '{}', headers: { 'content-type': 'application/json' }, status: 404 }),
  listPayments: ({ buyer }) => ({ as: buyer }),
  creditPayment: async ({ stack, buyer, admin }) => ({
    as: admin,
    params: { intent: await stack.pay(buyer, 1) },
    body: {},
  }),
  requestAdjustment: ({ admin, worker }) => ({ as: admin, params: { id: worker.userId }, body: adjustmentBody }),
  listAdjustments: ({ admin }) => ({ as: admin, query: { state: 'waiting' } }),
  decideAdjustment: async ({ stack, admin, worker }) => {
    const body = { ...adjustmentBody, coins: 500_000 };
    const params = { id: await stack.insert('requestAdjustment', { as: admin, params: { id: worker.userId }, body }) };
    return { as: admin, params, body: { status: 'declined' } };
  },
  statement: ({ worker }) => ({ as: worker }),
  earnings: ({ worker }) => ({ as: worker, query: { days: '90' } }),
  earningMonths: ({ worker }) => ({ as: worker, query: { year: 2026 } }),
  exportEarnings: ({ worker }) => ({ as: worker, query: { year: 2026 } }),
  exportEarningsXlsx: ({ worker }) => ({ as: worker, query: { year: 2026 } }),
  dollarFlow: ({ admin }) => ({ as: admin, query: { days: '30' } }),
  exportStatement: ({ worker }) => ({ as: worker }),
  exportStatementXlsx: ({ worker }) => ({ as: worker }),

  uploadImage: ({ worker }) => ({ as: worker, ...picture() }),
  checkPictures: async (fixture) => ({ as: fixture.buyer, body: { urls: [`/images/${await uploadedName(fixture)}`] } }),
  getImage: async (fixture) => ({ params: { name: await uploadedName(fixture) } }),

  listNotifications: ({ worker }) => ({ as: worker, query: { limit: 20 } }),
  readNotifications: async (fixture) => ({ as: fixture.buyer, body: { until: await notificationOf(fixture) } }),
  readNotification: async (fixture) => ({
    as: fixture.buyer,
    params: { id: await notificationOf(fixture) },
    body: { read: true },
  }),

  totals: ({ worker }) => ({ as: worker }),
  live: ({ worker }) => ({ as: worker }),
  getClosing: ({ worker }) => ({ as: worker }),
  downloadOwnData: ({ worker }) => ({ as: worker }),
  listParked: ({ admin }) => ({ as: admin }),
  retryParked: ({ admin }) => ({ as: admin, params: { id: 'task:nothing' }, status: 404 }),
  notificationSettings: ({ worker }) => ({ as: worker }),
  changeNotificationSettings: ({ worker }) => ({ as: worker, body: { email: { 'submission-approved': true } } }),
  listMail: ({ stack, admin }) => ({ as: admin, ...(stack.settings.mail === 'none' && { status: 404 }) }),
  readIntegrity: ({ admin }) => ({ as: admin }),
  listAdminTrail: ({ admin }) => ({ as: admin }),
  readPerson: ({ admin, worker }) => ({ as: admin, params: { id: worker.userId } }),
  listLinkedPeople: ({ admin, worker }) => ({ as: admin, params: { id: worker.userId } }),
  search: ({ admin, worker }) => ({ as: admin, query: { q: worker.email } }),
  getLegalText: () => ({ params: { document: 'terms' } }),
  config: () => ({}),
};

/** Creates the users of a test file. The buyers get 3000 coins, enough for all tests. */
export const createContractFixture = async (stack: TestStack): Promise<ContractFixture> => {
  const [admin, otherAdmin, worker, otherWorker, buyer, otherBuyer] = await Promise.all([
    stack.signUp('admin', 'Ada'),
    stack.signUp('admin', 'Adam'),
    stack.signUp('worker', 'Wilma'),
    stack.signUp('worker', 'Walt'),
    stack.signUp('buyer', 'Bella'),
    stack.signUp('buyer', 'Boris'),
  ]);
  await Promise.all([buyer, otherBuyer].map((person) => stack.enrich(person, admin, 3000)));
  return { stack, worker, otherWorker, buyer, otherBuyer, admin, otherAdmin };
};
