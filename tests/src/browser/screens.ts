import { DAY_MS } from '@piecework/base';
import {
  type Adjustment,
  type ApiKey,
  type Appeal,
  type Batch,
  type Page as BatchPage,
  type Block,
  type Form,
  type Mail,
  type ParkedEvent,
  type Payment,
  type ReportCase,
  type Reservation,
  type Role,
  type Row,
  type Submission,
  type Suspect,
  type Suspension,
  TEST_CARDS,
  type WaitingGrant,
  type Withdrawal,
} from '@piecework/contracts';
import type { Page, Route } from 'playwright-core';
import { nameOn } from '../support/page-language';

/** Role of the visitor; a newcomer has signed up and has no role yet. */
export type Visitor = 'public' | 'newcomer' | Role;

/** Whose screens are translated. */
export const TRANSLATED_VISITORS: readonly Visitor[] = ['public', 'newcomer', 'worker'];

/** Mocked answers to the content requests of a screen: empty lists, no answer, 503, or these rows, or this body, for one path. */
export type Answers =
  | 'empty'
  | 'pending'
  | 'failure'
  | ({ path: string; hasMail?: true } & ({ rows: readonly object[] } | { body: object }));

/** A screen in one of its states. */
export interface Screen {
  visitor: Visitor;
  name: string;
  /** `:task` is a task with open places, `:ownTask` one of the demo buyer's. */
  path: string;
  /** Interactions that lead to the state after the page has opened. */
  open?: (page: Page) => Promise<unknown>;
  answers?: Answers;
  /** The only size in which it exists. */
  only?: 'desk' | 'phone';
  /** Its first state on a phone is not the one of a desk that gets narrow. */
  differsOnPhone?: true;
  /** Not pictured in docs/screens. */
  isUnpictured?: true;
  /** Another part of a listed screen, only for pictures. */
  isPart?: true;
}

/** Their layout differs between the four sizes: axe checks them in each. It checks the others on a desk and a phone. */
const RESIZED: Readonly<Record<Role, RegExp>> = {
  worker:
    /^(home(-needs)?|task|work|submissions?|submission-(rejected|sent-back)|appeal|withdrawals?(-failed|-held|-correct|-receipt|-year)?)$/,
  buyer:
    /^(home|review|review-reject|add-task(-form(-field)?)?|batch-(form|data|pay)|results|results-approved|results-rows?|review-desk(-(?!empty|loading|error).*)?)$/,
  admin:
    /^(home|payouts|payout-paid|withdrawals-held|withdrawal-hold|withdrawal-cancel|appeals|appeal-uphold|trail|integrity)$/,
};
export const isResized = ({ visitor, name }: Screen): boolean =>
  visitor !== 'public' && visitor !== 'newcomer' && RESIZED[visitor].test(name);

type Rest = Omit<Screen, 'visitor' | 'name' | 'path'>;
const screen = (visitor: Visitor, name: string, path: string, rest: Rest = {}): Screen => ({
  visitor,
  name,
  path: visitor === 'public' || visitor === 'newcomer' || path.startsWith('/') ? path : `/dashboard/${path}`,
  ...rest,
});

/** The states of a screen whose content comes from lists. */
const listStates = (visitor: Role, name: string, path: string): Screen[] => {
  const states = { empty: 'empty', loading: 'pending', error: 'failure' } as const;
  return Object.entries(states).map(([state, answers]) =>
    screen(visitor, `${name}-${state}`, path, { answers, isUnpictured: true }),
  );
};

const showWithdrawals = async (page: Page) => {
  const heading = page.getByRole('heading', { name: await nameOn(page, 'Your withdrawals') });
  await heading.evaluate((it) => it.scrollIntoView());
};

/** A phone has no other view. */
const showRows = async (page: Page) => {
  const rows = page.getByLabel('Rows', { exact: true });
  if (await rows.isVisible()) await rows.click();
};

const press =
  (name: string | RegExp, role: 'button' | 'link' | 'menuitem' = 'button') =>
  async (page: Page) =>
    page
      .getByRole(role, { name: await nameOn(page, name) })
      .first()
      .click();

/** Opens the first picture of the screen, and zooms in. */
const enlarge = async (page: Page) => {
  await press(/^Enlarge the picture of/)(page);
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('img').waitFor();
  await page.keyboard.press('+');
};

const steps =
  (...all: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of all) await step(page);
  };

/** By keyboard: hovering with the mouse would open the menu as well. */
const openAccount = async (page: Page) => {
  await page.getByRole('button', { name: await nameOn(page, /, account$/) }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
};

const openThread = async (page: Page) => {
  await page
    .getByRole('navigation', { name: await nameOn(page, 'Threads') })
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('button', { name: await nameOn(page, 'Send') }).waitFor();
};
const openBell = async (page: Page) => {
  await page
    .getByRole('button', { name: await nameOn(page, /^Notifications/) })
    .first()
    .click();
  const panel = page.getByRole('region', { name: await nameOn(page, 'Notifications') });
  await panel.getByRole('link').last().waitFor();
};

/** Sections mount when they are near the viewport. */
const readThrough = async (page: Page) => {
  for (const heading of HOME_SECTIONS) await (await sectionOf(page, heading)).scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page
    .getByText(await nameOn(page, 'Monthly'))
    .first()
    .waitFor();
  await page.evaluate(() => scrollTo(0, 0));
};
const sectionOf = async (page: Page, heading: string) =>
  page
    .locator('main')
    .getByText(await nameOn(page, heading), { exact: true })
    .first();
const HOME_SECTIONS = ['Top earned worker', 'testimonial', 'Featured Tasks', 'Q/A', 'VIP Membership'];
const section = (heading: string) => async (page: Page) => {
  await readThrough(page);
  const top = await sectionOf(page, heading);
  await top.evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 96));
};

const fillCard = (number: string) => async (page: Page) => {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12/34');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^Pay / }).click();
};

/** Headers of an answer that a test gives instead of the gateway. */
const ANY_ORIGIN = { 'access-control-allow-origin': '*' };

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** No task has it. */
const GONE = '000000000000000000000000';

/** A place of a task that has been deleted. */
const blocking = {
  path: '/blocks',
  rows: ['Rahim Uddin', 'Wilhelmina Featherstonehaugh-Cholmondeley of the Upper Valley'].map(
    (name, n): Block => ({
      _id: `b${n}`,
      name,
      taskTitle: 'Copy the totals of 40 receipts',
      blockedAt: '2026-11-20T10:30:00.000Z',
    }),
  ),
};

const RESERVATION: Reservation = {
  _id: 'r1',
  taskId: GONE,
  payableAmount: 60,
  taskTitle: 'Transcribe the handwritten minutes of the Donaudampfschifffahrtsgesellschaft, volume three',
  expiresAt: inDays(0.6),
};
const reserved = { path: '/reservations', rows: [RESERVATION] } as const;

const PUBLIC: Screen[] = [
  screen('public', 'home', '/', { open: readThrough }),
  screen('public', 'home-earners', '/', { open: section('Top earned worker'), isPart: true }),
  screen('public', 'home-testimonials', '/', { open: section('testimonial'), isPart: true }),
  screen('public', 'home-tasks', '/', { open: section('Featured Tasks'), isPart: true }),
  screen('public', 'home-questions', '/', { open: section('Q/A'), isPart: true }),
  screen('public', 'home-vip', '/', { open: section('VIP Membership'), isPart: true }),
  screen('public', 'home-menu', '/', { open: press('Open menu'), only: 'phone' }),
  screen('public', 'home-error', '/', { answers: 'failure', isUnpictured: true }),
  screen('public', 'tasks', '/tasks'),
  screen('public', 'tasks-none', '/tasks?q=zzzz', { isUnpictured: true }),
  screen('public', 'tasks-loading', '/tasks', { answers: 'pending', isUnpictured: true }),
  screen('public', 'tasks-error', '/tasks', { answers: 'failure', isUnpictured: true }),
  screen('public', 'qa', '/qa'),
  screen('public', 'terms', '/terms'),
  screen('public', 'contact', '/contact', { isUnpictured: true }),
  screen('public', 'task', '/task/:task'),
  screen('public', 'task-gone', `/task/${GONE}`, { isUnpictured: true }),
  screen('public', 'task-loading', '/task/:task', { answers: 'pending', isUnpictured: true }),
  screen('public', 'task-error', '/task/:task', { answers: 'failure', isUnpictured: true }),
  screen('public', 'login', '/login'),
  screen('public', 'login-refused', '/login', {
    open: steps(press('Login'), (page) => page.getByText('Password is required').waitFor()),
    isUnpictured: true,
  }),
  screen('public', 'forgot-password', '/forgotPassword'),
  screen('public', 'forgot-password-answered', '/forgotPassword', {
    open: async (page) => {
      await page.getByLabel('Account email').fill('wilma@example.com');
      await press('Reset password')(page);
      await page.getByText('for wilma@example.com').waitFor();
    },
    isUnpictured: true,
  }),
  screen('public', 'reset-password', '/resetPassword#request.secret'),
  screen('public', 'reset-password-invalid', '/resetPassword', { isUnpictured: true }),
  screen('public', 'confirm-email', '/confirmEmail#request.secret'),
  screen('public', 'confirm-email-invalid', '/confirmEmail', { isUnpictured: true }),
  screen('public', 'register', '/register'),
  screen('public', 'register-refused', '/register', {
    open: steps(press(/^Register/), (page) => page.getByText('Name is required').waitFor()),
    isUnpictured: true,
  }),
  screen('public', 'not-found', '/no-such-page'),
  screen('newcomer', 'select-role', '/selectRole'),
];

/** A withdrawal of unpaid starting coins from five buyers, and one above the balance. */
const FLAGGED: Withdrawal[] = [
  {
    _id: 'w1',
    workerId: 'u1',
    workerName: 'Maximiliane von Wolfenstein-Featherstonehaugh',
    workerEmail: 'maximiliane.wolfenstein@piecework.demo',
    paymentSystem: 'bkash',
    status: 'pending',
    withdrawalCoin: 254,
    withdrawalAmount: 12.7,
    withdrawalDate: '22-11-2026',
    unearnedCoin: 9,
    funding: {
      covered: true,
      settles: 5,
      coins: 245,
      buyers: 5,
      largestShare: 0.2,
      paidIn: 0,
      loss: 12.7,
      granted: 254,
      appealed: 0,
      purchases: [],
      newBuyersShare: 1,
      total: { requested: 12.7, paidIn: 0, granted: 254 },
      newBuyers: 5,
      newWorker: true,
      onlyWorkerBuyers: 5,
      truncated: false,
      reasons: ['unpaid-coins', 'only-worker'],
    },
  },
  {
    _id: 'w2',
    workerId: 'u2',
    workerName: 'Sadia Rahman',
    workerEmail: 'sadia@piecework.demo',
    paymentSystem: 'rocket',
    status: 'pending',
    withdrawalCoin: 260,
    withdrawalAmount: 13,
    withdrawalDate: '22-11-2026',
    unearnedCoin: 143,
    funding: {
      covered: false,
      settles: 0,
      coins: 0,
      buyers: 0,
      largestShare: 0,
      paidIn: 0,
      loss: 0,
      granted: 0,
      appealed: 0,
      purchases: [],
      newBuyersShare: 0,
      total: { requested: 0, paidIn: 0, granted: 0 },
      newBuyers: 0,
      newWorker: true,
      onlyWorkerBuyers: 0,
      truncated: false,
      reasons: [],
    },
  },
];
/** A due payout with a number, and one of a client that sent none. */
const DUE: Withdrawal[] = FLAGGED.map(({ funding: _, ...withdrawal }, at) => ({
  ...withdrawal,
  status: 'approved',
  payout: 'due',
  ...(at === 0 && { accountMask: '678' }),
}));
const due = { path: '/withdrawals', rows: DUE };

const APPEALS: Appeal[] = [
  {
    _id: 's1',
    taskId: 't1',
    taskTitle: 'Name the ten birds in the pictures',
    payableAmount: 12,
    workerName: 'Sadia Rahman',
    workerEmail: 'sadia@piecework.demo',
    buyerName: 'Bella Buyer',
    buyerEmail: 'bella@piecework.demo',
    submissionDetails: 'Robin, wren, blackbird …, see https://example.com/birds/2026/november',
    reason: { code: 'incomplete', text: 'The last three pictures have no name.' },
    rejectedAt: '2026-11-21T12:00:00.000Z',
    text: 'The last three pictures show the same wren, as I have written below the list.',
    filedAt: '2026-11-21T18:30:00.000Z',
    state: 'open',
    paidBy: 'escrow',
  },
];
const appealed = { path: '/appeals', rows: APPEALS };

const SUSPENSIONS: Suspension[] = [
  {
    _id: 's1',
    userId: 'w1',
    userName: 'Wanda',
    userEmail: 'wanda@example.com',
    userRole: 'worker',
    reasonCode: 'poor-work',
    text: 'Forty answers of this week are copies of each other, also where the pictures differ.',
    suspendedBy: 'another',
    at: '2026-11-22T12:00:00.000Z',
    until: '2099-12-29T12:00:00.000Z',
    state: 'active',
    appeal: {
      text: 'I typed each of these answers myself. The pictures of one receipt were in the list several times.',
      filedAt: '2026-11-22T15:00:00.000Z',
      state: 'open',
    },
  },
];
const REPORTS: ReportCase[] = [
  {
    _id: 'report-1',
    subject: { type: 'person', id: 'u1' },
    owner: {
      userId: 'u1',
      userName: 'Bo Buyer',
      userEmail: 'bo.buyer@example.com',
      userRole: 'buyer',
      isClosed: false,
      isSuspended: false,
    },
    state: 'open',
    openedAt: '2026-11-22T15:00:00.000Z',
    reporters: 1,
    reports: [
      {
        reporterId: 'u2',
        reporterEmail: 'wanda.worker@example.com',
        reporterName: 'Wanda Worker',
        reasonCode: 'credentials',
        text: 'The form of the task asks for the password of my bank account, and for the code that the bank sends.',
        at: '2026-11-22T15:00:00.000Z',
        record: { upheld: 2, dismissed: 1, false: 0 },
      },
    ],
  },
];
const reported = { path: '/reports', rows: REPORTS };
const suspended = { path: '/suspensions', rows: SUSPENSIONS };

/** States of the demo worker: rejected with a reason, sent back, and a failed payout. */
const STATES: Submission[] = (['reject', 'pending'] as const).map((status, at) => ({
  _id: `s${at}`,
  taskId: 't1',
  taskTitle: 'Name the ten birds in the pictures',
  payableAmount: 12,
  workerName: 'Wanda',
  workerEmail: 'worker@piecework.demo',
  status,
  submissionDate: '20-11-2026',
  buyerName: 'Bella Buyer',
  buyerEmail: 'bella@piecework.demo',
  submissionDetails: 'Robin, wren, blackbird …',
  ...(status === 'reject'
    ? {
        decidedAt: '2026-11-21T12:00:00.000Z',
        decidedBy: 'buyer' as const,
        reason: { code: 'incomplete' as const, text: 'The last three pictures have no name.' },
        appealUntil: inDays(5),
      }
    : {
        revision: { note: 'Please add the names of the last three birds.', requestedAt: inDays(-1), dueAt: inDays(2) },
      }),
}));
const states = { path: '/submissions', rows: STATES };
const undecided = {
  path: '/totals',
  body: { worker: { submissions: 2, pending: 2, approved: 0, earned: 0, reviewed: { approved: 0, decided: 0 } } },
};
const lastDay = {
  path: '/submissions',
  rows: STATES.map((submission) => ({ ...submission, ...(submission.appealUntil && { appealUntil: inDays(0.3) }) })),
};
const FORM: Form = {
  fields: [
    { kind: 'text', name: 'bird', label: 'Name of the bird', required: true, help: 'As in https://birds.example' },
    { kind: 'longText', name: 'note', label: 'What makes you sure?', required: false },
    { kind: 'number', name: 'count', label: 'Birds in the picture', required: true, min: '1', max: '100' },
    { kind: 'date', name: 'day', label: 'Day of the picture', required: false },
    {
      kind: 'choice',
      name: 'light',
      label: 'Light',
      required: false,
      options: [
        { value: 'good', label: 'Good' },
        { value: 'poor', label: 'Too dark or too bright to recognise the colours' },
      ],
    },
    {
      kind: 'choices',
      name: 'seen',
      label: 'Seen in the picture',
      required: true,
      maxCount: 2,
      options: ['Nest', 'Eggs', 'Chicks'].map((label) => ({ value: label, label })),
    },
    { kind: 'picture', name: 'proof', label: 'Screenshot of the page', required: true },
  ],
};
const answered = {
  path: '/submissions',
  rows: STATES.map((submission) => ({
    ...submission,
    answers: [{ bird: 'Magpie-robin', count: '3', day: '2026-11-20', seen: ['Nest', 'Eggs'] }],
  })),
};
const answerForm = (page: Page) =>
  page.route('**/tasks/*/form', (route) => route.fulfill({ json: FORM, headers: ANY_ORIGIN }));
/** A page of two rows, each with a picture. */
const WORK_PAGE = {
  number: 12,
  pages: 300,
  columns: [
    { name: 'id', label: 'ID', kind: 'key' },
    { name: 'photo', label: 'Photo', kind: 'picture' },
    { name: 'place', label: 'Where it was taken', kind: 'text' },
  ],
  rows: ['B-0023', 'B-0024'].map((id, at) => ({
    number: 23 + at,
    values: { id, photo: `https://pictures.example/${id}.svg`, place: 'Sundarbans, near Khulna' },
    text: `Name the bird in ${id}.`,
  })),
};
const WORK_PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480"><rect width="640" height="480" fill="#84d3a5"/><circle cx="320" cy="240" r="120" fill="#7a5100"/></svg>';
/** Makes the shown task a batch, and opens its work mode. @param answer to the request for a page */
const openWork = (answer: object = { insertedId: 'r1', expiresAt: inDays(0.02), page: WORK_PAGE }) =>
  steps(
    (page) =>
      page.route(/\/tasks\/[^/?]+$/, async (route) => {
        if (route.request().method() !== 'GET') return route.fallback();
        const response = await route.fetch();
        const batch = { rows: 600, pages: 300, rowsPerPage: 2, overlap: { max: 1 } };
        await route.fulfill({ response, json: { ...(await response.json()), hasForm: true, batch } });
      }),
    answerForm,
    (page) => answerWork(page, answer),
    enterWork,
  );
const answerWork = async (page: Page, answer: object) => {
  await page.route('**/pictures.example/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: WORK_PICTURE }),
  );
  // Of the next page there is none.
  await page.route(/\/reservation(\?|$)/, (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const json = route.request().url().includes('besides') ? NO_PAGE : answer;
    return route.fulfill({ status: 'message' in json ? 200 : 201, json, headers: ANY_ORIGIN });
  });
};
const NO_PAGE = { message: 'All places in this task are taken. Please choose another one.' };
const enterWork = async (page: Page) => {
  await page.goto(`${page.url()}/work`);
  await page.locator('#root h1').first().waitFor();
};
const openSubmission = (at: number) => (page: Page) =>
  page.locator('main button[aria-haspopup="dialog"]').nth(at).click();

/** A batch of receipts, three answers to a page of two rows. */
const BATCH = { rows: 6, pages: 3, rowsPerPage: 2, overlap: { max: 3 } };
const COLUMNS: BatchPage['columns'] = [
  { name: 'bird_id', label: 'Bird', kind: 'key' },
  { name: 'image_url', label: 'Picture', kind: 'picture' },
  { name: 'place', label: 'Place', kind: 'text' },
  { name: 'map', label: 'Map', kind: 'link' },
];
const batchRow = (number: number, picture: string): Row => ({
  number,
  page: Math.ceil(number / BATCH.rowsPerPage),
  values: {
    bird_id: `B-${1040 + number}`,
    image_url: picture,
    place: number % 2 === 0 ? 'Sundarbans' : 'The botanical garden of the University of Chittagong, beside the pond',
    map: 'https://maps.example/place/22.47,91.78/botanical-garden',
  },
  state: number === 1 ? 'disputed' : 'open',
  ...(number === 1 && {
    consensus: {
      bird: { share: 0.5, isUndecided: true },
      count: { value: '3', share: 1 },
      day: { value: '2026-11-20', share: 1 },
      seen: { value: ['Nest', 'Eggs'], share: 1 },
    },
  }),
  answers: (['pending', 'approved', 'reject'] as const)
    .slice(0, Math.max(0, 4 - number))
    .map((status, at) => ({
      submissionId: `s${at}`,
      workerName: ['Wanda', 'Maximiliane von Wolfenstein-Featherstonehaugh', 'Sadia Rahman'][at] ?? '',
      status,
      submittedAt: '2026-11-21T12:00:00.000Z',
      answer: {
        bird: at === 1 ? 'Oriental magpie-robin, a young one that has lost its tail feathers' : 'Magpie-robin',
        count: '3',
        day: '2026-11-20',
        seen: ['Nest', 'Eggs'],
      },
    })),
});
/** The rows, with a picture of the demo data. */
const batchRows = async (route: Route): Promise<Row[]> => {
  const tasks = await route.fetch({ url: new URL('/tasks?limit=1', route.request().url()).href });
  const [task] = (await tasks.json()) as { taskImageURL: string }[];
  return Array.from({ length: BATCH.rows }, (_, at) => batchRow(at + 1, task?.taskImageURL ?? ''));
};
const answerPages = (page: Page) =>
  page.route(/\/tasks\/[^/]+\/pages\/\d+$/, async (route) => {
    const number = Number(route.request().url().split('/').at(-1));
    const rows = (await batchRows(route)).filter((row) => row.page === number);
    const json: BatchPage = {
      number,
      pages: BATCH.pages,
      columns: COLUMNS,
      rows: rows.map(({ number: at, values }) => ({ number: at, values, text: 'Name the bird.' })),
    };
    return route.fulfill({ json, headers: ANY_ORIGIN });
  });
/** Makes the task of the screen a batch, whose list of rows is answered in this way. */
const asBatch = (answerRows: (route: Route) => Promise<void>) =>
  steps(
    answerForm,
    answerPages,
    (page) => page.route(/\/tasks\/[^/]+\/rows\?/, answerRows),
    (page) =>
      page.route(/\/tasks\/[^/]+\/progress$/, (route) =>
        route.fulfill({ json: { rows: { disputed: 1, open: 5, answered: 0, agreed: 0 } }, headers: ANY_ORIGIN }),
      ),
    (page) =>
      page.route('**/tasks/*', async (route) => {
        const response = await route.fetch();
        return route.fulfill({ response, json: { ...(await response.json()), hasForm: true, batch: BATCH } });
      }),
    (page) => page.reload(),
  );
const withRows = steps(
  asBatch(async (route) => route.fulfill({ json: await batchRows(route), headers: ANY_ORIGIN })),
  (page) => page.getByRole('button', { name: 'Row 1: B-1041' }).waitFor(),
);
const showRowList = (page: Page) => page.getByLabel('Search rows').evaluate((it) => it.scrollIntoView());
/** Pending answers to the first page. */
const ofBatch = {
  path: '/submissions',
  rows: [0, 1, 2].map((at) => ({
    ...STATES[0],
    _id: `s${at}`,
    page: 1,
    status: 'pending',
    answers: [{ bird: 'Magpie-robin', count: '3', seen: ['Nest'] }, { bird: 'Oriental dollarbird' }],
  })),
};
/** The desk with a page of a batch: two rows, or one with a dispute. */
const asPage = (count: 1 | 2) =>
  steps(
    answerForm,
    answerPages,
    (page) =>
      page.route(/\/tasks\/[^/]+\/rows\?/, async (route) => {
        const rows = (await batchRows(route)).slice(0, count);
        const pending = rows.map((row) => ({
          ...row,
          answers: row.answers.map((answer) => ({ ...answer, status: 'pending' })),
        }));
        return route.fulfill({ json: pending, headers: ANY_ORIGIN });
      }),
    (page) => page.reload(),
    (page) => page.getByRole('list', { name: 'Answers' }).waitFor(),
  );

const FAILED: Withdrawal[] = DUE.map((withdrawal) => ({
  ...withdrawal,
  payout: 'failed',
  timeline: [
    { state: 'requested', at: '2026-11-19T10:00:00.000Z' },
    { state: 'approved', at: '2026-11-20T10:00:00.000Z' },
    { state: 'failed', at: '2026-11-21T10:00:00.000Z', note: 'There is no such account.' },
  ],
}));
const failed = { path: '/withdrawals', rows: FAILED };

const PAID: Withdrawal[] = FAILED.map((withdrawal) => ({
  ...withdrawal,
  payout: 'paid',
  localAmount: { amount: 1555.75, currency: 'BDT', perDollar: '122.50' },
  timeline: [
    ...(withdrawal.timeline ?? []).slice(0, 2),
    { state: 'paid', at: '2026-11-21T10:00:00.000Z', note: 'TRX 8N7A6B5C', mask: '678' },
  ],
}));
const paid = { path: '/withdrawals', rows: PAID };

const HELD: Withdrawal[] = FLAGGED.map((withdrawal) => ({
  ...withdrawal,
  hold: {
    reasonCode: 'one-buyer',
    at: inDays(-3),
    until: inDays(6.5),
    note: 'Both accounts are three days old: ask the buyer for what the pictures are needed.',
  },
  timeline: [
    { state: 'requested', at: inDays(-4) },
    {
      state: 'held',
      at: inDays(-3),
      note: 'We’re checking your submissions, because most of the coins come from one buyer.',
    },
  ],
}));
const held = { path: '/withdrawals', rows: HELD };

/** Starting coins beside those of two packages, in two requests of the worker. */
const MIXED: Withdrawal['funding'] = {
  covered: true,
  settles: 31,
  coins: 251,
  buyers: 6,
  largestShare: 0.4,
  paidIn: 9.22,
  loss: 3.78,
  granted: 41,
  appealed: 10,
  newBuyers: 1,
  newBuyersShare: 0.2,
  newWorker: false,
  purchases: [
    { price: 10, coins: 60 },
    { price: 35, coins: 149 },
  ],
  total: { requested: 23, paidIn: 16.3, granted: 61 },
  onlyWorkerBuyers: 0,
  truncated: false,
  reasons: ['unpaid-coins'],
};
const SUSPECTS: Suspect[] = [
  ...FLAGGED.slice(0, 1).map(
    (withdrawal): Suspect => ({
      ...withdrawal,
      signals: ['granted', 'new-buyers', 'few-workers', 'unearned', 'new-account'],
    }),
  ),
  ...HELD.slice(1).map(
    (withdrawal): Suspect => ({
      ...withdrawal,
      unearnedCoin: 9,
      funding: MIXED,
      signals: ['granted', 'shared-account', 'few-workers', 'below-price', 'unearned'],
    }),
  ),
];
const suspected = { path: '/admin/signals', rows: SUSPECTS };

const flagged = { path: '/withdrawals', rows: FLAGGED };

const IMPORT_HEAD =
  'Task Title,Task Detail,Required Workers,Payable Amount,Completion Date,Submission Info,Task Image URL,Auto Approve Hours';
/** Begins the titles of the tasks that the import posts; their picture cannot be loaded. */
export const IMPORTED = 'Type receipts';
/** In the tasks of a file, so that no visit finds those of another among the tasks of the buyer. */
let importVisits = 0;
/** Chooses a file of two tasks. */
const chooseTasks =
  (hours = '') =>
  (page: Page) => {
    const tasks = ['May', 'June'].map(
      (month) =>
        `${IMPORTED} of ${month},Type shop and total (${importVisits}).,2,3,2099-12-31,A link,https://example.com/a.png,${hours}`,
    );
    const buffer = Buffer.from([IMPORT_HEAD, ...tasks].join('\n'));
    return page.getByLabel('CSV file').setInputFiles({ name: 'tasks.csv', mimeType: 'text/csv', buffer });
  };

/** The builder of a form. The next visit begins without its draft. */
const withForm = (...interactions: ((page: Page) => Promise<unknown>)[]) =>
  steps(
    ...interactions,
    (page) => page.getByRole('group', { name: 'Form', exact: true }).evaluate((it) => it.scrollIntoView()),
    (page) =>
      page.evaluate(() => {
        for (const key of Object.keys(localStorage))
          if (key.startsWith('piecework:draft:')) localStorage.removeItem(key);
      }),
  );
const chooseForm = (page: Page) => page.getByRole('radio', { name: /^With a form/ }).check();

/** Answers so many tasks as if they were posted, and never the next one; forgets which files were imported before. */
const answerTasks = (count: number) => async (page: Page) => {
  importVisits++;
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('piecework:import:')) localStorage.removeItem(key);
  });
  let answered = 0;
  await page.route('**/tasks', (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    if (answered++ < count) return route.fulfill({ status: 201, json: { insertedId: 't1' }, headers: ANY_ORIGIN });
  });
};
const postTasks = (count: number) => steps(answerTasks(count), chooseTasks(), press('Post 2 tasks'));
const untilPosted = (page: Page) => page.getByText('All tasks in this file are posted.').waitFor();

/** Answers for a person with a second factor. */
const factors = {
  path: '/factors',
  body: {
    totp: true,
    passkeys: [{ _id: 'Pq3vN0XzJ8sKc1Yw', name: 'My phone', createdAt: '2026-11-22T12:00:00.000Z' }],
    recoveryCodes: 9,
  },
};

const WORKER: Screen[] = [
  screen('worker', 'home', 'workerHome'),
  // The demo data have the other needs.
  screen('worker', 'home-needs', 'workerHome', { answers: lastDay, isUnpictured: true }),
  ...listStates('worker', 'home', 'workerHome'),
  screen('worker', 'account-menu', 'workerHome', { open: openAccount }),
  screen('worker', 'about', 'workerHome', { open: steps(openAccount, press('About Piecework', 'menuitem')) }),
  screen('worker', 'change-password', 'workerHome', { open: steps(openAccount, press('Change password', 'menuitem')) }),
  screen('worker', 'figures', 'workerFigures', { isUnpictured: true }),
  screen('worker', 'figures-empty', 'workerFigures', { answers: undecided, isUnpictured: true }),
  screen('worker', 'front-page', '/', { open: openAccount, isUnpictured: true }),
  screen('worker', 'task-list', 'workerTaskList'),
  ...listStates('worker', 'task-list', 'workerTaskList'),
  screen('worker', 'task-list-reserved', 'workerTaskList', { answers: reserved, isUnpictured: true }),
  screen('worker', 'task-rows', 'workerTaskList', { open: showRows, isUnpictured: true }),
  screen('worker', 'task', 'workerTaskList/:task'),
  screen('worker', 'task-picture', 'workerTaskList/:task', { open: enlarge }),
  screen('worker', 'task-gone-reserved', `workerTaskList/${GONE}`, { answers: reserved, isUnpictured: true }),
  screen('worker', 'task-refused', 'workerTaskList/:task', {
    open: steps(press('Submit'), (page) => page.getByText('Submission Details URL is required').waitFor()),
    isUnpictured: true,
  }),
  screen('worker', 'task-gone', `workerTaskList/${GONE}`, { isUnpictured: true }),
  screen('worker', 'task-loading', 'workerTaskList/:task', { answers: 'pending', isUnpictured: true }),
  screen('worker', 'task-error', 'workerTaskList/:task', { answers: 'failure', isUnpictured: true }),
  screen('worker', 'work', 'workerTaskList/:task', { open: openWork() }),
  screen('worker', 'work-none', 'workerTaskList/:task', { open: openWork(NO_PAGE), isUnpictured: true }),
  screen('worker', 'work-loading', 'workerTaskList/:task', { answers: 'pending', open: enterWork, isUnpictured: true }),
  screen('worker', 'work-error', 'workerTaskList/:task', {
    answers: 'failure',
    open: steps((page) => answerWork(page, NO_PAGE), enterWork),
    isUnpictured: true,
  }),
  screen('worker', 'task-hide-buyer', 'workerTaskList/:task', { open: press('Hide this buyer'), isUnpictured: true }),
  screen('worker', 'hidden-buyers', 'hiddenBuyers', { answers: blocking, isUnpictured: true }),
  ...listStates('worker', 'hidden-buyers', 'hiddenBuyers'),
  screen('worker', 'submissions', 'workerSubmission'),
  ...listStates('worker', 'submissions', 'workerSubmission'),
  screen('worker', 'submission', 'workerSubmission', {
    open: (page) => page.locator('main button[aria-haspopup="dialog"]').first().click(),
  }),
  screen('worker', 'submission-rejected', 'workerSubmission', { answers: states, open: openSubmission(0) }),
  screen('worker', 'submission-sent-back', 'workerSubmission', { answers: states, open: openSubmission(1) }),
  screen('worker', 'submission-form', 'workerSubmission', {
    answers: answered,
    open: steps(answerForm, openSubmission(1)),
    isUnpictured: true,
  }),
  screen('worker', 'appeal', 'workerSubmission', {
    answers: states,
    open: steps(openSubmission(0), press(/^Appeal \(/)),
    isUnpictured: true,
  }),
  screen('worker', 'withdrawals', 'workerWithdrawal'),
  screen('worker', 'withdrawals-failed', 'workerWithdrawal', { answers: failed, open: showWithdrawals }),
  screen('worker', 'withdrawal-correct', 'workerWithdrawal', {
    answers: failed,
    open: press('Correct account number'),
    isUnpictured: true,
  }),
  screen('worker', 'withdrawals-held', 'workerWithdrawal', {
    answers: held,
    open: showWithdrawals,
    isUnpictured: true,
  }),
  screen('worker', 'withdrawal-receipt', 'workerWithdrawal', { answers: paid, open: press('Receipt') }),
  screen('worker', 'withdrawal-year', 'workerWithdrawal', { open: press('Yearly summary') }),
  ...listStates('worker', 'withdrawals', 'workerWithdrawal'),
  screen('worker', 'withdrawals-refused', 'workerWithdrawal', {
    open: steps(
      (page) => page.getByLabel('Coin To WithDraw').fill('250'),
      press('Withdraw'),
      (page) => page.getByText('Account Number is required').waitFor(),
    ),
    isUnpictured: true,
  }),
  screen('worker', 'bell', 'workerHome', { open: openBell }),
  screen('worker', 'bell-empty', 'workerHome', { open: openBell, answers: 'empty', isUnpictured: true }),
  screen('worker', 'messages', 'messages', { open: openThread }),
  ...listStates('worker', 'messages', 'messages'),
  screen('worker', 'messages-unknown', 'messages?thread=x:y', { isUnpictured: true }),
  screen('worker', 'notifications', 'notifications'),
  ...listStates('worker', 'notifications', 'notifications'),
  screen('worker', 'notifications-mail', 'notifications?show=email', {
    answers: {
      path: '/notification-settings',
      body: { email: { 'submission-approved': true }, emailBlocked: 'unconfirmed' },
    },
  }),
  screen('worker', 'notifications-mail-off', 'notifications?show=email', { isUnpictured: true }),
  screen('worker', 'statement', 'statement'),
  ...listStates('worker', 'statement', 'statement'),
  screen('worker', 'profile', 'profile'),
  screen('worker', 'profile-close', 'profile', {
    open: steps(press('Close my account'), async (page) =>
      page.getByLabel(await nameOn(page, 'Type your email address to confirm')).waitFor(),
    ),
  }),
  screen('worker', 'profile-loading', 'profile', { answers: 'pending', isUnpictured: true }),
  screen('worker', 'profile-error', 'profile', { answers: 'failure', isUnpictured: true }),
  screen('worker', 'profile-refused', 'profile', {
    open: steps(
      (page) => page.getByLabel('Name').fill(' '),
      press('Save'),
      (page) => page.getByText('Name is required').waitFor(),
    ),
    isUnpictured: true,
  }),
  screen('worker', 'security', 'security', { answers: factors }),
  screen('worker', 'security-off', 'security', { isUnpictured: true }),
  screen('worker', 'security-loading', 'security', { answers: 'pending', isUnpictured: true }),
  screen('worker', 'security-error', 'security', { answers: 'failure', isUnpictured: true }),
  screen('worker', 'security-app', 'security', {
    open: steps(press('Set up an authenticator app'), (page) => page.getByRole('dialog').waitFor()),
    isUnpictured: true,
  }),
  screen('worker', 'wrong-role', 'buyerHome', {
    open: async (page) => page.getByText(await nameOn(page, /^This page is for buyers/)).waitFor(),
  }),
  screen('worker', 'not-found', 'no-such-page'),
];

const API_KEYS: ApiKey[] = [
  ['01kaqs8n2hd5k7j3f9g1b4p6xw', 'Nightly upload of the receipts', '2026-11-22T10:31:00.000Z'],
  ['01kaqr7p3fw9t2x4k6h8j1c5vm', 'Review by rules', '2026-10-02T08:00:00.000Z'],
].map(([_id = '', name = '', createdAt = '']) => ({ _id, name, createdAt, mask: `pw_${_id}_…` }));
const apiKeys = { path: '/api-keys', rows: API_KEYS };

/** Answers for the demo buyer, who may have paid a minute ago. */
const unpaid = { path: '/payments', rows: [] };
const JUST_PAID: Payment = {
  _id: 'pi_1',
  email: 'buyer@example.com',
  amount: 10,
  coins: 150,
  card: '4242',
  state: 'recorded',
  shortfall: 0,
  refunded: 0,
  /** Two minutes ago, whenever it is answered. */
  get time() {
    return inDays(-2 / 1440);
  },
};
const justPaid = { path: '/payments', rows: [JUST_PAID] };

const makeKey = steps(
  (page) =>
    page.route('**/api-keys', (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const key = 'pw_01kaqs8n2hd5k7j3f9g1b4p6xw_J1pTq6mK0dXcV8bR2yLhN5sWfZaE7uGi3oQtB9xCvM4';
      return route.fulfill({ status: 201, json: { insertedId: 'k1', key }, headers: ANY_ORIGIN });
    }),
  (page) => page.getByLabel('Name').fill('Nightly upload'),
  press('Create key'),
  (page) => page.getByLabel('Key', { exact: true }).waitFor(),
);

const DRAFT: Batch = {
  _id: '01kaqsb7m4t8x2c6v9n3k5j1hd',
  taskTitle: 'Type the totals of receipts',
  taskDetail: 'Type what the receipt {{receipt_id}} says. If you can’t read it, say so in the note.',
  submissionInfo: 'Shop, day and total of the receipt.',
  taskImageURL: 'https://pictures.example/receipts.png',
  completionDate: '2099-12-31',
  payableAmount: 2,
  autoApproveHours: 168,
  reserveMinutes: 30,
  minApprovalRate: 0,
  closeAtCompletion: true,
  rowsPerPage: 1,
  overlap: { max: 1 },
  form: FORM,
  file: {
    rows: 300,
    columns: [
      { name: 'receipt_id', label: 'Receipt ID', kind: 'key' },
      { name: 'scanned_at', label: 'Scanned at the branch on', kind: 'text' },
      { name: 'original', label: 'Original', kind: 'link' },
      { name: 'remarks', label: 'Remarks', kind: 'text' },
    ],
    sample: ['R-1041', 'R-1042', 'R-1043'].map((receipt_id) => ({
      receipt_id,
      scanned_at: 'Mirpur, 2026-11-22 09:14',
      original: `https://receipts.example/${receipt_id}`,
      remarks: 'The lower edge is torn, and the total is written by hand.',
    })),
  },
  figures: { pages: 300, places: 300, cost: 600 },
  changedAt: '2026-11-22T12:00:00.000Z',
};
const { taskTitle: _title, taskImageURL: _picture, form: _form, file: _file, figures: _figures, ...UNTITLED } = DRAFT;
const drafts = { path: '/batches', rows: [DRAFT, { ...UNTITLED, _id: '01kaqsb7m4t8x2c6v9n3k5j1he' }] };
const draft = { path: `/batches/${DRAFT._id}`, body: DRAFT };
const untitled = { ...draft, body: { ...UNTITLED, _id: DRAFT._id } };
const stepAt = (step: string) => `batches/${DRAFT._id}?step=${step}`;
/** Answers a call of the draft that is no read of it. */
const answerDraft = (part: string, status: number, json: object) => (page: Page) =>
  page.route(`**/batches/*/${part}*`, (route) =>
    route.request().method() === 'OPTIONS' ? route.fallback() : route.fulfill({ status, json, headers: ANY_ORIGIN }),
  );
const uploadRows = (page: Page) =>
  page.getByLabel('CSV file').setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from('a\n1\n') });
const STAGED_ROWS = { upload: '01kaqsb7m4t8x2c6v9n3k5j1hz', rows: 3, checks: 1, pages: 3, places: 6, cost: 18 };
const addRows = steps(
  (page) =>
    page.route('**/tasks/*/rows', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 200, json: STAGED_ROWS, headers: ANY_ORIGIN })
        : route.fallback(),
    ),
  press(/^More actions for/),
  (page) => page.getByRole('menuitem', { name: 'Add rows' }).click(),
  uploadRows,
  (page) => page.getByRole('button', { name: 'Add 3 rows' }).waitFor(),
);
const ROW_FAULTS = {
  code: 'validation',
  message: 'The file has faults.',
  errors: [
    { field: 'rows.3', message: 'The row has 3 cells instead of 4' },
    { field: 'rows.12.receipt_id', message: 'The key “R-1041” is in row 2 already' },
  ],
};
const PREVIEW = {
  page: {
    number: 1,
    pages: 300,
    columns: DRAFT.file?.columns,
    rows: [{ number: 1, values: DRAFT.file?.sample[0], text: 'Type what the receipt R-1041 says.' }],
  },
  places: 300,
  cost: 600,
};

const BUYER: Screen[] = [
  screen('buyer', 'api-keys', 'apiKeys', { answers: apiKeys }),
  ...listStates('buyer', 'api-keys', 'apiKeys'),
  screen('buyer', 'api-keys-refused', 'apiKeys', {
    open: steps(press('Create key'), (page) => page.getByText('Name is required').waitFor()),
    isUnpictured: true,
  }),
  screen('buyer', 'api-key-made', 'apiKeys', { answers: apiKeys, open: makeKey }),
  screen('buyer', 'api-key-revoke', 'apiKeys', {
    answers: apiKeys,
    open: steps(press(/^Revoke/), (page) => page.getByRole('dialog').waitFor()),
    isUnpictured: true,
  }),
  screen('buyer', 'home', 'buyerHome'),
  ...listStates('buyer', 'home', 'buyerHome'),
  screen('buyer', 'review', 'buyerHome', { open: press(/^View Submission/) }),
  screen('buyer', 'review-reject', 'buyerHome', { open: press(/^Reject:/), isUnpictured: true }),
  screen('buyer', 'add-task', 'buyerAddTask'),
  screen('buyer', 'add-task-refused', 'buyerAddTask', {
    open: steps(press('Add Task'), (page) => page.getByText('Task Title is required').waitFor()),
    isUnpictured: true,
  }),
  screen('buyer', 'add-task-form', 'buyerAddTask?template=app', { open: withForm() }),
  screen('buyer', 'add-task-form-empty', 'buyerAddTask', { open: withForm(chooseForm), isUnpictured: true }),
  screen('buyer', 'add-task-form-field', 'buyerAddTask?template=survey', {
    open: withForm(press(/^1\. How did you get/), (page) => page.getByText('Advanced').click()),
    isUnpictured: true,
  }),
  screen('buyer', 'add-task-form-refused', 'buyerAddTask', {
    open: withForm(chooseForm, press('One choice'), press('Add Task'), (page) =>
      page.getByText('Give at least 2 options').waitFor(),
    ),
    isUnpictured: true,
  }),
  screen('buyer', 'add-task-form-undo', 'buyerAddTask?template=survey', {
    open: withForm(press(/^Delete: How did you get/), (page) => page.getByText(/was deleted/).waitFor()),
    isUnpictured: true,
  }),
  screen('buyer', 'import', 'buyerImport', { isUnpictured: true }),
  screen('buyer', 'import-checked', 'buyerImport', {
    open: steps(answerTasks(0), chooseTasks(), (page) =>
      page.getByRole('button', { name: 'Post 2 tasks', disabled: false }).waitFor(),
    ),
    isUnpictured: true,
  }),
  screen('buyer', 'import-faults', 'buyerImport', {
    open: steps(chooseTasks('five'), (page) => page.getByRole('region', { name: 'Problems' }).waitFor()),
  }),
  screen('buyer', 'import-posting', 'buyerImport', {
    open: steps(postTasks(1), (page) => page.getByText('1 of 2 tasks posted.').waitFor()),
  }),
  screen('buyer', 'import-done', 'buyerImport', { open: steps(postTasks(2), untilPosted), isUnpictured: true }),
  screen('buyer', 'import-repeated', 'buyerImport', {
    open: steps(postTasks(2), untilPosted, (page) => page.reload(), chooseTasks(), untilPosted),
    isUnpictured: true,
  }),
  screen('buyer', 'batches', 'batches', { answers: drafts }),
  ...listStates('buyer', 'batches', 'batches'),
  screen('buyer', 'batches-delete', 'batches', { answers: drafts, open: press(/^Delete /), isUnpictured: true }),
  screen('buyer', 'batch-what', stepAt('what'), { answers: untitled, isUnpictured: true }),
  screen('buyer', 'batch-form', stepAt('form'), { answers: draft, isUnpictured: true }),
  screen('buyer', 'batch-data', stepAt('data'), { answers: draft }),
  screen('buyer', 'batch-data-empty', stepAt('data'), { answers: untitled, isUnpictured: true }),
  screen('buyer', 'batch-data-faults', stepAt('data'), {
    answers: draft,
    open: steps(answerDraft('rows', 400, ROW_FAULTS), uploadRows, (page) =>
      page.getByRole('region', { name: 'Problems' }).waitFor(),
    ),
    isUnpictured: true,
  }),
  screen('buyer', 'batch-pay', stepAt('pay'), { answers: draft }),
  screen('buyer', 'batch-pay-refused', stepAt('pay'), {
    answers: untitled,
    open: steps(press('Publish'), (page) => page.getByText('Before you can publish:').waitFor()),
    isUnpictured: true,
  }),
  screen('buyer', 'batch-try', stepAt('pay'), {
    answers: draft,
    open: steps(answerDraft('preview', 200, PREVIEW), press('Try it yourself'), (page) =>
      page.getByRole('dialog').waitFor(),
    ),
    isUnpictured: true,
  }),
  screen('buyer', 'batch-gone', 'batches/01kaqsb7m4t8x2c6v9n3k5j1hz', { isUnpictured: true }),
  ...['loading', 'error'].map((state) =>
    screen('buyer', `batch-${state}`, stepAt('what'), {
      answers: state === 'loading' ? 'pending' : 'failure',
      isUnpictured: true,
    }),
  ),
  screen('buyer', 'bell', 'buyerHome', { open: openBell, isUnpictured: true }),
  screen('buyer', 'messages', 'messages', { open: openThread, isUnpictured: true }),
  screen('buyer', 'notifications', 'notifications', { isUnpictured: true }),
  screen('buyer', 'tasks', 'buyerTask'),
  screen('buyer', 'tasks-more', 'buyerTask', { open: press(/^More actions for/), isUnpictured: true }),
  screen('buyer', 'tasks-add-rows', 'buyerTask?q=boxes', { open: addRows, isUnpictured: true }),
  screen('buyer', 'tasks-closed', 'buyerTask?show=closed', { isUnpictured: true }),
  ...listStates('buyer', 'tasks', 'buyerTask'),
  screen('buyer', 'task-delete', 'buyerTask', { open: press(/^Delete /) }),
  screen('buyer', 'results', 'buyerTask/:ownTask'),
  screen('buyer', 'results-picture', 'buyerTask/:ownTask', { open: enlarge, isUnpictured: true }),
  ...listStates('buyer', 'results', 'buyerTask/:ownTask'),
  screen('buyer', 'results-approved', 'buyerTask/:ownTask', {
    open: (page) => page.getByLabel(/^Approved/).click(),
    isUnpictured: true,
  }),
  screen('buyer', 'results-reversal', 'buyerTask/:ownTask', {
    open: steps(
      (page) => page.getByLabel(/^Rejected/).click(),
      press(/ after all$/),
      (page) => page.getByRole('dialog').waitFor(),
    ),
    isUnpictured: true,
  }),
  screen('buyer', 'results-bonus', 'buyerTask/:ownTask', {
    open: steps(
      (page) => page.getByLabel(/^Approved/).click(),
      press(/^Give a bonus to /),
      (page) => page.getByRole('dialog').waitFor(),
    ),
    isUnpictured: true,
  }),
  screen('buyer', 'results-rows', 'buyerTask/:ownTask', { open: steps(withRows, showRowList) }),
  screen('buyer', 'results-row', 'buyerTask/:ownTask', { open: steps(withRows, press('Row 1: B-1041')) }),
  screen('buyer', 'results-files', 'buyerTask/:ownTask', {
    open: steps(withRows, press('Download')),
    isUnpictured: true,
  }),
  screen('buyer', 'results-rows-none', 'buyerTask/:ownTask', {
    open: steps(
      asBatch((route) => route.fulfill({ json: [], headers: ANY_ORIGIN })),
      (page) => page.getByText('No rows match').waitFor(),
    ),
    isUnpictured: true,
  }),
  screen('buyer', 'results-rows-error', 'buyerTask/:ownTask', {
    open: steps(
      asBatch((route) => route.fulfill({ status: 400, headers: ANY_ORIGIN })),
      (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
    ),
    isUnpictured: true,
  }),
  screen('buyer', 'review-desk', 'buyerReview', { differsOnPhone: true }),
  screen('buyer', 'review-desk-batch', 'buyerReview', { answers: ofBatch, open: asPage(2) }),
  screen('buyer', 'review-desk-row', 'buyerReview', {
    answers: ofBatch,
    open: steps(asPage(1), (page) => page.keyboard.press('2')),
  }),
  screen('buyer', 'review-desk-row-keys', 'buyerReview', {
    answers: ofBatch,
    open: steps(asPage(1), press(/^Shortcuts/)),
    isUnpictured: true,
  }),
  ...listStates('buyer', 'review-desk', 'buyerReview'),
  screen('buyer', 'review-desk-reject', 'buyerReview', { open: press(/^Reject/) }),
  screen('buyer', 'review-desk-send-back', 'buyerReview', { open: press(/^Send back/), isUnpictured: true }),
  screen('buyer', 'review-desk-keys', 'buyerReview', { open: press(/^Shortcuts/), isUnpictured: true }),
  screen('buyer', 'review-desk-held', 'buyerReview', {
    open: steps(
      // Not sent when the page closes.
      (page) => page.route('**/submissions/decisions', (route) => route.abort()),
      press(/^Approve/),
      (page) => page.getByRole('button', { name: /^Undo/ }).waitFor(),
    ),
    isUnpictured: true,
  }),
  screen('buyer', 'update-task', 'buyerUpdateTask/:ownTask'),
  screen('buyer', 'update-task-sure', 'buyerUpdateTask/:ownTask', { open: press('Update Task'), isUnpictured: true }),
  screen('buyer', 'update-task-gone', 'buyerUpdateTask/000000000000000000000000', { isUnpictured: true }),
  screen('buyer', 'purchase', 'buyerPurchaseCoin'),
  screen('buyer', 'checkout', 'checkout/10', { answers: unpaid }),
  screen('buyer', 'checkout-recent', 'checkout/10', { answers: justPaid }),
  screen('buyer', 'checkout-declined', 'checkout/10', {
    answers: unpaid,
    open: steps(fillCard(TEST_CARDS.declined), (page) => page.getByText(/declined\./).waitFor()),
  }),
  screen('buyer', 'checkout-bank', 'checkout/10', {
    answers: unpaid,
    open: steps(fillCard(TEST_CARDS.authenticates), (page) => page.getByRole('dialog').waitFor()),
  }),
  screen('buyer', 'checkout-paid', 'checkout/10', {
    answers: unpaid,
    open: steps(
      // An earlier visit of this tab ended at its confirmation.
      (page) => page.evaluate(() => sessionStorage.clear()),
      (page) => page.reload(),
      fillCard(TEST_CARDS.succeeds),
      (page) => page.getByRole('dialog').waitFor(),
      (page) => page.getByRole('dialog').waitFor({ state: 'detached' }),
    ),
  }),
  screen('buyer', 'checkout-unknown', 'checkout/7', { isUnpictured: true }),
  screen('buyer', 'payments', 'buyerPayment'),
  ...listStates('buyer', 'payments', 'buyerPayment'),
  screen('buyer', 'blocked-workers', 'blockedWorkers', { answers: blocking, isUnpictured: true }),
  ...listStates('buyer', 'blocked-workers', 'blockedWorkers'),
  screen('buyer', 'results-block', 'buyerTask/:ownTask', { open: press(/^Block /), isUnpictured: true }),
  screen('buyer', 'receipt', 'buyerPayment', { open: press(/^View receipt/) }),
];

const MAILS: Mail[] = [
  {
    _id: '01kaqs8n2hd5k7j3f9g1b4p6xw:link',
    kind: 'password-reset',
    to: 'wilma@example.com',
    state: 'sent',
    attempts: 1,
    createdAt: '2026-11-22T10:31:00.000Z',
    sentAt: '2026-11-22T10:31:04.000Z',
    subject: 'Choose a new password for Piecework',
    text: 'Hello Wilma,\n\nYou requested a new password.\n\nChoose a new password:\nhttps://piecework.example/resetPassword#01kaqs8n2hd5k7j3f9g1b4p6xw.J1pTq6mK0dXcV8bR2yLhN5sWfZaE7uGi3oQtB9xCvM4',
    html: '<p>Hello Wilma,</p>',
  },
  {
    _id: '01kaqs9r3jf6m8n2p4t7v1x5zb:01kaqr7p3fw9t2x4k6h8j1c5vm',
    kind: 'submission-approved',
    to: 'ann.with.a.rather.long.address@people.piecework.example',
    state: 'failed',
    attempts: 5,
    error: 'The mail server doesn’t answer in time.',
    createdAt: '2026-11-22T09:12:00.000Z',
  },
];
const mailed = { path: '/admin/mail', rows: MAILS, hasMail: true } as const;

const WAITING_GRANTS: WaitingGrant[] = (['network', 'mailbox'] as const).map((reason, at) => ({
  userId: `u${at}`,
  userName: 'Nora Halvorsen',
  userEmail: 'nora@piecework.demo',
  userRole: 'buyer',
  emailConfirmed: at === 0,
  coins: 50,
  reason,
  network: '203.0.113.7',
  since: '2026-11-20T09:30:00.000Z',
}));
const granting = { path: '/admin/grants', rows: WAITING_GRANTS };

const ADJUSTMENTS: Adjustment[] = (['waiting', 'posted', 'declined'] as const).map((state, at) => ({
  _id: `adjustment-${at}`,
  userId: 'user-1',
  userName: 'Ann Worker',
  userEmail: 'ann@example.com',
  coins: [1500, -40, 2500][at] ?? 0,
  kind: state === 'posted' ? 'correction' : 'refund',
  reason:
    'The task showed a wrong pay for a day, and three submissions were approved at it before the buyer noticed. These are the coins that were missing.',
  state,
  requestedBy: 'second.admin@example.com',
  requestedAt: '2026-11-20T09:30:00.000Z',
  ...(state === 'declined' && { decidedBy: 'admin@example.com', decidedAt: '2026-11-20T10:30:00.000Z' }),
}));
const adjusting = { path: '/adjustments', rows: ADJUSTMENTS };

const PARKED: ParkedEvent[] = [
  {
    id: 'wallet:421',
    service: 'wallet',
    type: 'SubmissionApproved',
    aggregateId: '6740a1b2c3d4e5f601234567',
    reason: 'The escrow of task 6740a1b2c3d4e5f601234560 holds 3 coins, and 12 were to be paid out of it.',
    attempts: 8,
    parkedAt: '2026-11-20T09:30:00.000Z',
    correlationId: '5c1f0e9a7b3d2c48',
    waiting: 2,
  },
  {
    id: 'task:88',
    service: 'task',
    type: 'PlaceTaken',
    aggregateId: '6740a1b2c3d4e5f601234568',
    reason: 'disk I/O error',
    attempts: 8,
    parkedAt: '2026-11-19T17:05:00.000Z',
    correlationId: 'a81c44d07be2f593',
    waiting: 0,
  },
];

const changeRole = async (page: Page) => {
  const select = page
    .getByLabel(/^Role of /)
    .and(page.locator('select:enabled'))
    .first();
  await select.selectOption((await select.inputValue()) === 'worker' ? 'buyer' : 'worker');
  await page.getByRole('dialog').waitFor();
};

const ADMIN: Screen[] = [
  screen('admin', 'home', 'adminHome'),
  ...listStates('admin', 'home', 'adminHome'),
  screen('admin', 'withdrawal-approve', 'adminHome', { open: press(/Approve/) }),
  screen('admin', 'home-flagged', 'adminHome?status=look', { answers: flagged, isUnpictured: true }),
  screen('admin', 'withdrawal-flagged', 'adminHome?status=look', { answers: flagged, open: press(/Approve/) }),
  screen('admin', 'search', 'adminSearch?q=piecework.demo'),
  screen('admin', 'search-start', 'adminSearch', { isUnpictured: true }),
  screen('admin', 'search-none', 'adminSearch?q=zzzz', { isUnpictured: true }),
  screen('admin', 'search-loading', 'adminSearch?q=worker', { answers: 'pending', isUnpictured: true }),
  screen('admin', 'search-error', 'adminSearch?q=worker', { answers: 'failure', isUnpictured: true }),
  screen('admin', 'person', 'person/find?email=worker@piecework.demo'),
  screen('admin', 'person-unknown', 'person/nobody', { isUnpictured: true }),
  screen('admin', 'person-loading', 'person/find?email=worker@piecework.demo', {
    answers: 'pending',
    isUnpictured: true,
  }),
  screen('admin', 'person-error', 'person/find?email=worker@piecework.demo', {
    answers: 'failure',
    isUnpictured: true,
  }),
  screen('admin', 'person-tasks', 'person/find?email=buyer@piecework.demo&view=tasks', { isUnpictured: true }),
  ...['statement', 'work', 'withdrawals', 'payments', 'appeals', 'trail'].map((view) =>
    screen('admin', `person-${view}`, `person/find?email=worker@piecework.demo&view=${view}`, { isUnpictured: true }),
  ),
  screen('admin', 'users', 'manageUser'),
  screen('admin', 'user-suspend', 'manageUser', { open: press(/^Suspend /) }),
  ...listStates('admin', 'users', 'manageUser'),
  screen('admin', 'role-change', 'manageUser', { open: changeRole }),
  screen('admin', 'user-delete', 'manageUser', {
    open: (page) =>
      page
        .getByRole('button', { name: /^Delete /, disabled: false })
        .first()
        .click(),
  }),
  screen('admin', 'tasks', 'manageTask'),
  ...listStates('admin', 'tasks', 'manageTask'),
  screen('admin', 'task-delete', 'manageTask', { open: press(/^Delete /), isUnpictured: true }),
  screen('admin', 'payments', 'adminPayments'),
  ...listStates('admin', 'payments', 'adminPayments'),
  screen('admin', 'payment-credit', 'adminPayments', { open: press(/^Credit /) }),
  screen('admin', 'payouts', 'adminHome?status=due', { answers: due }),
  screen('admin', 'payout-paid', 'adminHome?status=due', { answers: due, open: press(/^Paid to/) }),
  screen('admin', 'withdrawal-cancel', 'adminHome', { open: press(/^Cancel the/), isUnpictured: true }),
  screen('admin', 'payout-rate', 'adminHome', { open: press(/^Change the rate of bkash/), isUnpictured: true }),
  screen('admin', 'withdrawals-held', 'adminHome', { answers: held }),
  screen('admin', 'withdrawal-hold', 'adminHome', { open: press(/^Hold the/), isUnpictured: true }),
  screen('admin', 'grants', 'adminGrants', { answers: granting }),
  ...listStates('admin', 'grants', 'adminGrants'),
  screen('admin', 'adjustments', 'adminAdjustments', { answers: adjusting }),
  ...listStates('admin', 'adjustments', 'adminAdjustments'),
  screen('admin', 'user-adjust', 'manageUser', { open: press(/^Adjust the coins of/) }),
  screen('admin', 'appeals', 'adminAppeals', { answers: appealed }),
  screen('admin', 'appeal-uphold', 'adminAppeals', { answers: appealed, open: press('Uphold') }),
  ...listStates('admin', 'appeals', 'adminAppeals'),
  screen('admin', 'suspension-appeals', 'adminAppeals?state=suspensions', { answers: suspended }),
  screen('admin', 'suspension-keep', 'adminAppeals?state=suspensions', {
    answers: suspended,
    open: press('Keep'),
    isUnpictured: true,
  }),
  screen('admin', 'reports', 'adminReports', { answers: reported }),
  screen('admin', 'report-decide', 'adminReports', { answers: reported, open: press(/^Decide/) }),
  ...listStates('admin', 'reports', 'adminReports'),
  screen('admin', 'trail', 'adminTrail'),
  ...listStates('admin', 'trail', 'adminTrail'),
  screen('admin', 'integrity', 'adminIntegrity', { answers: suspected }),
  ...listStates('admin', 'integrity', 'adminIntegrity'),
  screen('admin', 'mail', 'adminMail', { answers: mailed }),
  screen('admin', 'mail-text', 'adminMail', { answers: mailed, open: press(/^Read the email/), isUnpictured: true }),
  screen('admin', 'mail-empty', 'adminMail', { answers: { ...mailed, rows: [] }, isUnpictured: true }),
  screen('admin', 'mail-off', 'adminMail', { isUnpictured: true }),
  screen('admin', 'parked', 'adminParked', { answers: { path: '/admin/parked', rows: PARKED } }),
  ...listStates('admin', 'parked', 'adminParked'),
];

/** Pictured in Bangla too, and checked: one state of each translated screen. */
export const isTranslated = ({ visitor, isUnpictured }: Screen): boolean =>
  TRANSLATED_VISITORS.includes(visitor) && !isUnpictured;

/** Every screen of the product, in every state. */
export const SCREENS: readonly Screen[] = [...PUBLIC, ...WORKER, ...BUYER, ...ADMIN];
