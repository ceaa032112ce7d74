import type { z } from 'zod';
import { COIN_PACKAGES, formatCardNumber, MIN_WITHDRAWAL_COINS, PAYMENT_SYSTEMS, TEST_CARDS } from './constants';
import type { Form } from './forms';
import type { OperationRequest } from './operation-request';
import type { OPERATIONS, OperationId } from './operations';
import type * as schemas from './schemas';

type Responses<I extends OperationId> = (typeof OPERATIONS)[I]['responses'];
type JsonOf<R> = {
  readonly [S in keyof R as R[S] extends z.ZodType ? S : never]: R[S] extends z.ZodType ? z.input<R[S]> : never;
};
type Part<I extends OperationId, K extends 'params' | 'query' | 'body'> = undefined extends OperationRequest<I>[K]
  ? { readonly [P in K]?: OperationRequest<I>[K] }
  : { readonly [P in K]: OperationRequest<I>[K] };

/** One valid call of an operation, and its responses by status. */
export type Example<I extends OperationId> = Part<I, 'params'> &
  Part<I, 'query'> &
  Part<I, 'body'> &
  ((typeof OPERATIONS)[I] extends { rawBody: unknown } ? { readonly raw: unknown } : { readonly raw?: undefined }) & {
    readonly answers: JsonOf<Responses<I>>;
  };

// The examples share one story: Bella pays Wilma for birds.
const TASK_ID = '01kaqs3v9xq8m4t2c6e7r5w1zy';
const SUBMISSION_ID = '01kaqs8n2hd5k7j3f9g1b4p6xw';
const RUN_ID = '01kaqsb4h8k1m5n9p3q6r2s7td';
const RESERVATION_ID = '01kaqs9r3jf6m8n2p4t7v1x5zb';
const WITHDRAWAL_ID = '01kaqt1d4sz6v8y2m3n5q7r9ce';
const WORKER_ID = '01kaqr7p3fw9t2x4k6h8j1c5vm';
const INTENT = 'sim_01kaqtm5r8e2w4y6z1x3c7v9bn';
const CLIENT_SECRET = 'sim_01kaqtm5r8e2w4y6z1x3c7v9bn_secret_6J1pTq';
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6IndpbG1hQGV4YW1wbGUuY29tIn0.c2lnbmF0dXJl';
const KEY_ID = '01kaqv4d7f9h2k5m8p1r3t6w0y';
const API_KEY = `pw_${KEY_ID}_q3Jb0x5vZ8sYkQn2TfLw7RcEo1mUdHa4GiPyX6tBs9N`;
const ACCOUNT_NUMBER = '01712 345678';
const REPORT_ID = '01kaqv6g3m8p1r5t9w2y4z7x0c';
const CASE_ID = '01kaqv6g3m2n7q4s8v1x5z9b3d';
const PICTURE = 'https://pieceworks.example/images/01kaqr1c5vm7p3fw9t2x4k6h8j.webp';

const wilma: schemas.User = {
  _id: WORKER_ID,
  userName: 'Wilma',
  userEmail: 'wilma@example.com',
  userPhotoURL: PICTURE,
  userRole: 'worker',
  userAvailableCoin: 210,
};
const decisionEstimate: schemas.DecisionEstimate = {
  approve: { answers: 0, people: 0, coins: 0, workers: [] },
  reject: {
    answers: 12,
    people: 1,
    coins: 24,
    workers: [{ workerId: WORKER_ID, workerName: 'Wilma', answers: 12, coins: 24 }],
  },
  awaitingRevision: 1,
  alreadyDecided: 0,
};
const decisionRun: schemas.DecisionRun = {
  _id: RUN_ID,
  decision: 'reject',
  total: 13,
  approved: 0,
  rejected: 12,
  leftPending: 1,
  alreadyDecided: 0,
  startedAt: '2026-11-22T12:00:00.000Z',
  finishedAt: '2026-11-22T12:00:01.000Z',
};
const apiKey: schemas.ApiKey = {
  _id: KEY_ID,
  name: 'Nightly upload',
  createdAt: '2026-11-22T12:00:00.000Z',
  mask: `pw_${KEY_ID}_…`,
};
const SUSPENSION_ID = '01kaqr7p3fw9t2x4k6h8j1c5ss';
const suspension: schemas.Suspension = {
  _id: SUSPENSION_ID,
  userId: WORKER_ID,
  userName: 'Wilma',
  userEmail: 'wilma@example.com',
  userRole: 'worker',
  reasonCode: 'poor-work',
  text: 'Forty answers of this week are copies of each other.',
  suspendedBy: '01kaqr7p3fw9t2x4k6h8j1c5ad',
  at: '2026-11-22T12:00:00.000Z',
  until: '2026-12-29T12:00:00.000Z',
  state: 'active',
  appeal: { text: 'I typed each of these answers myself.', filedAt: '2026-11-22T15:00:00.000Z', state: 'open' },
};
const waitingGrant: schemas.WaitingGrant = {
  userId: WORKER_ID,
  userName: 'Wilma',
  userEmail: 'wilma@example.com',
  userRole: 'worker',
  emailConfirmed: false,
  coins: 10,
  reason: 'network',
  network: '203.0.113.7',
  since: '2026-11-22T12:00:00.000Z',
};
const passkey: schemas.Passkey = { _id: 'Pq3vN0XzJ8sKc1Yw', name: 'My laptop', createdAt: '2026-11-22T12:00:00.000Z' };
const task: schemas.Task = {
  _id: TASK_ID,
  taskTitle: 'Name the birds in ten photos',
  taskDetail: 'Look at each photo and write the English name of the bird.',
  taskImageURL: PICTURE,
  requiredWorkers: 2,
  payableAmount: 5,
  completionDate: '2099-12-31',
  submissionInfo: 'Ten names, one per line.',
  taskStatus: 'onProgress',
  totalPayableAmount: 15,
  buyerName: 'Bella',
  buyerEmail: 'bella@example.com',
  autoApproveHours: 168,
  minApprovalRate: 80,
  buyerStats: { posted: 3, decided: 24, approved: 21, unexplained: 0, overturned: 1, reviewHours: 24 },
};
const reportCase: schemas.ReportCase = {
  _id: CASE_ID,
  subject: { type: 'task', id: TASK_ID },
  taskId: TASK_ID,
  title: task.taskTitle,
  owner: {
    userId: '01kaqr2b9xw3v5t7y1z4c6m8np',
    userName: 'Bella',
    userEmail: 'bella@example.com',
    userRole: 'buyer',
    isClosed: false,
    isSuspended: false,
  },
  state: 'open',
  openedAt: '2026-11-22T12:00:00.000Z',
  reporters: 1,
  reports: [
    {
      reporterId: WORKER_ID,
      reporterEmail: wilma.userEmail,
      reporterName: wilma.userName,
      reasonCode: 'credentials',
      text: 'It asks for my bank password.',
      at: '2026-11-22T12:00:00.000Z',
      record: { upheld: 2, dismissed: 0, false: 0 },
    },
  ],
};
const form: Form = {
  fields: [
    { kind: 'number', name: 'total', label: 'Total of the receipt', required: true, decimals: 2, min: '0' },
    {
      kind: 'choice',
      name: 'currency',
      label: 'Currency',
      required: true,
      options: [
        { value: 'BDT', label: 'Taka' },
        { value: 'USD', label: 'US dollar' },
      ],
    },
  ],
};
const submission: schemas.Submission = {
  _id: SUBMISSION_ID,
  taskId: TASK_ID,
  taskTitle: task.taskTitle,
  payableAmount: 5,
  workerEmail: wilma.userEmail,
  workerName: wilma.userName,
  buyerName: 'Bella',
  buyerEmail: 'bella@example.com',
  submissionDetails: 'Robin, wren, blackbird …',
  submissionDate: '22-11-2026',
  status: 'pending',
};
const BATCH_ID = '01kaqsb7m4t8x2c6v9n3k5j1hd';
const columns: schemas.Page['columns'] = [
  { name: 'receipt_id', label: 'Receipt ID', kind: 'key' },
  { name: 'image_url', label: 'image_url', kind: 'picture' },
];
const receipt = { receipt_id: 'R-1041', image_url: PICTURE };
const batch: schemas.Batch = {
  _id: BATCH_ID,
  taskTitle: 'Copy the totals of receipts',
  payableAmount: 2,
  form,
  rowsPerPage: 1,
  overlap: { max: 1 },
  file: { rows: 300, columns, sample: [receipt] },
  figures: { pages: 300, places: 300, cost: 600 },
  changedAt: '2026-11-22T12:00:00.000Z',
};
const workPage: schemas.Page = {
  number: 1,
  pages: 300,
  version: 1,
  columns,
  rows: [{ number: 1, values: receipt, text: 'Copy the total of receipt R-1041.' }],
};
const reservation: schemas.Reservation = {
  _id: RESERVATION_ID,
  taskId: TASK_ID,
  taskTitle: task.taskTitle,
  payableAmount: 5,
  expiresAt: '2026-11-22T12:30:00.000Z',
};
const block: schemas.Block = {
  _id: KEY_ID,
  name: 'Rahim Uddin',
  taskTitle: task.taskTitle,
  blockedAt: '2026-11-22T12:00:00.000Z',
};
const appeal: schemas.Appeal = {
  _id: SUBMISSION_ID,
  taskId: TASK_ID,
  taskTitle: task.taskTitle,
  payableAmount: 5,
  workerName: wilma.userName,
  workerEmail: wilma.userEmail,
  buyerName: 'Bella',
  buyerEmail: 'bella@example.com',
  submissionDetails: submission.submissionDetails,
  reason: { code: 'incomplete', text: 'The last three photos have no name.' },
  rejectedAt: '2026-11-22T12:00:00.000Z',
  text: 'The last three photos show the same wren, as I have written below the list.',
  filedAt: '2026-11-22T18:30:00.000Z',
  state: 'open',
  paidBy: 'escrow',
};
const bonus: schemas.Bonus = {
  _id: `${SUBMISSION_ID}:1`,
  coins: 3,
  note: 'Thank you for the photos of the nest.',
  time: '2026-11-23T08:15:00.000Z',
};
const thread: schemas.Thread = {
  _id: `${TASK_ID}:${WORKER_ID}`,
  taskId: TASK_ID,
  taskTitle: task.taskTitle,
  side: 'worker',
  otherName: 'Bella',
  messages: 2,
  unread: 1,
  last: { isOwn: false, text: 'The English names are enough.', time: '2026-11-22T12:20:00.000Z' },
};
const message: schemas.Message = {
  _id: `${thread._id}:2`,
  number: 2,
  isOwn: false,
  text: 'The English names are enough.',
  time: '2026-11-22T12:20:00.000Z',
};
const withdrawal: schemas.Withdrawal = {
  _id: WITHDRAWAL_ID,
  workerId: WORKER_ID,
  workerEmail: wilma.userEmail,
  workerName: wilma.userName,
  withdrawalCoin: MIN_WITHDRAWAL_COINS,
  withdrawalAmount: 10,
  withdrawalDate: '22-11-2026',
  paymentSystem: PAYMENT_SYSTEMS[0],
  status: 'pending',
  accountMask: '678',
  timeline: [{ state: 'requested', at: '2026-11-22T10:25:00.000Z' }],
};
const funding: schemas.WithdrawalFunding = {
  covered: true,
  settles: 40,
  coins: 200,
  buyers: 4,
  largestShare: 0.4,
  granted: 0,
  appealed: 0,
  purchases: [{ price: 35, coins: 200 }],
  total: { requested: 10, paidIn: 7, granted: 0 },
  paidIn: 7,
  loss: 3,
  newBuyers: 0,
  newBuyersShare: 0,
  newWorker: false,
  onlyWorkerBuyers: 0,
  truncated: false,
  reasons: [],
};
const payment: schemas.Payment = {
  _id: INTENT,
  email: 'bella@example.com',
  amount: 10,
  coins: 150,
  card: TEST_CARDS.succeeds.slice(-4),
  time: '2026-11-22T10:15:00.000Z',
  state: 'credited',
  shortfall: 0,
  refunded: 0,
};
const entry: schemas.Entry = {
  _id: `${WORKER_ID}:2`,
  transfer: `settle:${SUBMISSION_ID}`,
  kind: 'settle',
  amount: 5,
  balance: 15,
  time: '2026-11-22T10:20:00.000Z',
  about: { type: 'submission', id: SUBMISSION_ID, title: task.taskTitle },
};
const profile = {
  uid: '01kaqr5w1zyv9xq8m4t2c6e7r5',
  email: wilma.userEmail,
  displayName: wilma.userName,
  photoURL: PICTURE,
  emailVerified: false,
};
const identity: schemas.Identity = {
  ...profile,
  idToken: TOKEN,
  refreshToken: '01kaqr9e2w4y6z1x3c7v9bn5r8.Vt3mYw1kQp8Zr5',
  expiresIn: 3600,
};
const LINK_TOKEN = '01kaqr9e2w4y6z1x3c7v9bn5rd.q1W8fT5uZ0xK7mB3nV6cY9dH2jL4pS1gR8tE5wQ0aXo';
const parkedEvent: schemas.ParkedEvent = {
  id: 'submission:118',
  service: 'submission',
  type: 'task.funded',
  aggregateId: TASK_ID,
  reason: 'The store cannot be reached',
  attempts: 8,
  parkedAt: '2026-11-22T10:30:00.000Z',
  waiting: 1,
  correlationId: '5c1f0e9a7b3d2c48',
};
const integrity: schemas.Integrity = {
  checks: [
    { name: 'ledger-balanced', service: 'wallet', state: 'holds', since: '2026-11-22T10:30:00.000Z' },
    { name: 'escrow-covered', service: 'gateway', state: 'unknown', since: '2026-11-22T11:00:00.000Z' },
  ],
  overdue: [{ service: 'submission', timer: 'auto-approval', since: '2026-11-22T10:58:00.000Z' }],
  parked: [{ service: 'submission', events: 1, waiting: 1 }],
  coins: { users: 940, escrow: 60, places: 60, grants: 500, topUps: 700, appeals: 10, adjustments: -10, payouts: 200 },
  dollars: { paidIn: 49, paidOut: 10, requested: 20, owed: 47 },
  payouts: { due: 1, oldest: '2026-11-20T09:00:00.000Z' },
  appeals: { open: 0 },
};
const notification: schemas.Notification = {
  _id: `submission-created:${TASK_ID}:01kaqr5w1zyv9xq8m4t2c6e7r6`,
  kind: 'submission-created',
  role: 'buyer',
  ids: { taskId: TASK_ID },
  title: task.taskTitle,
  n: 3,
  read: false,
  at: '2026-11-22T10:32:00.000Z',
};
const adjustment: schemas.Adjustment = {
  _id: '01kaqrb1c3d5e7f9g1h3j5k7m9',
  userId: '01kaqr5w1zyv9xq8m4t2c6e7r5',
  userName: 'Wilma',
  userEmail: 'wilma@example.com',
  coins: 1500,
  kind: 'refund',
  reason: 'The task showed a wrong pay for a day.',
  state: 'waiting',
  requestedBy: 'admin@example.com',
  requestedAt: '2026-11-22T10:31:00.000Z',
};
const adminAct: schemas.AdminAct = {
  _id: '01kaqr9e2w4y6z1x3c7v9bn5ra',
  at: '2026-11-22T10:31:00.000Z',
  action: 'withdrawal-approved',
  actor: '01kaqr9e2w4y6z1x3c7v9bn5rb',
  actorEmail: 'admin@example.com',
  subject: { type: 'withdrawal', id: '01kaqr9e2w4y6z1x3c7v9bn5rc', title: 'ann@example.com' },
  detail: '200 coins by bkash',
};
const testimonial: schemas.Testimonial = {
  _id: 'ada',
  userPhoto: PICTURE,
  quote: 'I name birds on the train and pay for my coffee with it.',
  userName: 'Ada',
};
const totals: schemas.Totals = {
  worker: { submissions: 12, pending: 2, approved: 9, earned: 61, reviewed: { approved: 9, decided: 10 } },
};
const mail: schemas.Mail = {
  _id: '01kaqs8n2hd5k7j3f9g1b4p6xw:01kaqr7p3fw9t2x4k6h8j1c5vm',
  kind: 'submission-approved',
  to: 'wilma@example.com',
  state: 'failed',
  attempts: 5,
  error: 'The mail server does not answer.',
  createdAt: '2026-11-22T10:31:00.000Z',
};
const personNote: schemas.PersonNote = {
  _id: '01kaqr8c5vm7p3fw9t2x4k6h8j',
  text: 'Wrote that she shares a phone with her sister.',
  at: '2026-11-22T11:20:00.000Z',
  author: '01kaqr0d5vm7p3fw9t2x4k6h8j',
  authorEmail: 'ann@piecework.example',
};
const named = {
  userId: WORKER_ID,
  userName: 'Wilma',
  userEmail: wilma.userEmail,
  userRole: 'worker',
  closed: false,
} as const;
const person: schemas.Person = {
  _id: WORKER_ID,
  userName: 'Wilma',
  userEmail: wilma.userEmail,
  userPhotoURL: PICTURE,
  userRole: 'worker',
  emailConfirmed: true,
  closed: false,
  since: '2026-11-20T08:00:00.000Z',
  notes: 1,
  coins: 34,
  causes: [
    { kind: 'grant', coins: 10 },
    { kind: 'settle', coins: 24 },
  ],
};
const linkedPerson: schemas.LinkedPerson = {
  ...named,
  userId: '01kaqr7q5vm7p3fw9t2x4k6h8j',
  userName: 'Willa',
  userEmail: 'willa@people.example',
  reasons: [{ code: 'account-number', count: 2 }],
};
const found: schemas.Found = { people: [named], tasks: [], submissions: [], withdrawals: [], payments: [] };
const config: schemas.PublicConfig = {
  identity: 'embedded',
  payments: 'simulated',
  coinCredit: 'automatic',
  packages: [...COIN_PACKAGES],
  supportEmail: 'help@piecework.example',
  termsVersion: '2026-11-30',
  mail: true,
  verifyEmail: true,
};

const texts = { taskTitle: task.taskTitle, taskDetail: task.taskDetail, submissionInfo: task.submissionInfo };
const password = 'Birds4ever!';
const RECOVERY_CODE = '7kq2-m4x9-tb3r-w8vd';
const modified = { 200: { modifiedCount: 1 } };
const deleted = { 200: { deletedCount: 1 } };

/** Shown in `/openapi.json`; only the gateway imports this file, so that no browser downloads it. */
export const EXAMPLES: { readonly [I in OperationId]: Example<I> } = {
  jwt: { body: { email: wilma.userEmail }, answers: { 200: { token: TOKEN } } },
  createUser: {
    body: { userName: 'Wilma', userPhotoURL: PICTURE, userRole: 'worker', termsVersion: '2026-11-30' },
    answers: { 201: { insertedId: WORKER_ID }, 200: { message: 'You are already registered.' } },
  },
  acceptTerms: { body: { termsVersion: '2026-11-30' }, answers: modified },
  requestClosing: { body: { userEmail: wilma.userEmail, coins: 65 }, answers: modified },
  keepAccount: { answers: { 200: { deletedCount: 1 } } },
  getUser: { query: { email: wilma.userEmail }, answers: { 200: wilma } },
  listUsers: { query: { role: 'worker', sort: 'coins', limit: 20 }, answers: { 200: [wilma] } },
  changeUser: { params: { id: WORKER_ID }, body: { userRole: 'buyer' }, answers: modified },
  deleteUser: { params: { id: WORKER_ID }, answers: deleted },
  suspendUser: {
    params: { id: WORKER_ID },
    body: {
      reasonCode: suspension.reasonCode as 'poor-work',
      text: suspension.text,
      until: '2026-12-29T12:00:00.000Z',
    },
    answers: { 201: { insertedId: SUSPENSION_ID } },
  },
  liftSuspension: { params: { id: WORKER_ID }, answers: deleted },
  listSuspensions: { query: { appeal: 'open', sort: 'oldest' }, answers: { 200: [suspension] } },
  appealSuspension: {
    body: { text: 'I typed each of these answers myself.' },
    answers: { 201: { insertedId: SUSPENSION_ID } },
  },
  decideSuspension: {
    params: { id: SUSPENSION_ID },
    body: { outcome: 'lifted', note: 'You’re right: the answers differ in the details.' },
    answers: modified,
  },
  reportThing: {
    body: { about: 'task', id: TASK_ID, reasonCode: 'credentials', text: 'It asks for my bank password.' },
    answers: { 201: { insertedId: REPORT_ID } },
  },
  listReports: { query: { state: 'open', limit: 20 }, answers: { 200: [reportCase] } },
  decideReports: {
    params: { id: reportCase._id },
    body: { outcome: 'close-task', reasonCode: 'credentials' },
    answers: modified,
  },
  changeProfile: { body: { userName: 'Wilma W.', userPhotoURL: PICTURE }, answers: modified },
  listWaitingGrants: { query: { limit: 20 }, answers: { 200: [waitingGrant] } },
  releaseGrants: { body: { userIds: [WORKER_ID] }, answers: { 200: { released: 1 } } },
  listPersonNotes: { params: { id: WORKER_ID }, query: { limit: 20 }, answers: { 200: [personNote] } },
  addPersonNote: {
    params: { id: WORKER_ID },
    body: { text: personNote.text },
    answers: { 201: { insertedId: personNote._id } },
  },
  createApiKey: { body: { name: 'Nightly upload' }, answers: { 201: { insertedId: KEY_ID, key: API_KEY } } },
  listApiKeys: { answers: { 200: [apiKey] } },
  deleteApiKey: { params: { id: KEY_ID }, answers: deleted },
  listSessions: {
    answers: { 200: [{ _id: KEY_ID, browser: 'Firefox', system: 'Linux', seenOn: '2026-11-22', isCurrent: true }] },
  },
  endOtherSessions: { answers: deleted },
  endSession: { params: { id: KEY_ID }, answers: deleted },
  readFactors: { answers: { 200: { totp: true, passkeys: [passkey], recoveryCodes: 9 } } },
  challengeFactor: {
    answers: {
      200: {
        totp: true,
        passkey: {
          challenge: 'Zk0yQ1pXU2lqRk9kTFhRb2pWbnpUZw',
          rpId: 'piecework.example',
          allowCredentials: [{ id: passkey._id, type: 'public-key', transports: ['internal'] }],
          timeout: 60_000,
          userVerification: 'preferred',
        },
      },
    },
  },
  startPasskey: {
    answers: {
      200: {
        options: {
          challenge: 'Zk0yQ1pXU2lqRk9kTFhRb2pWbnpUZw',
          rp: { name: 'Piecework', id: 'piecework.example' },
          user: { id: 'MDFrYXFz', name: wilma.userEmail, displayName: wilma.userName },
          pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
        },
      },
    },
  },
  addPasskey: {
    body: {
      name: passkey.name,
      passkey: {
        id: passkey._id,
        clientDataJSON: 'eyJ0eXBlIjoi',
        attestationObject: 'o2NmbXRk',
        transports: ['internal'],
      },
    },
    answers: { 201: { token: TOKEN, recoveryCodes: [RECOVERY_CODE] } },
  },
  startTotp: {
    answers: {
      201: {
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Piecework:wilma%40example.com?issuer=Piecework&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      },
    },
  },
  confirmTotp: { body: { factorCode: '492039' }, answers: { 200: { token: TOKEN, recoveryCodes: [RECOVERY_CODE] } } },
  makeRecoveryCodes: { answers: { 201: { recoveryCodes: [RECOVERY_CODE] } } },
  deleteFactor: { params: { id: 'totp' }, answers: deleted },
  listTestimonials: { answers: { 200: [testimonial] } },
  signUp: {
    body: { email: wilma.userEmail, password, displayName: 'Wilma', photoURL: PICTURE },
    answers: { 201: identity },
  },
  signIn: { body: { email: wilma.userEmail, password }, answers: { 200: identity } },
  refreshIdentity: { body: { refreshToken: identity.refreshToken }, answers: { 200: identity } },
  signOut: { body: { refreshToken: identity.refreshToken }, answers: {} },
  changePassword: { body: { old: password, new: 'Wrens4ever!' }, answers: { 200: identity } },
  requestPasswordReset: { body: { email: wilma.userEmail }, answers: {} },
  resetPassword: { body: { token: LINK_TOKEN, password: 'Wrens4ever!' }, answers: {} },
  requestEmailConfirmation: { answers: {} },
  confirmEmail: { body: { token: LINK_TOKEN }, answers: {} },
  identityMe: { answers: { 200: profile } },
  googlePage: { query: { origin: 'https://piecework.example' }, answers: {} },
  googleDecide: { raw: { origin: 'https://piecework.example', decision: 'cancel' }, answers: {} },

  listTasks: { query: { open: 'true', sort: 'pay', limit: 20, offset: 0 }, answers: { 200: [task] } },
  getTask: { params: { id: TASK_ID }, answers: { 200: task } },
  getForm: { params: { id: TASK_ID }, query: { version: 1 }, answers: { 200: form } },
  createTask: {
    body: {
      ...texts,
      requiredWorkers: 3,
      payableAmount: 5,
      completionDate: task.completionDate,
      taskImageURL: PICTURE,
    },
    answers: { 201: { insertedId: TASK_ID } },
  },
  changeTask: { params: { id: TASK_ID }, body: { taskTitle: 'Name the birds in ten pictures' }, answers: modified },
  pauseTask: { params: { id: TASK_ID }, body: { reason: 'It asks for passwords.' }, answers: modified },
  resumeTask: { params: { id: TASK_ID }, answers: deleted },
  endTask: { params: { id: TASK_ID }, answers: modified },
  decideReview: {
    params: { id: TASK_ID },
    body: { outcome: 'rejected', version: 1, reason: 'It asks for passwords.' },
    answers: modified,
  },
  addPlaces: { params: { id: TASK_ID }, body: { places: 5 }, answers: modified },
  raisePay: { params: { id: TASK_ID }, body: { payableAmount: 6 }, answers: modified },
  deleteTask: { params: { id: TASK_ID }, query: { reason: 'It asks for passwords.' }, answers: deleted },

  listSubmissions: { query: { status: 'pending', start: 0 }, answers: { 200: [submission] } },
  createBatch: {
    body: {
      taskTitle: batch.taskTitle ?? '',
      taskDetail: 'Copy the total of receipt {{receipt_id}}.',
      submissionInfo: 'The total with tax.',
      taskImageURL: PICTURE,
      completionDate: '2099-12-31',
      payableAmount: 2,
      form,
      rowsPerPage: 1,
      overlap: { max: 1 },
    },
    answers: { 201: { insertedId: BATCH_ID } },
  },
  listBatches: { answers: { 200: [batch] } },
  getBatch: { params: { id: BATCH_ID }, answers: { 200: batch } },
  changeBatch: {
    params: { id: BATCH_ID },
    body: { payableAmount: 2, columns: [{ name: 'receipt_id', kind: 'key' }] },
    answers: { 200: { modifiedCount: 1 } },
  },
  deleteBatch: { params: { id: BATCH_ID }, answers: { 200: { deletedCount: 1 } } },
  uploadRows: {
    params: { id: BATCH_ID },
    raw: `Receipt ID,image_url\nR-1041,${PICTURE}\n`,
    answers: { 200: { rows: 300, columns } },
  },
  previewBatch: {
    params: { id: BATCH_ID },
    query: { page: 1 },
    answers: { 200: { page: workPage, places: 300, cost: 600 } },
  },
  stageRows: {
    params: { id: TASK_ID },
    raw: `Receipt ID,image_url\nR-1342,${PICTURE}\n`,
    answers: { 200: { upload: BATCH_ID, rows: 100, pages: 100, places: 100, cost: 200 } },
  },
  addRows: { params: { id: TASK_ID }, body: { upload: BATCH_ID }, answers: modified },
  publishBatch: { params: { id: BATCH_ID }, answers: { 201: { insertedId: TASK_ID } } },
  getPage: { params: { id: TASK_ID, page: 1 }, query: { version: 1 }, answers: { 200: workPage } },
  correctTexts: {
    params: { id: TASK_ID },
    body: { taskDetail: 'Copy the total of receipt {{receipt_id}}, with tax.', form },
    answers: { 200: { modifiedCount: 1, version: 2 } },
  },
  endPilot: { params: { id: TASK_ID }, answers: modified },
  listRows: {
    params: { id: TASK_ID },
    query: { limit: 50 },
    answers: {
      200: [
        {
          number: 1,
          page: 1,
          values: receipt,
          state: 'answered',
          consensus: { total: { value: '41.50', share: 1 }, currency: { value: 'BDT', share: 1 } },
          answers: [
            {
              submissionId: SUBMISSION_ID,
              workerName: 'Wilma',
              status: 'pending',
              submittedAt: '2026-11-22T12:00:00.000Z',
              version: 1,
              answer: { total: '41.50', currency: 'BDT' },
            },
          ],
        },
      ],
    },
  },
  getProgress: {
    params: { id: TASK_ID },
    answers: { 200: { rows: { disputed: 12, open: 80, answered: 0, agreed: 208 } } },
  },
  listBatchWorkers: {
    params: { id: TASK_ID },
    query: { limit: 50 },
    answers: {
      200: [
        {
          workerId: wilma._id,
          workerName: wilma.userName,
          answers: 12,
          approved: 8,
          rejected: 1,
          accuracy: { right: 5, met: 6 },
          medianSeconds: 41.5,
          fast: 0,
        },
      ],
    },
  },
  exportRows: { params: { id: TASK_ID }, answers: {} },
  exportRowsJsonl: { params: { id: TASK_ID }, answers: {} },
  exportAnswers: { params: { id: TASK_ID }, answers: {} },
  exportAnswersJsonl: { params: { id: TASK_ID }, answers: {} },
  startDecisions: {
    params: { id: TASK_ID },
    body: {
      decision: 'reject',
      rule: { workers: [WORKER_ID] },
      reasonCode: 'wrong',
      reasonText: 'The totals are without tax.',
    },
    answers: { 201: { insertedId: RUN_ID }, 200: decisionEstimate },
  },
  decideByFile: {
    params: { id: TASK_ID },
    query: {},
    raw: `submission,decision,reason,reason text\n${SUBMISSION_ID},reject,wrong,The totals are without tax.\n`,
    answers: { 201: { insertedId: RUN_ID }, 200: decisionEstimate },
  },
  listDecisions: { params: { id: TASK_ID }, query: { limit: 10 }, answers: { 200: [decisionRun] } },
  getDecisions: { params: { id: TASK_ID, run: RUN_ID }, answers: { 200: decisionRun } },
  exportSubmissions: { params: { id: TASK_ID }, answers: {} },
  exportSubmissionsXlsx: { params: { id: TASK_ID }, answers: {} },
  workDays: {
    query: { days: '90' },
    answers: { 200: [{ day: '2026-11-22', decided: 12, approved: 11, seconds: 480, coins: 33 }] },
  },
  listAccuracies: {
    query: { limit: 20 },
    answers: { 200: [{ taskId: TASK_ID, taskTitle: task.taskTitle, right: 7, met: 8 }] },
  },
  countSubmissions: { answers: { 200: { count: 12 } } },
  createSubmission: {
    body: { taskId: TASK_ID, submissionDetails: submission.submissionDetails },
    answers: {
      201: { insertedId: SUBMISSION_ID },
      200: { message: 'All places in this task are taken. Please choose another one.' },
    },
  },
  decideSubmission: {
    params: { id: SUBMISSION_ID },
    body: { status: 'reject', reasonCode: 'incomplete', reasonText: 'The last three photos have no name.' },
    answers: modified,
  },
  decideSubmissions: {
    body: { decisions: [{ id: SUBMISSION_ID, status: 'approved' }] },
    answers: { 200: { results: [{ id: SUBMISSION_ID, modifiedCount: 1 }] } },
  },
  reservePlace: {
    query: {},
    params: { id: TASK_ID },
    answers: {
      201: { insertedId: reservation._id, expiresAt: reservation.expiresAt },
      200: { message: 'All places in this task are taken. Please choose another one.' },
    },
  },
  returnPlace: { params: { id: TASK_ID }, answers: deleted },
  releasePlaces: { params: { id: TASK_ID }, answers: { 200: { deletedCount: 2 } } },
  listReservations: { query: {}, answers: { 200: [reservation] } },
  createBlock: { body: { submissionId: SUBMISSION_ID }, answers: { 201: { insertedId: block._id } } },
  listBlocks: { query: { limit: 20 }, answers: { 200: [block] } },
  deleteBlock: { params: { id: block._id }, answers: deleted },
  requestRevision: {
    params: { id: SUBMISSION_ID },
    body: { note: 'Please add the names of the last three birds.' },
    answers: modified,
  },
  resubmit: {
    params: { id: SUBMISSION_ID },
    body: { submissionDetails: 'Robin, wren, blackbird, wren, wren …' },
    answers: modified,
  },
  fileAppeal: {
    params: { id: SUBMISSION_ID },
    body: { text: appeal.text },
    answers: { 201: { insertedId: SUBMISSION_ID } },
  },
  listAppeals: { query: { state: 'open', sort: 'oldest' }, answers: { 200: [appeal] } },
  decideAppeal: {
    params: { id: SUBMISSION_ID },
    body: { outcome: 'upheld', note: 'All ten photos are named.' },
    answers: { 200: { modifiedCount: 1, paidBy: 'escrow' } },
  },

  previewReversal: { params: { id: SUBMISSION_ID }, answers: { 200: { coins: 5, paidBy: 'balance' } } },
  reverseRejection: {
    params: { id: SUBMISSION_ID },
    body: {},
    answers: { 200: { modifiedCount: 1, paidBy: 'balance' } },
  },
  listThreads: { query: { unread: '1', limit: 20 }, answers: { 200: [thread] } },
  getThread: { params: { id: thread._id }, answers: { 200: { ...thread, openUntil: '2026-12-22T12:20:00.000Z' } } },
  listMessages: { params: { id: thread._id }, query: { limit: 30 }, answers: { 200: [message] } },
  sendMessage: {
    params: { id: thread._id },
    body: { text: 'Do you need the Latin names too?' },
    answers: { 201: { insertedId: `${thread._id}:1` } },
  },
  readThread: { params: { id: thread._id }, body: { read: 2 }, answers: modified },

  giveBonus: {
    params: { id: SUBMISSION_ID },
    body: { coins: bonus.coins, note: bonus.note },
    answers: { 201: { insertedId: bonus._id } },
  },
  listBonuses: { params: { id: SUBMISSION_ID }, answers: { 200: [bonus] } },
  listWithdrawals: {
    query: { status: 'pending', sort: 'oldest' },
    answers: { 200: [{ ...withdrawal, unearnedCoin: 0, funding }] },
  },
  createWithdrawal: {
    body: { withdrawalCoin: MIN_WITHDRAWAL_COINS, paymentSystem: PAYMENT_SYSTEMS[0], accountNumber: ACCOUNT_NUMBER },
    answers: { 201: { insertedId: WITHDRAWAL_ID } },
  },
  decideWithdrawal: {
    params: { id: WITHDRAWAL_ID },
    body: { status: 'approved' },
    answers: { 200: { modifiedCount: 1, status: 'approved' } },
  },
  listSignals: {
    query: { limit: 20 },
    answers: { 200: [{ ...withdrawal, unearnedCoin: 0, funding, signals: ['below-price'] }] },
  },
  holdWithdrawal: {
    params: { id: WITHDRAWAL_ID },
    body: { reasonCode: 'one-buyer', note: 'Both accounts are a day old: ask for an example of the work.' },
    answers: modified,
  },
  releaseWithdrawal: { params: { id: WITHDRAWAL_ID }, answers: modified },
  exportDuePayouts: { answers: {} },
  exportDuePayoutsXlsx: { answers: {} },
  cancelWithdrawal: { params: { id: WITHDRAWAL_ID }, answers: modified },
  correctAccount: { params: { id: WITHDRAWAL_ID }, body: { accountNumber: ACCOUNT_NUMBER }, answers: modified },
  revealAccount: { params: { id: WITHDRAWAL_ID }, answers: { 200: { accountNumber: ACCOUNT_NUMBER } } },
  decidePayout: {
    params: { id: WITHDRAWAL_ID },
    body: { outcome: 'paid', reference: 'TRX 8N7A6B5C', accountMask: ACCOUNT_NUMBER.slice(-3) },
    answers: modified,
  },
  listPayoutRates: {
    answers: {
      200: [{ paymentSystem: 'bkash', currency: 'BDT', perDollar: '122.5', setAt: '2026-11-22T12:00:00.000Z' }],
    },
  },
  setPayoutRate: { params: { system: 'bkash' }, body: { perDollar: '122.50' }, answers: modified },
  createPaymentIntent: { body: { price: 10 }, answers: { 200: { clientSecret: CLIENT_SECRET } } },
  storePayment: { body: { amount: 10 }, answers: { 201: { insertedId: INTENT } } },
  confirmSimulatedPayment: {
    body: {
      clientSecret: CLIENT_SECRET,
      cardNumber: formatCardNumber(TEST_CARDS.succeeds),
      expiry: '12/40',
      cvc: '123',
    },
    answers: { 200: { status: 'succeeded', intent: INTENT } },
  },
  stripeWebhook: {
    raw: { id: 'evt_1', type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } },
    answers: { 200: { received: true } },
  },
  listPayments: { query: { state: 'credited', limit: 20 }, answers: { 200: [payment] } },
  creditPayment: { params: { intent: INTENT }, body: {}, answers: modified },
  requestAdjustment: {
    params: { id: adjustment.userId },
    body: { coins: 50, kind: 'refund', reason: adjustment.reason },
    answers: { 201: { insertedId: adjustment._id, state: 'posted' } },
  },
  listAdjustments: { query: { state: 'waiting', limit: 20 }, answers: { 200: [adjustment] } },
  decideAdjustment: { params: { id: adjustment._id }, body: { status: 'approved' }, answers: modified },
  statement: { query: { limit: 20 }, answers: { 200: [entry] } },
  earnings: { query: { days: '30' }, answers: { 200: [{ day: '2026-11-22', earned: 5, withdrawn: 0 }] } },
  earningMonths: {
    query: { year: 2026 },
    answers: { 200: [{ month: '2026-11', earned: 480, withdrawn: 250, withdrawnAmount: 12.5 }] },
  },
  exportEarnings: { query: { year: 2026 }, answers: {} },
  exportEarningsXlsx: { query: { year: 2026 }, answers: {} },
  dollarFlow: {
    query: { days: '90' },
    answers: { 200: [{ day: '2026-11-22', dollarsIn: 35, dollarsOut: 10.05, dollarsOwed: 52.95 }] },
  },
  exportStatement: { query: { kind: 'settle' }, answers: {} },
  exportStatementXlsx: { query: { kind: 'settle' }, answers: {} },

  uploadImage: {
    raw: { image: '(the bytes of birds.webp)' },
    answers: { 201: { success: true, data: { display_url: PICTURE, width: 1280, height: 853 } } },
  },
  checkPictures: {
    body: { urls: ['https://pictures.example/birds.png'] },
    answers: { 200: { unreachable: ['https://pictures.example/birds.png'] } },
  },
  getImage: { params: { name: '01kaqr1c5vm7p3fw9t2x4k6h8j.webp' }, query: { w: '320' }, answers: {} },

  listNotifications: { query: { unread: '1', limit: 10 }, answers: { 200: [notification] } },
  readNotifications: { body: { until: notification._id }, answers: { 200: { modifiedCount: 2 } } },
  readNotification: { params: { id: notification._id }, body: { read: true }, answers: modified },
  notificationSettings: {
    answers: {
      200: { email: { 'submission-approved': true, 'submission-rejected': false }, emailBlocked: 'unconfirmed' },
    },
  },
  changeNotificationSettings: { body: { email: { 'submission-approved': true } }, answers: modified },
  listMail: { query: { state: 'failed', limit: 20 }, answers: { 200: [mail] } },

  totals: { answers: { 200: totals } },
  live: { answers: {} },
  getClosing: {
    answers: {
      200: {
        closesAt: '2026-11-23T10:00:00.000Z',
        agreedCoins: 65,
        coins: 65,
        withdrawableCoins: 0,
        openTasks: 0,
        due: {
          pendingSubmissions: 1,
          openAppeals: 0,
          heldPlaces: 0,
          undecidedSubmissions: 0,
          placesOfWorkers: 0,
          pendingWithdrawals: 0,
          duePayouts: 1,
        },
      },
    },
  },
  downloadOwnData: { answers: {} },
  listParked: { answers: { 200: [parkedEvent] } },
  retryParked: { params: { id: parkedEvent.id }, answers: modified },
  readIntegrity: { answers: { 200: integrity } },
  listAdminTrail: { query: { q: 'ann@', limit: 10, offset: 0 }, answers: { 200: [adminAct] } },
  readPerson: { params: { id: WORKER_ID }, answers: { 200: person } },
  listLinkedPeople: { params: { id: WORKER_ID }, answers: { 200: [linkedPerson] } },
  search: { query: { q: wilma.userEmail }, answers: { 200: found } },
  getLegalText: {
    params: { document: 'terms' },
    query: { language: 'en' },
    answers: {
      200: {
        document: 'terms',
        language: 'en',
        version: '2026-11-30',
        title: 'Terms',
        blocks: [
          { kind: 'heading', text: 'Coins' },
          { kind: 'text', text: 'A coin is worth five cents when it is withdrawn.' },
        ],
      },
    },
  },
  config: { answers: { 200: config } },
};
