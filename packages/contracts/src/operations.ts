import { z } from 'zod';
import * as c from './constants';
import * as rules from './field-rules';
import type { CommonProblem } from './problem';
import * as s from './schemas';
import type { ProblemCode, SERVICE_PROBLEMS } from './service-problems';

/**
 * The REST contract: one entry per call. The gateway routes and guards by it, services validate by it, and `/openapi.json` and
 * the browser's types are generated from it.
 */
export interface OperationSpec {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` for parameters. */
  path: string;
  /** The service that handles the call; `gateway` composes the response itself. */
  service: c.ServiceName | 'gateway';
  summary: string;
  /**
   * `none`: tokens are ignored. `optional`: an invalid token is ignored. `identity`: an identity token. `any`: either kind.
   * `access`: an access token of a registered, open account. `access-or-new`: an access token, also without a user record.
   */
  auth: 'none' | 'optional' | 'identity' | 'any' | 'access' | 'access-or-new';
  /** Other roles get 403. Absent: the service decides (owner, absorbed …). */
  roles?: readonly c.Role[];
  /** An API key of a buyer opens it too; other operations that read a token answer 403 to one (docs/adr/0064). */
  keys?: true;
  /** A suspended account may call it too; reads need no mark (`suspended-access.ts`). */
  whileSuspended?: true;
  /** The gateway refuses `attachments` of the body that the caller has not uploaded (docs/adr/0045). */
  ownPictures?: true;
  /** The gateway has the submission service keep the `form` of the body before it forwards the call (docs/adr/0092). */
  keepsForm?: true;
  /** Of an account with a second factor it needs one that was given minutes ago; otherwise 409 `factor-required`. */
  freshFactor?: true;
  /** Open to an admin who has to set up a second factor first (`ADMIN_SECOND_FACTOR`). */
  beforeFactor?: true;
  /** The service learns of which session the access token is. */
  withSession?: true;
  /** The gateway tells the service email and name of the person whose `id` is in the path. */
  namesPerson?: true;
  /** Accepts an `Idempotency-Key`. */
  idempotent?: true;
  /** `sign-in` counts per address, `standard` per account and address. */
  limit: 'sign-in' | 'standard';
  /** Every browser that shows the thing refetches it: counted per account and minute, too. */
  isEdit?: true;
  /** A file of any length: an account has few of them at once. */
  isDownload?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** A body that is not JSON: streamed to the service, up to this many bytes. */
  rawBody?: {
    contentType: string;
    maxBytes: number;
    /** For the OpenAPI document only: the handler validates the stream. */
    schema: z.ZodType;
  };
  /**
   * Codes that the handler itself may return; any other does not compile. `problemsOf` adds the codes that the other fields of the entry imply
   * (tokens, roles, limits, validation …).
   */
  problems?: readonly ProblemCode[];
  /** Success status → body schema. `null`: not JSON. */
  responses: { readonly [status: number]: z.ZodType | null };
  /** Content type of a 200 that is not JSON. */
  contentType?:
    | 'text/event-stream'
    | 'text/html'
    | 'text/csv'
    | 'application/jsonl'
    | typeof c.XLSX_TYPE
    | 'image/webp'
    | 'application/zip';
  /** Headers of a success, in addition to the common ones. With `ETag` the call accepts `If-None-Match` and may return 304. */
  headers?: readonly ('X-Total-Count' | 'X-Unread-Count' | 'Link' | 'ETag')[];
}

type Own<S extends OperationSpec['service']> = CommonProblem | keyof (typeof SERVICE_PROBLEMS)[S];
type Route = `${OperationSpec['method']} ${string}`;
/** The strict values, so that an operation that forgets one is closed; most operations with a body change one record. */
const DEFAULTS = { auth: 'access', limit: 'standard', responses: { 200: s.modified } } as const;

type Rest<S extends OperationSpec['service']> = Partial<Pick<OperationSpec, keyof typeof DEFAULTS>> &
  Omit<OperationSpec, 'method' | 'path' | 'service' | keyof typeof DEFAULTS> & { problems?: readonly Own<S>[] };
type Routed<R extends Route> = R extends `${infer M extends OperationSpec['method']} ${infer P}`
  ? { method: M; path: P }
  : never;

/** `service('GET /path', …)`: an operation of the service. */
const operationsOf =
  <const S extends OperationSpec['service']>(service: S) =>
  <const R extends Route, const O extends Rest<S>>(
    route: R,
    rest: O,
  ): Omit<typeof DEFAULTS, keyof O> & O & { service: S } & Routed<R> => {
    const [method, path] = route.split(' ');
    return { ...DEFAULTS, ...rest, service, ...({ method, path } as Routed<R>) };
  };
const user = operationsOf('user');
const task = operationsOf('task');
const submission = operationsOf('submission');
const wallet = operationsOf('wallet');
const notification = operationsOf('notification');
const media = operationsOf('media');
const gateway = operationsOf('gateway');

/** `X-Total-Count` counts all rows; `Link` points to the rest of a truncated list. */
const list = <T extends z.ZodType>(item: T) =>
  ({ responses: { 200: z.array(item) }, headers: ['X-Total-Count', 'Link'] }) as const;
const byId = z.object({ id: s.id() });

const taskFields = {
  taskTitle: s.title(rules.taskRules.taskTitle),
  taskDetail: s.text(rules.taskRules.taskDetail),
  submissionInfo: s.text(rules.taskRules.submissionInfo),
};
/** What a worker submits: a text, or answers to the form of the task. */
const work = {
  submissionDetails: s
    .text(rules.submissionDetailsRule)
    .optional()
    .meta({ 'x-also': 'Required without `answers`', description: 'To a task with a form: ignored beside `answers`.' }),
  answers: s.answers.optional(),
  attachments: s.attachments.optional(),
};
/** Checked beside faults of other fields, but not of a body that is no object. */
const hasWork = [
  ({ submissionDetails, answers }: { submissionDetails?: string | undefined; answers?: unknown }) =>
    submissionDetails !== undefined || answers !== undefined,
  {
    path: ['submissionDetails'] as string[],
    message: rules.submissionDetailsRule.required,
    when: ({ issues }: { issues: readonly { path?: readonly PropertyKey[] }[] }) =>
      issues.every(({ path = [] }) => path.length > 0),
  },
] as const;
/** A page of a batch. */
const pageNumber = s.wholeNumber(rules.pageRule);
const textVersion = s.wholeNumber(rules.wholeNumberRule('Version', 1, c.MAX_TEXT_VERSIONS));
/** Of a draft: `null` takes the value away. */
const draft = {
  ...taskFields,
  taskImageURL: s.imageUrl(rules.taskRules.taskImageURL.label),
  completionDate: s.day(rules.COMPLETION_DATE),
  payableAmount: s.wholeNumber(rules.taskRules.payableAmount).describe('Coins for the answer to one page.'),
  autoApproveHours: s.wholeNumber(rules.taskRules.autoApproveHours),
  reserveMinutes: s.wholeNumber(rules.batchRules.reserveMinutes),
  minApprovalRate: s.wholeNumber(rules.taskRules.minApprovalRate),
  closeAtCompletion: z.boolean({ error: 'Close at completion must be true or false' }),
  form: s.form,
  rowsPerPage: s.wholeNumber(rules.batchRules.rowsPerPage).describe('Absent: 1.'),
  overlap: s.overlap.describe(
    'Answers of different workers to each page. Absent: 1. With `min`, a page is complete as soon as at least so many answers agree, and the coins of the others come back.',
  ),
  agreement: s.agreement.describe(
    'The share of the answers to a page that must have the same value in each choice, number and date. Absent: 1.',
  ),
  approveOnAgreement: z
    .boolean({ error: 'Approve on agreement must be true or false' })
    .describe('Approves the answers that agree as soon as their page is complete. Absent: false.'),
  maxPagesPerWorker: s.wholeNumber(rules.batchRules.maxPagesPerWorker).describe('Absent: as many as there are.'),
  pilotPages: s
    .wholeNumber(rules.batchRules.pilotPages)
    .describe('Pages that are offered first, fewer than there are; the others wait for the owner. Absent: no pilot.'),
  checksPerPage: s
    .wholeNumber(rules.batchRules.checksPerPage)
    .describe('Rows with expected values among the rows of each page. Absent: 1, without such rows 0.'),
  checksBefore: s
    .wholeNumber(rules.batchRules.checksBefore)
    .describe(`Checks after which a worker below \`minAccuracy\` gets no more pages. Absent: ${c.CHECKS_BEFORE}.`),
  minAccuracy: s.minAccuracy.describe(`The share of checks that a worker needs right. Absent: ${c.MIN_ACCURACY}.`),
  minSeconds: s
    .wholeNumber(rules.batchRules.minSeconds)
    .describe('Answers to a page in less time are marked for the buyer. Absent: none.'),
};
const draftBody = z.object(
  Object.fromEntries(
    Object.entries(draft).map(([name, schema]) => [name, (schema as z.ZodType).nullish()]),
  ) as unknown as {
    [K in keyof typeof draft]: z.ZodOptional<z.ZodNullable<(typeof draft)[K]>>;
  },
);
const credentials = { email: s.email, password: s.password };
const flag = z.enum(['1', 'true', '0', 'false']).transform((value) => value === '1' || value === 'true');

/** The calls that sign someone in. */
const signedOut = { auth: 'none', limit: 'sign-in' } as const;

/** For calls that change or close an account. */
const ACCOUNT_CHANGE_PROBLEMS = [
  'unauthenticated',
  'forbidden',
  'not-found',
  'own-role',
  'own-account',
  'role-change-underway',
] as const;

/** Narrows a list to one person, for admins; other roles get their own rows, whatever they give. */
const ofPerson = (label: string, description: string) =>
  s
    .id(label)
    .optional()
    .meta({ 'x-roles': ['admin'], description });

/** Each as CSV and as XLSX (docs/adr/0063-downloads-and-import.md). */
const sheet = { isDownload: true, responses: { 200: null }, headers: ['X-Total-Count'] } as const;
/** Of a batch: rows, or answers to rows. */
const UPLOAD = 'Upload must be the id of uploaded rows';
const uploadId = z.string({ error: UPLOAD }).min(1, UPLOAD).max(100, UPLOAD);
const csvBody = (also: string) => ({
  contentType: 'text/csv',
  maxBytes: c.ROWS_MEGABYTES * 1024 * 1024,
  schema: z.string().meta({ description: 'Separated by commas, semicolons or tabs; UTF-8 or UTF-16.', 'x-also': also }),
});
const batchExport = { ...sheet, params: byId, keys: true, problems: ['not-found'] } as const;
const ROWS_SUMMARY =
  "The rows of the caller's batch, or of any batch (admin), with their answers, in the order of the file";
const ANSWERS_SUMMARY =
  "One line per row and answer of the caller's batch, or of any batch (admin), newest submission first";
const submissionExport = {
  ...sheet,
  summary: "The work of the caller's task, or of any task (admin), also of a closed or deleted one, newest first",
  params: byId,
  problems: ['not-found'],
} as const;
const payoutExport = {
  ...sheet,
  summary: 'The due payouts with their account numbers, oldest first',
  roles: ['admin'],
  freshFactor: true,
  problems: ['forbidden'],
} as const;
const earningsExport = {
  ...sheet,
  summary: "The caller's earnings of a year, by month",
  query: z.object({ year: s.year }),
} as const;
const statementExport = {
  ...sheet,
  summary: "The caller's ledger entries, newest first",
  query: z.object({ kind: z.enum(s.TRANSFER_KINDS).optional() }),
} as const;

export const OPERATIONS = {
  // Identity and users
  jwt: user('POST /jwt', {
    summary: 'Exchange an identity token for an access token that is valid for one hour',
    auth: 'identity',
    limit: 'sign-in',
    body: z.object({
      email: s.email,
      factorCode: s.factorCode
        .optional()
        .meta({
          'x-also':
            'This or `passkey`: required of an account with a second factor, once per session and before acts that need a fresh one',
        }),
      passkey: s.passkeyAnswer.optional(),
    }),
    problems: [
      ...(['unauthenticated', 'token-expired', 'invalid-credential', 'account-closed', 'email-not-verified'] as const),
      ...(['factor-required', 'wrong-factor', 'wrong-passkey', 'too-many-requests'] as const),
    ],
    responses: { 200: z.object({ token: z.string() }).meta({ id: 'Token' }) },
  }),
  createUser: user('POST /users', {
    summary: 'Register the signed-in identity as worker or buyer',
    auth: 'any',
    body: z.object({
      userName: s.userName
        .optional()
        .meta({ 'x-also': 'Required when the identity has no name', description: "Absent: the identity's." }),
      userPhotoURL: s.optionalImageUrl(rules.PROFILE_PICTURE),
      userRole: s.signUpRole.optional(),
      termsVersion: s.termsVersion.optional().meta({ description: 'The terms that the person accepts.' }),
    }),
    problems: ['unauthenticated', 'token-expired', 'account-closed', 'email-not-verified', 'too-many-requests'],
    responses: { 201: s.inserted, 200: s.message },
  }),
  acceptTerms: user('POST /terms', {
    summary: 'Accept the terms and the privacy notice of a day',
    whileSuspended: true,
    body: z.object({ termsVersion: s.termsVersion }),
  }),
  requestClosing: user('POST /closing', {
    summary: 'Close the own account after a day, as soon as nothing is due; a repeat agrees to other coins',
    body: z.object({
      userEmail: s.email.meta({ description: 'As a confirmation.', 'x-also': 'The address of the caller' }),
      coins: s
        .wholeNumber(rules.wholeNumberRule('Coins', 0, Number.MAX_SAFE_INTEGER))
        .meta({ description: 'The most that the caller agrees to lose: the account does not close with more.' }),
    }),
    problems: ['unauthenticated', 'own-account'],
  }),
  keepAccount: user('DELETE /closing', {
    summary: 'Keep the own account, as long as it is not closed',
    whileSuspended: true,
    problems: ['unauthenticated'],
    responses: { 200: s.deleted },
  }),
  getUser: user('GET /user', {
    summary: 'One user: all fields for the user and for admins, otherwise name, photo and role',
    auth: 'access-or-new',
    beforeFactor: true,
    keys: true,
    query: z.object({ email: s.email.optional() }),
    problems: ['unauthenticated', 'not-found'],
    responses: { 200: z.union([s.userSchema, s.publicUserSchema]) },
  }),
  listUsers: user('GET /users', {
    summary:
      'All users for admins; otherwise the top earners and the caller; for buyers, without a limit, also the workers who submitted to their tasks',
    auth: 'optional',
    query: s
      .listQuery(['newest', 'name', 'coins', 'role'])
      .extend({
        role: s.role.optional(),
        suspended: flag
          .optional()
          .meta({ description: 'Suspended accounts, the latest suspension first.', 'x-roles': ['admin'] }),
      }),
    ...list(z.union([s.userSchema, s.publicUserSchema])),
  }),
  changeUser: user('PATCH /users/{id}', {
    summary: 'Change the role of a user (admins only); other fields are ignored',
    freshFactor: true,
    params: byId,
    body: z.object({ userRole: s.role.optional() }),
    problems: ACCOUNT_CHANGE_PROBLEMS,
  }),
  deleteUser: user('DELETE /users/{id}', {
    summary: 'Close an account',
    roles: ['admin'],
    freshFactor: true,
    params: byId,
    problems: ACCOUNT_CHANGE_PROBLEMS,
    responses: { 200: s.deleted },
  }),
  suspendUser: user('POST /users/{id}/suspension', {
    summary: 'Suspend an account: its owner can sign in, read and appeal once, and do nothing else',
    roles: ['admin'],
    freshFactor: true,
    params: byId,
    body: s.suspensionBody,
    problems: ['unauthenticated', 'forbidden', 'not-found', 'own-account', 'already-suspended'],
    responses: { 201: s.inserted },
  }),
  liftSuspension: user('DELETE /users/{id}/suspension', {
    summary: 'Lift the suspension of an account; a repeat changes nothing',
    roles: ['admin'],
    freshFactor: true,
    params: byId,
    problems: ['unauthenticated', 'forbidden', 'not-found'],
    responses: { 200: s.deleted },
  }),
  listSuspensions: user('GET /suspensions', {
    summary: 'Suspensions, newest first, also ended ones; with `appeal` those with an appeal of that state',
    roles: ['admin'],
    query: s
      .listQuery(['newest', 'oldest'])
      .omit({ q: true })
      .extend({ appeal: z.enum(c.SUSPENSION_APPEAL_STATES).optional(), user: s.id('User').optional() }),
    ...list(s.suspensionSchema),
  }),
  appealSuspension: user('POST /suspension/appeal', {
    summary: "Appeal against the suspension of one's own account, once",
    whileSuspended: true,
    body: z.object({ text: s.sentence(rules.appealRule) }),
    problems: ['unauthenticated', 'not-suspended', 'appealed-before'],
    responses: { 201: s.inserted },
  }),
  decideSuspension: user('PATCH /suspensions/{id}', {
    summary: 'Decide the appeal against a suspension, as another admin than the one who suspended',
    roles: ['admin'],
    freshFactor: true,
    params: byId,
    body: z.object({
      outcome: z.enum(['lifted', 'kept'], { error: 'Outcome must be lifted or kept' }),
      note: s.sentence(rules.noteRule).meta({ description: 'Shown to the person.' }),
    }),
    problems: ['unauthenticated', 'forbidden', 'not-found', 'own-suspension', 'own-account', 'already-decided'],
  }),
  reportThing: gateway('POST /reports', {
    summary: 'Report a task, a submission or the person behind it to admins; a repeat replaces one’s open report',
    roles: ['worker', 'buyer'],
    body: s.reportBody,
    problems: ['unauthenticated', 'not-found', 'account-suspended', 'too-many-requests'],
    responses: { 201: s.inserted },
  }),
  listReports: user('GET /reports', {
    summary: 'What has been reported, one row per subject, the longest waiting first; decided ones newest first',
    roles: ['admin'],
    query: s
      .listQuery(['oldest'])
      .omit({ q: true, sort: true })
      .extend({
        state: z.enum(c.REPORT_STATES).optional().describe('Absent: open.'),
        owner: s.id('Owner').optional().describe('The person who is responsible; then also decided ones.'),
        reporter: s.id('Reporter').optional().describe('The person who reported; then also decided ones.'),
      }),
    ...list(s.reportCaseSchema),
  }),
  decideReports: user('PATCH /reports/{id}', {
    summary: 'Decide all reports of a subject',
    roles: ['admin'],
    freshFactor: true,
    params: byId,
    body: s.reportDecision,
    problems: [
      'unauthenticated',
      'forbidden',
      'not-found',
      'own-report',
      'own-account',
      'already-decided',
      'already-suspended',
    ],
  }),
  changeProfile: user('PATCH /profile', {
    summary: "Change one's own name or picture; an absent field stays as it is",
    isEdit: true,
    body: z.object({
      userName: s.userName.optional(),
      userPhotoURL: s.imageUrlOrNone(rules.PROFILE_PICTURE).optional(),
    }),
    problems: ['unauthenticated'],
  }),
  listWaitingGrants: user('GET /admin/grants', {
    summary: 'Starting coins that wait for an admin, the oldest first',
    roles: ['admin'],
    query: s.listQuery(['oldest']).omit({ q: true, sort: true }),
    ...list(s.waitingGrantSchema),
  }),
  releaseGrants: user('POST /admin/grants/release', {
    summary: `Grant the starting coins of up to ${c.MAX_RELEASED_GRANTS} accounts that wait for an admin; others are left out`,
    roles: ['admin'],
    body: z.object({
      userIds: z
        .array(s.id(), 'Accounts must be a list')
        .min(1, 'Send at least one account')
        .max(c.MAX_RELEASED_GRANTS, `Send at most ${c.MAX_RELEASED_GRANTS} accounts`),
    }),
    problems: ['unauthenticated', 'forbidden'],
    responses: {
      200: z
        .object({ released: z.int() })
        .meta({ id: 'ReleasedGrants', description: 'Number of accounts that no longer wait.' }),
    },
  }),
  listPersonNotes: user('GET /admin/people/{id}/notes', {
    summary: 'What admins noted about a person, newest first',
    roles: ['admin'],
    params: byId,
    query: s.listQuery(['newest']).omit({ q: true, sort: true }),
    ...list(s.personNoteSchema),
  }),
  addPersonNote: user('POST /admin/people/{id}/notes', {
    summary: 'Note something about a person; only admins read it',
    roles: ['admin'],
    idempotent: true,
    params: byId,
    body: z.object({ text: s.text(rules.personNoteRule) }),
    problems: ['unauthenticated', 'forbidden', 'not-found'],
    responses: { 201: s.inserted },
  }),
  createApiKey: user('POST /api-keys', {
    summary: 'Make an API key; only this answer has it',
    roles: ['buyer'],
    body: z.object({ name: s.userName }),
    problems: ['unauthenticated', 'forbidden', 'too-many-keys'],
    responses: { 201: s.addedApiKey },
  }),
  listApiKeys: user('GET /api-keys', {
    summary: "The caller's API keys without their secrets, newest first",
    roles: ['buyer'],
    problems: ['unauthenticated'],
    ...list(s.apiKeySchema),
  }),
  deleteApiKey: user('DELETE /api-keys/{id}', {
    summary: "Revoke one of the caller's API keys",
    roles: ['buyer'],
    params: byId,
    problems: ['unauthenticated', 'forbidden'],
    responses: { 200: s.deleted },
  }),
  listSessions: user('GET /sessions', {
    summary: 'The browsers in which the caller is signed in, the last used first (embedded identity)',
    beforeFactor: true,
    withSession: true,
    problems: ['not-found'],
    ...list(s.sessionSchema),
  }),
  endOtherSessions: user('DELETE /sessions', {
    summary: 'Sign out everywhere else (embedded identity)',
    whileSuspended: true,
    beforeFactor: true,
    withSession: true,
    problems: ['not-found'],
    responses: { 200: s.deleted },
  }),
  endSession: user('DELETE /sessions/{id}', {
    summary: 'Sign out one browser (embedded identity)',
    whileSuspended: true,
    beforeFactor: true,
    withSession: true,
    params: byId,
    problems: ['not-found'],
    responses: { 200: s.deleted },
  }),
  readFactors: user('GET /factors', {
    summary: "The caller's second factors",
    beforeFactor: true,
    responses: { 200: s.factorsSchema },
  }),
  challengeFactor: user('POST /factors/challenge', {
    summary: 'How the caller can give a second factor, with a challenge for their passkeys',
    auth: 'identity',
    limit: 'sign-in',
    problems: ['unauthenticated', 'token-expired'],
    responses: { 200: s.factorChallenge },
  }),
  startPasskey: user('POST /factors/passkeys/start', {
    summary: 'Begin to add a passkey',
    whileSuspended: true,
    freshFactor: true,
    beforeFactor: true,
    problems: ['too-many-passkeys'],
    responses: { 200: s.passkeyOptions },
  }),
  addPasskey: user('POST /factors/passkeys', {
    summary: 'Add a passkey that the browser has made',
    whileSuspended: true,
    freshFactor: true,
    beforeFactor: true,
    withSession: true,
    body: z.object({ name: s.userName, passkey: s.newPasskey }),
    problems: ['wrong-passkey', 'too-many-passkeys'],
    responses: { 201: s.addedFactor },
  }),
  startTotp: user('POST /factors/totp/start', {
    summary: 'Begin to set up an authenticator app; the present one works until a code of the new one is confirmed',
    whileSuspended: true,
    freshFactor: true,
    beforeFactor: true,
    responses: { 201: s.newTotpSchema },
  }),
  confirmTotp: user('POST /factors/totp/confirm', {
    summary: 'Confirm an authenticator app by a code of it',
    whileSuspended: true,
    freshFactor: true,
    beforeFactor: true,
    withSession: true,
    body: z.object({ factorCode: s.factorCode }),
    problems: ['unauthenticated', 'wrong-factor', 'set-up-expired'],
    responses: { 200: s.addedFactor },
  }),
  makeRecoveryCodes: user('POST /factors/recovery-codes', {
    summary: 'Replace the recovery codes; only this answer has them',
    whileSuspended: true,
    freshFactor: true,
    problems: ['no-factor'],
    responses: { 201: s.recoveryCodes },
  }),
  deleteFactor: user('DELETE /factors/{id}', {
    summary:
      "Remove one of the caller's second factors, `totp` for the authenticator app; with the last one the recovery codes end",
    whileSuspended: true,
    freshFactor: true,
    params: byId,
    problems: ['last-factor'],
    responses: { 200: s.deleted },
  }),
  listTestimonials: user('GET /testimonials', { summary: 'Testimonials', auth: 'none', ...list(s.testimonialSchema) }),
  signUp: user('POST /identity/sign-up', {
    summary: 'Create an embedded account',
    ...signedOut,
    body: z.object({
      email: s.email,
      password: s.newPassword,
      displayName: s.userName,
      photoURL: s.optionalImageUrl(rules.PROFILE_PICTURE),
    }),
    problems: ['not-found', 'account-closed', 'email-in-use', 'too-many-requests'],
    responses: { 201: s.identitySchema },
  }),
  signIn: user('POST /identity/sign-in', {
    summary: 'Sign in to an embedded account',
    ...signedOut,
    body: z.object(credentials),
    problems: ['not-found', 'invalid-credential', 'account-closed', 'too-many-requests'],
    responses: { 200: s.identitySchema },
  }),
  refreshIdentity: user('POST /identity/refresh', {
    summary: 'Get a new identity token; the refresh token is replaced',
    ...signedOut,
    body: z.object({ refreshToken: s.text(rules.lineRule('Refresh token', { max: 200 })) }),
    problems: ['not-found', 'invalid-refresh-token', 'account-closed'],
    responses: { 200: s.identitySchema },
  }),
  signOut: user('POST /identity/sign-out', {
    summary: 'Revoke a refresh token',
    ...signedOut,
    body: z.object({ refreshToken: s.text(rules.lineRule('Refresh token', { max: 200 })) }),
    problems: ['not-found'],
    responses: { 204: null },
  }),
  changePassword: user('POST /identity/password', {
    summary: 'Change the password of an embedded account; other sessions end',
    auth: 'identity',
    limit: 'sign-in',
    body: z.object({ old: s.password, new: s.newPassword }),
    problems: [
      ...(['not-found', 'unauthenticated', 'token-expired', 'account-closed', 'no-password'] as const),
      ...(['invalid-credential', 'too-many-requests', 'factor-required'] as const),
    ],
    responses: { 200: s.identitySchema },
  }),
  requestPasswordReset: user('POST /identity/password-reset', {
    summary: 'Mail a link to set a new password; the answer is the same for unknown addresses',
    ...signedOut,
    body: z.object({ email: s.email }),
    problems: ['not-found', 'mail-off'],
    responses: { 204: null },
  }),
  resetPassword: user('POST /identity/password-reset/confirm', {
    summary: 'Set a new password by a mailed link; all sessions end',
    ...signedOut,
    body: z.object({ token: s.linkToken, password: s.newPassword }),
    problems: ['not-found', 'invalid-link'],
    responses: { 204: null },
  }),
  requestEmailConfirmation: user('POST /identity/verification', {
    summary: 'Mail a link to confirm the address, unless it is confirmed',
    auth: 'identity',
    limit: 'sign-in',
    problems: ['not-found', 'unauthenticated', 'token-expired', 'account-closed', 'mail-off', 'too-many-requests'],
    responses: { 204: null },
  }),
  confirmEmail: user('POST /identity/verification/confirm', {
    summary: 'Confirm the address by a mailed link; a repeat changes nothing',
    ...signedOut,
    body: z.object({ token: s.linkToken }),
    problems: ['not-found', 'invalid-link'],
    responses: { 204: null },
  }),
  identityMe: user('GET /identity/me', {
    summary: 'The owner of an identity token',
    auth: 'identity',
    limit: 'sign-in',
    problems: ['not-found', 'unauthenticated', 'token-expired', 'account-closed'],
    responses: { 200: s.profileSchema },
  }),
  googlePage: user('GET /identity/google', {
    summary: "The embedded stand-in for Google's popup",
    ...signedOut,
    query: z.object({
      origin: s
        .text(rules.lineRule('Origin', { max: 200 }))
        .optional()
        .meta({ 'x-also': 'An allowed origin of the installation' }),
    }),
    problems: ['not-found'],
    responses: { 200: null },
    contentType: 'text/html',
  }),
  googleDecide: user('POST /identity/google', {
    summary: "Approve or cancel in the stand-in for Google's popup",
    ...signedOut,
    rawBody: {
      contentType: 'application/x-www-form-urlencoded',
      maxBytes: 10_240,
      schema: z.object({
        origin: z.string().meta({ 'x-also': 'An allowed origin of the installation' }),
        decision: z.enum(['approve', 'cancel']),
        account: z.string().optional().describe('The uid of an account, or `new`.'),
        email: z.string().optional(),
        name: z.string().optional(),
      }),
    },
    problems: ['not-found', 'unsupported-media-type', 'too-large'],
    responses: { 200: null },
    contentType: 'text/html',
  }),

  // Tasks
  listTasks: task('GET /tasks', {
    summary: 'Tasks, newest first; buyer emails only when signed in',
    auth: 'optional',
    keys: true,
    query: s
      .listQuery(['newest', 'pay', 'hourly', 'completion', 'title'])
      .extend({
        open: flag.optional(),
        status: z.enum(c.TASK_STATUSES).optional(),
        mine: flag.optional(),
        fresh: flag.optional().describe('Without tasks that the caller has submitted work to.'),
        closed: flag.optional().describe('Closed tasks alone: of the caller, with `mine`, or all for admins.'),
        review: flag
          .optional()
          .describe(
            'Tasks that wait for review alone, the longest waiting first: of the caller, with `mine`, or all for admins.',
          ),
        buyer: ofPerson('Buyer', 'The tasks of this buyer, as `mine` lists those of the caller.'),
        minPay: s
          .wholeNumber(rules.wholeNumberRule('minPay', 1))
          .optional()
          .describe('Tasks that pay at least so many coins.'),
        minHourly: s
          .wholeNumber(rules.wholeNumberRule('minHourly', 1))
          .optional()
          .describe('Batches whose measured work pays at least so many coins an hour.'),
        approvalFrom: s
          .wholeNumber(rules.wholeNumberRule('approvalFrom', 1, 100))
          .optional()
          .describe('Tasks that need at least this approval rate. Not with `closing`.'),
        approvalTo: s
          .wholeNumber(rules.wholeNumberRule('approvalTo', 1, 100))
          .optional()
          .describe('Tasks that need an approval rate, and at most this one. Not with `closing`.'),
        closing: flag
          .optional()
          .meta({
            description: `Tasks whose completion date is one of the next ${c.CLOSING_DAYS} days, or today (UTC).`,
            'x-also': 'Not with an approval rate',
          }),
        importId: s.importId
          .optional()
          .meta({ description: 'Tasks that were posted with this `importId`.', 'x-also': 'Only with `mine`' }),
      })
      .refine(({ importId, mine }) => importId === undefined || mine, {
        path: ['importId'],
        message: 'importId needs mine',
      })
      // SQLite would sort what both filters leave, instead of following an index.
      .refine(({ approvalFrom, approvalTo, closing }) => !closing || (approvalFrom ?? approvalTo) === undefined, {
        path: ['closing'],
        message: 'Leave this out, or the approval rate: a list has one of them',
      }),
    ...list(s.taskSchema),
    // Only signed-out responses have a tag: that list is shared.
    headers: ['X-Total-Count', 'Link', 'ETag'],
  }),
  getTask: task('GET /tasks/{id}', {
    summary: 'One task',
    auth: 'optional',
    keys: true,
    params: byId,
    problems: ['not-found', 'task-deleted'],
    responses: { 200: s.taskSchema },
  }),
  getForm: submission('GET /tasks/{id}/form', {
    summary: 'The form of a task; 404 for a task whose workers answer with a text',
    keys: true,
    params: byId,
    query: z.object({ version: textVersion.describe('Of the texts of a batch. Absent: the latest.').optional() }),
    problems: ['not-found', 'too-many-requests'],
    responses: { 200: s.formSchema },
  }),
  createTask: task('POST /tasks', {
    summary: 'Post a task; its full cost moves to escrow',
    roles: ['buyer'],
    keys: true,
    idempotent: true,
    body: z.object({
      ...taskFields,
      requiredWorkers: s.wholeNumber(rules.taskRules.requiredWorkers),
      payableAmount: s.wholeNumber(rules.taskRules.payableAmount),
      completionDate: s.day(rules.COMPLETION_DATE),
      taskImageURL: s.imageUrl(rules.taskRules.taskImageURL.label),
      autoApproveHours: s
        .wholeNumber(rules.taskRules.autoApproveHours)
        .optional()
        .describe(
          'Hours until an unreviewed submission is approved; 0: never. Absent: the default of the installation.',
        ),
      reserveMinutes: s.reserveMinutes
        .optional()
        .describe(
          `Minutes for which a worker can reserve a place; 0: not at all. Absent: ${c.RESERVE_MINUTES.default}.`,
        ),
      minApprovalRate: s
        .wholeNumber(rules.taskRules.minApprovalRate)
        .optional()
        .describe(
          `Percent of the decided submissions of a worker that must be approved; fewer than ${c.MIN_DECISIONS} decisions always do.`,
        ),
      closeAtCompletion: z
        .boolean({ error: 'Close at completion must be true or false' })
        .optional()
        .describe('Close the task when its completion date is over (UTC). Absent: false.'),
      form: s.form
        .optional()
        .meta({
          description: 'Absent: workers answer with a text.',
          'x-also': 'No field has the kind `boxes`, which needs a batch',
        }),
      importId: s.importId
        .optional()
        .describe(
          'Any id that the tasks of one import share: their notifications join. Absent: each task has its own.',
        ),
    }),
    keepsForm: true,
    problems: ['forbidden', 'insufficient-coins', 'still-underway', 'unavailable'],
    responses: { 201: s.inserted },
  }),
  changeTask: task('PATCH /tasks/{id}', {
    summary:
      "Edit title, detail and info of the caller's task, pause it, or move its completion date later; other fields are ignored",
    keys: true,
    isEdit: true,
    params: byId,
    body: z
      .object({
        ...taskFields,
        taskDetail: taskFields.taskDetail.meta({ 'x-also': 'Not of a task with rows' }),
        paused: z
          .boolean({ error: 'Paused must be true or false' })
          .describe('A paused task takes no new work and is in no list of others.'),
        completionDate: s.day(rules.COMPLETION_DATE).describe('Later than before.'),
      })
      .partial(),
    problems: ['not-found', 'forbidden'],
  }),
  pauseTask: task('PUT /tasks/{id}/pause', {
    summary: 'Pause a task as an admin, until an admin resumes it; a repeat changes nothing',
    roles: ['admin'],
    params: byId,
    body: z.object({ reason: s.sentence(rules.taskReasonRule).meta({ description: 'Shown to the buyer.' }) }),
    problems: ['forbidden', 'not-found', 'task-funding', 'task-closed'],
    responses: { 200: s.modified },
  }),
  resumeTask: task('DELETE /tasks/{id}/pause', {
    summary: 'End the pause by an admin; the pause of its buyer and that of a suspension stay',
    roles: ['admin'],
    params: byId,
    problems: ['forbidden', 'not-found'],
    responses: { 200: s.deleted },
  }),
  endTask: task('POST /tasks/{id}/end', {
    summary: 'Close a task now and refund the coins of its open places; its work stays readable',
    roles: ['buyer', 'admin'],
    keys: true,
    params: byId,
    problems: ['not-found', 'forbidden', 'task-funding', 'still-underway'],
  }),
  decideReview: task('PATCH /tasks/{id}/review', {
    summary: 'Approve a task that waits for review, or reject it: that closes the task, and refunds its coins',
    roles: ['admin'],
    params: byId,
    body: z.object({
      outcome: z.enum(['approved', 'rejected'], { error: 'Outcome must be approved or rejected' }),
      version: s
        .wholeNumber(rules.wholeNumberRule('Version', 1))
        .meta({ description: 'Of the texts that the admin has read: `review.version` of the task.' }),
      reason: s
        .sentence(rules.rejectionOfTaskRule)
        .optional()
        .meta({ description: 'Shown to the buyer.', 'x-also': 'Required to reject' }),
    }),
    problems: ['forbidden', 'not-found', 'task-funding', 'task-closed', 'task-reviewed', 'task-changed'],
  }),
  addPlaces: task('POST /tasks/{id}/places', {
    summary: "Add places to the caller's open task; their coins are put in escrow",
    roles: ['buyer'],
    keys: true,
    idempotent: true,
    params: byId,
    body: z.object({
      places: s
        .wholeNumber(rules.placesRule)
        .meta({ 'x-also': 'At most 1,000,000 places in all with those of the task' }),
    }),
    problems: [
      'forbidden',
      'not-found',
      'task-funding',
      'task-closed',
      'is-batch',
      'addition-underway',
      'insufficient-coins',
      'still-underway',
    ],
  }),
  raisePay: task('POST /tasks/{id}/pay', {
    summary:
      "Raise the pay of the caller's open task for every place that is not decided yet; the coins are put in escrow",
    roles: ['buyer'],
    keys: true,
    idempotent: true,
    params: byId,
    body: z.object({
      payableAmount: s.wholeNumber(rules.taskRules.payableAmount).meta({ 'x-also': 'Not lower than the pay now' }),
    }),
    problems: [
      'forbidden',
      'not-found',
      'task-funding',
      'task-closed',
      'addition-underway',
      'too-many-pending',
      'insufficient-coins',
      'still-underway',
    ],
  }),
  deleteTask: task('DELETE /tasks/{id}', {
    summary: 'Delete a task and refund the coins of its open places',
    roles: ['buyer', 'admin'],
    keys: true,
    params: byId,
    query: z.object({
      reason: s.text(rules.rejectionTextRule).optional().describe('Of an admin: its buyer and workers read it.'),
    }),
    problems: ['not-found', 'forbidden', 'task-funding', 'still-underway'],
    responses: { 200: s.deleted },
  }),

  // Batches
  createBatch: submission('POST /batches', {
    summary: 'Begin a batch: the draft of a task with rows, which costs nothing until it is published',
    roles: ['buyer'],
    keys: true,
    idempotent: true,
    body: draftBody,
    problems: ['forbidden', 'too-many-drafts'],
    responses: { 201: s.inserted },
  }),
  listBatches: submission('GET /batches', {
    summary: "The caller's drafts, the last changed first",
    roles: ['buyer'],
    keys: true,
    ...list(s.batchSchema),
  }),
  getBatch: submission('GET /batches/{id}', {
    summary: "One of the caller's drafts",
    roles: ['buyer'],
    keys: true,
    params: byId,
    problems: ['not-found', 'already-published'],
    responses: { 200: s.batchSchema },
  }),
  changeBatch: submission('PATCH /batches/{id}', {
    summary: "Change one of the caller's drafts; an absent field stays as it is, `null` takes it away",
    roles: ['buyer'],
    keys: true,
    params: byId,
    body: draftBody.extend({ columns: s.columnKinds.optional() }),
    problems: ['forbidden', 'not-found', 'already-published', 'still-underway'],
  }),
  deleteBatch: submission('DELETE /batches/{id}', {
    summary: "Delete one of the caller's drafts with its rows",
    roles: ['buyer'],
    keys: true,
    params: byId,
    problems: ['forbidden', 'already-published', 'still-underway'],
    responses: { 200: s.deleted },
  }),
  uploadRows: submission('PUT /batches/{id}/rows', {
    summary: `Upload the rows of one of the caller's drafts as CSV: a head and up to ${c.MAX_ROWS.toLocaleString('en-US')} rows; they replace earlier ones`,
    roles: ['buyer'],
    keys: true,
    params: byId,
    rawBody: csvBody('A head and at least one row; errors name row and column, like `rows.12.receipt_id`'),
    problems: ['validation', 'forbidden', 'not-found', 'already-published', 'still-underway', 'unavailable'],
    responses: { 200: s.uploadedRows },
  }),
  previewBatch: submission('GET /batches/{id}/preview', {
    summary: "A page of one of the caller's drafts as a worker gets it, and what the batch costs",
    roles: ['buyer'],
    keys: true,
    params: byId,
    query: z.object({ page: pageNumber.optional() }),
    problems: ['not-found', 'already-published'],
    responses: { 200: s.batchPreview },
  }),
  publishBatch: gateway('POST /batches/{id}/publish', {
    summary: "Publish one of the caller's drafts as a task; its full cost moves to escrow. A repeat answers the same",
    roles: ['buyer'],
    keys: true,
    params: byId,
    problems: ['validation', 'forbidden', 'not-found', 'insufficient-coins', 'still-underway'],
    responses: { 201: s.inserted },
  }),
  getPage: submission('GET /tasks/{id}/pages/{page}', {
    summary: 'A page of a batch: for workers who hold it or have answered it, its owner and admins',
    keys: true,
    params: z.object({ id: s.id(), page: pageNumber }),
    query: z.object({
      version: textVersion.describe("Of the texts. Absent: that of the caller's work, or else the latest.").optional(),
      submission: s
        .id()
        .optional()
        .describe('For the owner and admins: the page as the worker of this submission saw it, with its checks.'),
    }),
    problems: ['not-found'],
    responses: { 200: s.pageSchema },
  }),
  correctTexts: gateway('PATCH /tasks/{id}/texts', {
    summary:
      "Correct what workers read in the pilot of the caller's batch; pages that are taken later have the next version",
    roles: ['buyer'],
    keys: true,
    isEdit: true,
    params: byId,
    body: z.object({
      taskDetail: taskFields.taskDetail.optional(),
      form: s.form
        .optional()
        .meta({ 'x-also': 'Only labels and help differ from the form of the batch', description: 'All fields.' }),
    }),
    problems: ['validation', 'not-found', 'no-pilot', 'too-many-versions'],
    responses: { 200: s.corrected },
  }),
  endPilot: submission('POST /tasks/{id}/pilot/end', {
    summary: "End the pilot of the caller's batch: all of its pages are offered",
    roles: ['buyer'],
    keys: true,
    params: byId,
    problems: ['forbidden', 'not-found'],
  }),
  listRows: submission('GET /tasks/{id}/rows', {
    summary: `${ROWS_SUMMARY}, and what they give together`,
    keys: true,
    params: byId,
    query: s
      .listQuery(['file'])
      .omit({ sort: true })
      .extend({ state: z.enum(c.ROW_STATES).optional(), page: pageNumber.optional() }),
    problems: ['not-found'],
    ...list(s.rowSchema),
  }),
  stageRows: submission('PUT /tasks/{id}/rows', {
    summary:
      "Upload rows for the caller's open batch as CSV with the columns of the batch; nothing is paid or shown before they are added",
    roles: ['buyer'],
    keys: true,
    params: byId,
    rawBody: csvBody(
      'The columns of the batch in any order, those of expected values may lack; errors name row and column, like `rows.12.receipt_id`',
    ),
    problems: ['validation', 'forbidden', 'not-found', 'task-closed', 'addition-underway', 'unavailable'],
    responses: { 200: s.stagedRows },
  }),
  addRows: submission('POST /tasks/{id}/rows', {
    summary:
      "Add uploaded rows to the caller's open batch; the coins of their places are put in escrow. A repeat answers the same",
    roles: ['buyer'],
    keys: true,
    idempotent: true,
    params: byId,
    body: z.object({ upload: uploadId.describe('Of `PUT /tasks/{id}/rows`.') }),
    problems: ['forbidden', 'not-found', 'task-closed', 'addition-underway', 'insufficient-coins', 'still-underway'],
  }),
  getProgress: submission('GET /tasks/{id}/progress', {
    summary: "How far the caller's batch is, or any batch (admin)",
    keys: true,
    params: byId,
    problems: ['not-found'],
    responses: { 200: s.batchProgress },
  }),
  listBatchWorkers: submission('GET /tasks/{id}/workers', {
    summary: "The workers of the caller's batch, or of any batch (admin), those with most answers first",
    keys: true,
    params: byId,
    query: s.listQuery(['answers']).omit({ sort: true }),
    problems: ['not-found'],
    ...list(s.batchWorkerSchema),
  }),
  exportRows: submission('GET /tasks/{id}/rows.csv', {
    ...batchExport,
    summary: ROWS_SUMMARY,
    contentType: 'text/csv',
  }),
  exportRowsJsonl: submission('GET /tasks/{id}/rows.jsonl', {
    ...batchExport,
    summary: ROWS_SUMMARY,
    contentType: 'application/jsonl',
  }),
  exportAnswers: submission('GET /tasks/{id}/answers.csv', {
    ...batchExport,
    summary: ANSWERS_SUMMARY,
    contentType: 'text/csv',
  }),
  exportAnswersJsonl: submission('GET /tasks/{id}/answers.jsonl', {
    ...batchExport,
    summary: ANSWERS_SUMMARY,
    contentType: 'application/jsonl',
  }),
  startDecisions: submission('POST /tasks/{id}/decisions', {
    summary:
      "Approve or reject the pending answers of the caller's batch that a rule selects, or count them (`dryRun`)",
    roles: ['buyer'],
    keys: true,
    idempotent: true,
    params: byId,
    body: s.ruledDecision,
    problems: ['forbidden', 'not-found'],
    responses: { 201: s.inserted, 200: s.decisionEstimate },
  }),
  decideByFile: submission('PUT /tasks/{id}/decisions.csv', {
    summary:
      "Decide answers of the caller's batch by its reviewed file: `answers.csv` with a column `decision` (`approve`, `reject` or blank)",
    roles: ['buyer'],
    keys: true,
    params: byId,
    query: z.object({ dryRun: flag.optional() }),
    rawBody: csvBody(
      'The columns `submission` and `decision`, of a rejection also `reason`, and `reason text`; errors name row and column, like `rows.12.decision`',
    ),
    problems: ['validation', 'forbidden', 'not-found', 'unavailable'],
    responses: { 201: s.inserted, 200: s.decisionEstimate },
  }),
  listDecisions: submission('GET /tasks/{id}/decisions', {
    summary: "The runs of decisions about the caller's batch, newest first",
    roles: ['buyer'],
    keys: true,
    params: byId,
    query: s.listQuery(['newest']).omit({ sort: true, q: true }),
    problems: ['not-found'],
    ...list(s.decisionRun),
  }),
  getDecisions: submission('GET /tasks/{id}/decisions/{run}', {
    summary: "A run of decisions about the caller's batch, with its progress",
    roles: ['buyer'],
    keys: true,
    params: z.object({ id: s.id(), run: s.id('Run') }),
    problems: ['not-found'],
    responses: { 200: s.decisionRun },
  }),

  // Submissions
  listSubmissions: submission('GET /submissions', {
    summary: "The caller's submissions (worker), those to the caller's tasks (buyer), or all (admin), newest first",
    keys: true,
    query: s.submissionsQuery,
    // Changes are listed for buyers only.
    problems: ['forbidden'],
    ...list(s.submissionSchema),
  }),
  countSubmissions: submission('GET /getAllData', {
    summary: 'Number of submissions that the caller may see',
    keys: true,
    responses: { 200: z.object({ count: z.int() }) },
  }),
  workDays: submission('GET /work-days', {
    summary: "Decisions on the caller's work, and the pay of measured time, of each of the last days, oldest first",
    roles: ['worker'],
    query: z.object({ days: s.earningDays.optional() }),
    responses: { 200: z.array(s.workDaySchema) },
  }),
  listAccuracies: submission('GET /accuracies', {
    summary: "The caller's accuracy in batches with checks, the latest figures first",
    roles: ['worker'],
    query: s.listQuery(['newest']).omit({ q: true, sort: true }),
    ...list(s.batchAccuracySchema),
  }),
  createSubmission: submission('POST /submissions', {
    summary: 'Submit work for a place of a task',
    roles: ['worker'],
    idempotent: true,
    body: z
      .object({
        taskId: s.id('Task'),
        ...work,
        page: pageNumber
          .meta({ description: 'Of a batch: the page that the caller holds.', 'x-also': 'Only of a task with rows' })
          .optional(),
      })
      .refine(...hasWork),
    ownPictures: true,
    problems: ['forbidden', 'not-found', 'own-task', 'too-many-requests', 'too-many-submissions'],
    responses: { 201: s.inserted, 200: s.message },
  }),
  exportSubmissions: submission('GET /tasks/{id}/submissions.csv', { ...submissionExport, contentType: 'text/csv' }),
  exportSubmissionsXlsx: submission('GET /tasks/{id}/submissions.xlsx', {
    ...submissionExport,
    contentType: c.XLSX_TYPE,
  }),
  decideSubmissions: submission('POST /submissions/decisions', {
    summary: `Approve or reject up to ${c.MAX_DECISIONS} submissions to the caller's tasks; each succeeds or fails by itself`,
    roles: ['buyer'],
    keys: true,
    body: z.object({
      decisions: z
        .array(s.decision.extend({ id: s.id() }).superRefine(s.checkReason), 'Decisions must be a list')
        .min(1, 'Send at least one decision')
        .max(c.MAX_DECISIONS, `Send at most ${c.MAX_DECISIONS} decisions`),
    }),
    problems: ['forbidden'],
    responses: {
      200: z
        .object({
          results: z.array(
            s.modified
              .extend({
                id: z.string(),
                code: z.enum(['not-found', 'already-decided', 'awaiting-revision']).optional(),
              })
              .meta({ id: 'Decided', description: 'The outcome of one decision; `code` names what refused it.' }),
          ),
        })
        .meta({ id: 'Decisions', description: 'The outcomes, in the order of the request.' }),
    },
  }),
  decideSubmission: submission('PATCH /submissions/{id}', {
    summary: "Approve or reject a submission to the caller's task",
    roles: ['buyer'],
    keys: true,
    params: byId,
    body: s.decision.superRefine(s.checkReason),
    problems: ['not-found', 'forbidden', 'already-decided', 'awaiting-revision'],
  }),
  requestRevision: submission('POST /submissions/{id}/revision', {
    summary: "Send a submission to the caller's task back to its worker, once",
    roles: ['buyer'],
    keys: true,
    params: byId,
    body: z.object({ note: s.sentence(rules.noteRule) }),
    problems: ['not-found', 'forbidden', 'already-decided', 'revision-used'],
  }),
  resubmit: submission('POST /submissions/{id}/resubmission', {
    summary: "The new version of the caller's submission that was sent back",
    params: byId,
    body: z.object(work).refine(...hasWork),
    ownPictures: true,
    problems: ['not-found', 'forbidden', 'not-awaited'],
  }),

  // Reservations
  reservePlace: submission('POST /tasks/{id}/reservation', {
    summary: 'Reserve a place of a task for some minutes, of a batch a page; a repeat returns the same reservation',
    roles: ['worker'],
    idempotent: true,
    params: byId,
    query: z.object({ besides: s.heldPages.optional() }),
    problems: [
      'forbidden',
      'not-found',
      'own-task',
      'not-offered',
      'too-many-reservations',
      'cooling-off',
      'newcomers-hold',
      'too-many-requests',
    ],
    responses: { 201: s.reserved, 200: s.message },
  }),
  returnPlace: submission('DELETE /tasks/{id}/reservation', {
    summary: "Give the caller's reserved place of a task back",
    roles: ['worker'],
    params: byId,
    problems: ['forbidden'],
    responses: { 200: s.deleted },
  }),
  releasePlaces: submission('DELETE /tasks/{id}/reservations', {
    summary: "Release the places of the caller's task that workers have held for longer than the time to do the work",
    roles: ['buyer'],
    keys: true,
    params: byId,
    problems: ['forbidden', 'not-found', 'holds-too-new'],
    responses: { 200: s.deleted },
  }),
  listReservations: submission('GET /reservations', {
    summary: "The caller's reserved places, the one that ends next first; an admin names the worker",
    roles: ['worker', 'admin'],
    query: z.object({ worker: ofPerson('Worker', 'Whose places; absent: none.') }),
    ...list(s.reservationSchema),
  }),

  // Blocks
  createBlock: submission('POST /blocks', {
    summary: "Keep a worker out of the caller's tasks, or hide the tasks of a buyer; the other person is not notified",
    roles: ['buyer', 'worker'],
    body: z.object({
      submissionId: s
        .id('Submission')
        .optional()
        .meta({
          'x-also': 'Required of a buyer who names no worker of a batch',
          description: 'Of a buyer: whose worker is blocked.',
        }),
      taskId: s
        .id('Task')
        .optional()
        .meta({
          'x-also': 'Required of a worker',
          description: 'Of a worker: whose buyer is hidden. Of a buyer: the batch that `workerId` has answered.',
        }),
      workerId: s.id('Worker').optional().meta({ description: 'Of a buyer, beside `taskId`.' }),
    }),
    problems: ['forbidden', 'not-found', 'too-many-blocks'],
    responses: { 201: s.inserted },
  }),
  listBlocks: submission('GET /blocks', {
    summary: 'The workers whom the caller blocks (buyer), or the buyers whom the caller hides (worker), newest first',
    roles: ['buyer', 'worker'],
    query: s.listQuery(['newest']).omit({ q: true, sort: true }),
    ...list(s.blockSchema),
  }),
  deleteBlock: submission('DELETE /blocks/{id}', {
    summary: "End one of the caller's blocks",
    roles: ['buyer', 'worker'],
    params: byId,
    problems: ['forbidden'],
    responses: { 200: s.deleted },
  }),

  // Appeals
  fileAppeal: submission('POST /submissions/{id}/appeal', {
    summary: `Appeal against the rejection of the caller's submission, once, within ${c.APPEAL_DAYS} days`,
    params: byId,
    body: z.object({ text: s.sentence(rules.appealRule) }),
    problems: [
      'not-found',
      'forbidden',
      'not-rejected',
      'too-late',
      'appealed-before',
      'submitted-again',
      'reversal-underway',
    ],
    responses: { 201: s.inserted },
  }),
  listAppeals: submission('GET /appeals', {
    summary: "The caller's appeals (worker), those about the caller's tasks (buyer), or all (admin), newest first",
    query: s
      .listQuery(['newest', 'oldest'])
      .extend({
        state: z.enum(c.APPEAL_STATES).optional(),
        worker: ofPerson('Worker', 'Appeals of this worker.'),
        buyer: ofPerson('Buyer', 'Appeals against rejections by this buyer.'),
      }),
    ...list(s.appealSchema),
  }),
  decideAppeal: submission('PATCH /appeals/{id}', {
    summary: 'Uphold or dismiss an appeal; an upheld one pays the worker',
    roles: ['admin'],
    params: byId,
    body: z.object({
      outcome: z.enum(['upheld', 'dismissed'], { error: 'Outcome must be upheld or dismissed' }),
      note: s.sentence(rules.noteRule),
    }),
    problems: ['not-found', 'forbidden', 'already-decided', 'own-appeal', 'reversal-underway'],
    responses: {
      200: s.modified
        .extend({
          paidBy: z
            .enum(c.APPEAL_PAYERS)
            .optional()
            .describe('Of an upheld appeal: an open place of the task, or Piecework.'),
        })
        .meta({ id: 'AppealDecided', description: 'Whether the appeal was changed, and what pays.' }),
    },
  }),

  previewReversal: submission('GET /submissions/{id}/reversal', {
    summary: "What it costs to reverse the rejection of a submission to the caller's task, and what pays",
    roles: ['buyer'],
    keys: true,
    params: byId,
    problems: ['not-found', 'not-reversible', 'reversal-over', 'reversal-underway'],
    responses: { 200: s.reversalPreviewSchema },
  }),
  reverseRejection: submission('POST /submissions/{id}/reversal', {
    summary: `Approve a submission to the caller's task that was rejected, within ${c.APPEAL_DAYS} days or while its appeal is open`,
    roles: ['buyer'],
    keys: true,
    params: byId,
    body: z.object({}).optional(),
    problems: [
      'forbidden',
      'not-found',
      'not-reversible',
      'reversal-over',
      'insufficient-coins',
      'role-unsettled',
      'worker-left',
      'still-underway',
    ],
    responses: {
      200: s.modified
        .extend({ paidBy: z.enum(c.REVERSAL_PAYERS).describe('A place of the task, or the balance of the caller.') })
        .meta({ id: 'RejectionReversed', description: 'Whether the submission was changed, and what pays.' }),
    },
  }),

  // Messages
  listThreads: submission('GET /threads', {
    summary: "The caller's threads with buyers (worker) or with workers (buyer), the last message first",
    roles: ['worker', 'buyer'],
    query: s.listQuery(['newest']).omit({ q: true, sort: true }).extend({ unread: flag.optional() }),
    ...list(s.threadSchema),
    headers: ['X-Total-Count', 'X-Unread-Count', 'Link'],
  }),
  getThread: submission('GET /threads/{id}', {
    summary: 'One thread of the caller, also before its first message; `{task}:{worker}`',
    roles: ['worker', 'buyer'],
    params: byId,
    problems: ['not-found'],
    responses: { 200: s.openThreadSchema },
  }),
  listMessages: submission('GET /threads/{id}/messages', {
    summary: "The messages of one of the caller's threads, newest first",
    roles: ['worker', 'buyer'],
    params: byId,
    query: s.listQuery(['newest']).omit({ q: true, sort: true }),
    problems: ['not-found'],
    ...list(s.messageSchema),
  }),
  sendMessage: submission('POST /threads/{id}/messages', {
    summary: `Write to the other person of a thread, from the first hold or submission until ${c.THREAD_DAYS} days after the last change of the work`,
    roles: ['worker', 'buyer'],
    idempotent: true,
    params: byId,
    body: z.object({ text: s.sentence(rules.messageRule), attachments: s.messagePictures.optional() }),
    ownPictures: true,
    problems: ['forbidden', 'not-found', 'thread-over', 'thread-closed', 'too-many-unanswered'],
    responses: { 201: s.inserted },
  }),
  readThread: submission('PATCH /threads/{id}', {
    summary: "Mark the messages of one of the caller's threads as read, up to a number",
    roles: ['worker', 'buyer'],
    whileSuspended: true,
    params: byId,
    body: z.object({ read: s.wholeNumber(rules.wholeNumberRule('Read', 1)) }),
    problems: ['not-found'],
  }),

  // Wallet
  giveBonus: wallet('POST /submissions/{id}/bonus', {
    summary: "Give the worker of an approved submission to the caller's task coins from the caller's balance",
    roles: ['buyer'],
    keys: true,
    idempotent: true,
    params: byId,
    body: z.object({
      coins: s.wholeNumber(rules.bonusCoinsRule),
      note: s.sentence(rules.bonusNoteRule).describe('Only the worker and the caller can read it.'),
    }),
    problems: ['forbidden', 'not-found', 'insufficient-coins', 'worker-left', 'role-unsettled', 'too-many-bonuses'],
    responses: { 201: s.inserted },
  }),
  listBonuses: wallet('GET /submissions/{id}/bonuses', {
    summary: "The bonuses of a submission to the caller's task, or of the caller's own submission, oldest first",
    roles: ['worker', 'buyer'],
    keys: true,
    params: byId,
    responses: { 200: z.array(s.bonusSchema) },
  }),
  listWithdrawals: wallet('GET /withdrawals', {
    summary:
      "The caller's withdrawals, or all (admin), newest first; `look`: the pending ones that an admin should inspect",
    roles: ['worker', 'admin'],
    query: s
      .listQuery(['newest', 'oldest', 'coins'])
      .extend({
        status: z.enum(c.WITHDRAWAL_STATUSES).optional(),
        payout: z.enum(c.PAYOUT_STATES).optional(),
        look: flag.optional(),
        worker: ofPerson('Worker', 'Withdrawals of this worker.'),
      }),
    ...list(s.withdrawalSchema),
  }),
  exportDuePayouts: wallet('GET /withdrawals.csv', { ...payoutExport, contentType: 'text/csv' }),
  exportDuePayoutsXlsx: wallet('GET /withdrawals.xlsx', { ...payoutExport, contentType: c.XLSX_TYPE }),
  createWithdrawal: wallet('POST /withdrawals', {
    summary: 'Request a withdrawal',
    roles: ['worker'],
    idempotent: true,
    body: z.object({
      withdrawalCoin: s.withdrawalCoins.meta({
        'x-also': 'At most what is available beside pending requests; the only pending request may exceed it',
      }),
      paymentSystem: s.paymentSystem,
      accountNumber: s.accountNumber.optional(),
      accountFrom: s
        .id('Account')
        .optional()
        .meta({
          description: 'A withdrawal of the caller by the same payment system: the copy of its account number.',
          'x-also': 'Its account number is kept; without `accountNumber`',
        }),
    }),
    problems: ['forbidden', 'too-many-pending', 'email-unconfirmed'],
    responses: { 201: s.inserted },
  }),
  decideWithdrawal: wallet('PATCH /withdrawals/{id}', {
    summary: 'Approve or cancel a withdrawal; approving without enough coins cancels it',
    roles: ['admin'],
    params: byId,
    body: z.object({
      status: z.enum(['approved', 'canceled'], { error: 'Status must be approved or canceled' }),
      reason: s
        .text(rules.payoutReasonRule)
        .optional()
        .meta({ description: 'Shown to the worker. Only of a cancellation.' }),
    }),
    problems: ['forbidden', 'not-found', 'already-decided', 'worker-suspended', 'on-hold', 'role-unsettled'],
    responses: {
      200: s.modified.extend({ status: z.enum(c.WITHDRAWAL_STATUSES).optional(), message: z.string().optional() }),
    },
  }),
  listSignals: wallet('GET /admin/signals', {
    summary: 'Covered pending withdrawals with signals, the largest first',
    roles: ['admin'],
    query: s
      .listQuery(['oldest'])
      .omit({ q: true, sort: true })
      .extend({ worker: ofPerson('Worker', 'Withdrawals of this worker.') }),
    ...list(s.suspectSchema),
  }),
  holdWithdrawal: wallet('POST /withdrawals/{id}/hold', {
    summary: 'Hold a pending withdrawal, which is then not approved until its release',
    roles: ['admin'],
    params: byId,
    body: z
      .object({
        reasonCode: s.holdReason.meta({ description: 'Shown to the worker, as a sentence.' }),
        note: s.holdNote.meta({
          description: 'For admins only; kept until the end of the hold.',
          'x-also': `At least ${c.HOLD_NOTE_LENGTH.min} characters for \`other\`, without the spaces around them`,
        }),
      })
      .superRefine(s.checkHoldNote),
    problems: ['forbidden', 'not-found', 'already-decided'],
  }),
  releaseWithdrawal: wallet('POST /withdrawals/{id}/release', {
    summary: 'Release a held withdrawal',
    roles: ['admin'],
    params: byId,
    problems: ['forbidden', 'not-found', 'already-decided'],
  }),
  cancelWithdrawal: wallet('POST /withdrawals/{id}/cancel', {
    summary: "Cancel one's own pending withdrawal",
    params: byId,
    problems: ['not-found', 'already-decided'],
  }),
  correctAccount: wallet('PATCH /withdrawals/{id}/account', {
    summary: "Add account number of one's own withdrawal until it is paid; a failed payout is due again",
    params: byId,
    body: z.object({ accountNumber: s.accountNumber }),
    problems: ['not-found', 'closed-payout', 'too-many-changes'],
  }),
  revealAccount: wallet('POST /withdrawals/{id}/reveal', {
    summary: 'The account number of a due payout',
    roles: ['admin'],
    freshFactor: true,
    params: byId,
    problems: ['forbidden', 'not-found', 'not-approved', 'closed-payout', 'worker-suspended', 'no-account'],
    responses: { 200: z.object({ accountNumber: z.string() }).meta({ id: 'AccountNumber' }) },
  }),
  decidePayout: wallet('POST /withdrawals/{id}/payout', {
    summary: 'Record that a payout was paid, or that it failed',
    roles: ['admin'],
    freshFactor: true,
    params: byId,
    body: z.object({
      outcome: z.enum(['paid', 'failed'], { error: 'Outcome must be paid or failed' }),
      reference: s.payoutReference
        .optional()
        .meta({
          description: 'Of the payment, shown to the worker.',
          'x-also': `Required when paid; at least ${c.PAYOUT_REFERENCE_LENGTH.min} characters beside spaces at its ends`,
        }),
      reason: s
        .text(rules.payoutReasonRule)
        .optional()
        .meta({ description: 'Shown to the worker.', 'x-also': 'Required when failed' }),
      accountMask: s.accountMask
        .optional()
        .meta({
          description: 'The last characters of the account number that was used.',
          'x-also': 'Required when paid, if the withdrawal has an account number',
        }),
      earlyReason: s
        .text(rules.earlyReasonRule)
        .optional()
        .meta({ description: 'For the admin trail.', 'x-also': 'Required when paid before `payFrom`' }),
    }),
    problems: [
      'forbidden',
      'not-found',
      'not-approved',
      'closed-payout',
      'worker-suspended',
      'number-changed',
      'number-just-changed',
    ],
  }),
  listPayoutRates: wallet('GET /payout-rates', {
    summary: 'The payment systems that pay in another currency than dollars, with their rates',
    roles: ['worker', 'admin'],
    responses: { 200: z.array(s.payoutRateSchema) },
  }),
  setPayoutRate: wallet('PUT /payout-rates/{system}', {
    summary: 'Set what a dollar is in the currency of a payment system; later approvals keep it',
    roles: ['admin'],
    params: z.object({ system: s.paymentSystem }),
    body: z.object({ perDollar: s.payoutRate }),
    problems: ['forbidden', 'not-found'],
  }),
  createPaymentIntent: wallet('POST /create-payment-intent', {
    summary: 'Start the purchase of a coin package',
    roles: ['buyer'],
    idempotent: true,
    body: z.object({ price: s.packagePrice }),
    problems: ['forbidden', 'idempotency-mismatch', 'processor-down'],
    responses: { 200: z.object({ clientSecret: z.string() }) },
  }),
  storePayment: wallet('POST /storePayment', {
    summary: 'Record a payment that the processor has confirmed',
    roles: ['buyer'],
    // Its card was charged before.
    whileSuspended: true,
    idempotent: true,
    body: z.object({ amount: s.packagePrice }),
    problems: ['no-payment', 'processor-down'],
    responses: { 201: s.inserted },
  }),
  confirmSimulatedPayment: wallet('POST /payments/simulated/confirm', {
    summary: 'Confirm a payment at the simulated processor',
    roles: ['buyer'],
    body: z.object({
      clientSecret: s.text(rules.lineRule('Client secret', { max: 200 })),
      cardNumber: s
        .text(rules.lineRule('Card number', { max: 40 }))
        .meta({ 'x-also': 'A card number by its check digit' }),
      expiry: s
        .text(rules.lineRule('Expiry', { max: 10 }))
        .optional()
        .meta({ 'x-also': 'MM/YY, not in the past' }),
      cvc: s
        .text(rules.lineRule('CVC', { max: 4 }))
        .optional()
        .meta({ 'x-also': 'Three or four digits' }),
      authenticate: z
        .enum(['complete', 'fail'])
        .optional()
        .describe("The answer to the processor's question, for cards that need authentication."),
    }),
    problems: ['not-found', 'card-declined'],
    responses: { 200: z.object({ status: z.enum(['succeeded', 'requires_action']), intent: z.string() }) },
  }),
  stripeWebhook: wallet('POST /webhooks/stripe', {
    summary: 'Receive events of Stripe, authenticated by their signature',
    auth: 'none',
    rawBody: {
      contentType: 'application/json',
      maxBytes: 1_048_576,
      schema: z.unknown().describe('An event of Stripe; its signature is in the header `Stripe-Signature`.'),
    },
    problems: ['not-found', 'bad-signature', 'processor-down'],
    responses: { 200: z.object({ received: z.literal(true) }) },
  }),
  listPayments: wallet('GET /payments', {
    summary: "The caller's payments, or all (admin), newest first",
    roles: ['buyer', 'admin'],
    query: s
      .listQuery(['newest'])
      .extend({ state: z.enum(c.PAYMENT_STATES).optional(), buyer: ofPerson('Buyer', 'Payments of this buyer.') }),
    ...list(s.paymentSchema),
  }),
  creditPayment: wallet('POST /payments/{intent}/credit', {
    summary: 'Credit the coins of a recorded payment (COIN_CREDIT=manual)',
    roles: ['admin'],
    idempotent: true,
    params: z.object({ intent: s.id() }),
    body: z.object({}).optional(),
    problems: ['forbidden', 'not-found', 'payment-reversed', 'not-a-buyer', 'unavailable'],
  }),
  requestAdjustment: wallet('POST /users/{id}/adjustments', {
    summary:
      'Add coins to an account, or take some. What exceeds the limit of the installation waits for another admin',
    roles: ['admin'],
    idempotent: true,
    namesPerson: true,
    freshFactor: true,
    params: byId,
    body: z.object({
      coins: s.adjustedCoins,
      kind: s.adjustmentKind,
      reason: s.text(rules.adjustmentReasonRule).meta({ description: 'The person reads it.' }),
    }),
    problems: [
      'forbidden',
      'not-found',
      'own-adjustment',
      'not-adjustable',
      'too-few-coins',
      'role-unsettled',
      'unavailable',
    ],
    responses: { 201: z.object({ insertedId: z.string(), state: z.enum(['posted', 'waiting']) }) },
  }),
  listAdjustments: wallet('GET /adjustments', {
    summary: 'Adjustments of accounts by admins, newest first',
    roles: ['admin'],
    query: s
      .listQuery(['newest'])
      .omit({ q: true, sort: true })
      .extend({ state: z.enum(c.ADJUSTMENT_STATES).optional(), user: s.id('User').optional() }),
    ...list(s.adjustmentSchema),
  }),
  decideAdjustment: wallet('PATCH /adjustments/{id}', {
    summary: 'Approve or decline a waiting adjustment of another admin, or take back one’s own (`declined`)',
    roles: ['admin'],
    freshFactor: true,
    params: byId,
    body: z.object({ status: z.enum(['approved', 'declined'], { error: 'Status must be approved or declined' }) }),
    problems: [
      'forbidden',
      'not-found',
      'own-adjustment',
      'adjustment-decided',
      'not-adjustable',
      'too-few-coins',
      'role-unsettled',
      'unavailable',
    ],
  }),
  statement: wallet('GET /statement', {
    summary: "The caller's ledger entries, newest first; an admin may name a user",
    query: s.listQuery(['newest']).extend({
      user: s
        .id('User')
        .optional()
        .meta({ 'x-roles': ['admin'], description: 'Whose entries; other roles may only give their own id.' }),
      kind: z.enum(s.TRANSFER_KINDS).optional(),
    }),
    problems: ['forbidden'],
    ...list(s.entrySchema),
  }),
  exportStatement: wallet('GET /statement.csv', { ...statementExport, contentType: 'text/csv' }),
  exportStatementXlsx: wallet('GET /statement.xlsx', { ...statementExport, contentType: c.XLSX_TYPE }),

  earnings: wallet('GET /earnings', {
    summary: 'Coins that the caller earned and withdrew, of each of the last days, oldest first',
    query: z.object({ days: s.earningDays.optional() }),
    responses: { 200: z.array(s.earningDaySchema) },
  }),

  earningMonths: wallet('GET /earnings/months', {
    summary: "The caller's earnings of a year, by month, oldest first; a month after the present one is absent",
    query: z.object({ year: s.year }),
    responses: { 200: z.array(s.earningMonthSchema) },
  }),
  exportEarnings: wallet('GET /earnings.csv', { ...earningsExport, contentType: 'text/csv' }),
  exportEarningsXlsx: wallet('GET /earnings.xlsx', { ...earningsExport, contentType: c.XLSX_TYPE }),

  dollarFlow: wallet('GET /admin/flow', {
    summary: 'Dollars paid in, paid out and owed, of each of the last days, oldest first',
    roles: ['admin'],
    query: z.object({ days: s.earningDays.optional() }),
    responses: { 200: z.array(s.flowDaySchema) },
  }),

  // Media
  uploadImage: media('POST /images', {
    summary: 'Upload a picture (multipart field `image`)',
    auth: 'any',
    keys: true,
    rawBody: {
      contentType: 'multipart/form-data',
      // The multipart form around the picture adds some bytes.
      maxBytes: c.IMAGE_LIMITS.maxBytes + 64 * 1024,
      schema: z.object({
        image: z
          .string()
          .meta({
            format: 'binary',
            description: `One ${c.IMAGE_FORMAT_NAMES} file of at most ${c.IMAGE_MEGABYTES} MB.`,
            'x-also': 'A picture that can be read',
          }),
      }),
    },
    problems: [
      'too-large',
      'unsupported-media-type',
      'upload-incomplete',
      'image-host-down',
      'too-many-requests',
      'unavailable',
    ],
    responses: {
      201: z.object({
        success: z.literal(true),
        data: z.object({ display_url: z.string(), width: z.int(), height: z.int() }),
      }),
    },
  }),
  checkPictures: media('POST /images/check', {
    summary: 'Which addresses lead to no picture. Call it before posting tasks with pictures of other hosts',
    roles: ['buyer'],
    body: z.object({
      urls: z
        .array(s.imageUrl('Picture URL'), 'Pictures must be a list of addresses')
        .min(1, 'Name at least one picture')
        .max(c.MOST_CHECKED_PICTURES, `At most ${c.MOST_CHECKED_PICTURES} pictures can be checked at a time`),
    }),
    problems: ['forbidden', 'too-many-requests', 'unavailable'],
    responses: { 200: z.object({ unreachable: z.array(z.string()) }) },
  }),
  getImage: media('GET /images/{name}', {
    summary: 'A picture as WebP, at most `w` pixels wide',
    auth: 'none',
    params: z.object({ name: z.string().regex(/^[0-9a-z]{26}(\.webp)?$/, 'We couldn’t find this picture') }),
    query: z.object({ w: s.imageWidth.optional() }),
    problems: ['not-found'],
    responses: { 200: null },
    contentType: 'image/webp',
    headers: ['ETag'],
  }),

  // Notifications
  listNotifications: notification('GET /notifications', {
    summary: "The caller's notifications, newest first",
    query: s.listQuery(['newest']).omit({ q: true }).extend({ unread: flag.optional() }),
    ...list(s.notificationSchema),
    headers: ['X-Total-Count', 'X-Unread-Count', 'Link'],
  }),
  readNotifications: notification('POST /notifications/read', {
    summary: "Mark the caller's notifications as read, from the oldest to this one",
    whileSuspended: true,
    body: z.object({ until: s.id('Notification') }),
    problems: ['not-found'],
  }),
  readNotification: notification('PATCH /notifications/{id}', {
    summary: "Mark one of the caller's notifications as read",
    whileSuspended: true,
    params: byId,
    body: z.object({ read: z.literal(true, { error: 'Read must be true' }) }),
    problems: ['not-found'],
  }),
  notificationSettings: notification('GET /notification-settings', {
    summary: 'Which notifications of the caller are also mailed',
    responses: { 200: s.notificationSettingsSchema },
  }),
  changeNotificationSettings: notification('PATCH /notification-settings', {
    summary: 'Choose which notifications are also mailed; an absent kind stays as it is',
    body: z.object({ email: s.notificationEmail }),
  }),
  listMail: notification('GET /admin/mail', {
    summary: `Mails of the last ${c.MAIL_DAYS} days, newest first; 404 when the installation sends none`,
    roles: ['admin'],
    query: s
      .listQuery(['newest'])
      .omit({ q: true })
      .extend({ state: z.enum(c.MAIL_STATES).optional() }),
    problems: ['not-found'],
    ...list(s.mailSchema),
  }),

  // Composed by the gateway
  totals: gateway('GET /totals', {
    summary: 'Sums for the home screens',
    keys: true,
    responses: { 200: s.totalsSchema },
  }),
  live: gateway('GET /live', {
    summary: "The caller's changes as server-sent events",
    responses: { 200: null },
    contentType: 'text/event-stream',
  }),
  downloadOwnData: gateway('GET /own-data.zip', {
    summary: 'Everything that is kept about the caller: JSON files and the uploaded pictures',
    isDownload: true,
    responses: { 200: null },
    contentType: 'application/zip',
  }),
  getClosing: gateway('GET /closing', {
    summary: 'What closing the own account means, or what the closing waits for',
    responses: { 200: s.closingSchema },
  }),
  listParked: gateway('GET /admin/parked', {
    summary: 'Parked events',
    roles: ['admin'],
    ...list(s.parkedEventSchema),
  }),
  retryParked: gateway('POST /admin/parked/{id}/retry', {
    summary: 'Retry a parked event',
    roles: ['admin'],
    params: byId,
    problems: ['not-found', 'conflict'],
  }),
  listAdminTrail: gateway('GET /admin/trail', {
    summary: 'Acts of admins and of the operator, newest first',
    roles: ['admin'],
    query: s
      .listQuery(['newest'])
      .extend({ person: ofPerson('Person', 'Acts about this person, or about what is theirs.') }),
    ...list(s.adminActSchema),
  }),
  readPerson: gateway('GET /admin/people/{id}', {
    summary: 'A person with their balance and its causes, also of a closed account',
    roles: ['admin'],
    params: z.object({ id: s.id('Id or email') }),
    problems: ['not-found'],
    responses: { 200: s.personSchema },
  }),
  listLinkedPeople: gateway('GET /admin/people/{id}/links', {
    summary: 'Accounts that may belong to the same person, those with most reasons first',
    roles: ['admin'],
    params: byId,
    responses: { 200: z.array(s.linkedPersonSchema) },
  }),
  search: gateway('GET /admin/search', {
    summary:
      'People, tasks, submissions, withdrawals and payments by id, email, name, title, reference or the end of an account number',
    roles: ['admin'],
    query: z.object({ q: s.text(rules.lineRule('Search', { min: c.MIN_SEARCH_LENGTH, max: c.TITLE_LENGTH })) }),
    responses: { 200: s.foundSchema },
  }),
  readIntegrity: gateway('GET /admin/integrity', {
    summary: 'Sums of coins, running checks, late work',
    roles: ['admin'],
    responses: { 200: s.integritySchema },
  }),
  getLegalText: gateway('GET /legal/{document}', {
    summary: 'The terms, the privacy notice, or how to reach the operator',
    auth: 'none',
    params: z.object({ document: z.enum(c.LEGAL_DOCUMENTS) }),
    query: z.object({ language: z.enum(['en', 'bn']).optional() }),
    responses: { 200: s.legalTextSchema },
  }),
  config: gateway('GET /config', {
    summary: 'Settings for the browser',
    auth: 'none',
    responses: { 200: s.configSchema },
  }),
} as const satisfies Record<string, OperationSpec>;

export type OperationId = keyof typeof OPERATIONS;

type Parsed<O, K extends 'params' | 'query' | 'body'> =
  O extends Record<K, infer Z extends z.ZodType> ? z.output<Z> : undefined;

/** Validated, trimmed and converted. */
export interface OperationInput<I extends OperationId> {
  params: Parsed<(typeof OPERATIONS)[I], 'params'>;
  query: Parsed<(typeof OPERATIONS)[I], 'query'>;
  body: Parsed<(typeof OPERATIONS)[I], 'body'>;
}

type Responses<I extends OperationId> = (typeof OPERATIONS)[I]['responses'];
/** Response body by status. */
export type OperationOutput<I extends OperationId> = {
  [S in keyof Responses<I>]: Responses<I>[S] extends z.ZodType ? z.output<Responses<I>[S]> : null;
}[keyof Responses<I>];

export type HandlerProblem<I extends OperationId> =
  | 'validation'
  | 'account-suspended'
  | ((typeof OPERATIONS)[I] extends { problems: readonly (infer C extends ProblemCode)[] } ? C : never);
