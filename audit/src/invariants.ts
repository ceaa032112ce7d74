import { isDeepStrictEqual } from 'node:util';
import { DAY_MS, groupBy, isoTime, utcDayOf } from '@piecework/base';
import {
  ACCOUNT_NUMBER_LENGTH,
  type BatchFigures,
  BONUS_COINS,
  coinsPerHour,
  MAIL_TRIES,
  MAX_BONUSES,
  MAX_HELD_PAGES,
  MAX_NOTIFICATIONS,
  MAX_RESERVATIONS,
  MIN_TIMED_WORKERS,
  NOTIFICATION_DAYS,
  PAGE_SECONDS,
  RESERVATION_DAYS,
  RESERVATION_GRACE_SECONDS,
} from '@piecework/contracts';
import { readAnswer } from '@piecework/contracts/forms';
import {
  ALL,
  type AnyTally,
  addAmounts,
  dayGroup,
  dayId,
  equalAmounts,
  groupOf,
  groupsOf,
  isComplete,
  ownerKey,
  shardId,
  sumOf,
} from '@piecework/service-runtime/rows';
import type { Document } from '@piecework/store';
import {
  changedRules,
  figuresOf,
  hasDispute,
  isCheck,
  isPageComplete,
  isRight,
  medianSeconds,
  type PlacesDocument,
  placesOf,
  rowNumbers,
  rowsOf,
  type SubmissionDocument,
  statesOf,
  valuesOf,
} from '@piecework/submission/stores';
import {
  type AdditionDocument,
  isLive,
  isPublic,
  isWithheld,
  type TaskDocument,
  type WorkDocument,
  workTally,
} from '@piecework/task/stores';
import type { UserRecord } from '@piecework/user/stores';
import {
  type Entry,
  earningsTally,
  flowTally,
  type SealedNumber,
  type UserAccount,
  type WithdrawalDocument,
  withdrawalTally,
} from '@piecework/wallet/stores';
import { type AuditedService, type CounterRow, type Snapshot, TALLIES } from './snapshot';

/** One violated invariant: which, its subject, and by how much. */
export interface Violation {
  invariant: string;
  /** Id of the account, task, submission … that violates it. */
  subject: string;
  detail: string;
}

/**
 * Checks the invariants I1 to I13 and I15 to I37; the simulation checks I14 itself.
 *
 * @param now milliseconds since 1970: deadlines until then have been handled. Absent: I16 is not checked
 * @param quiet whether no call and no event is in flight. Otherwise only the invariants that hold at every moment are checked: the decisions of one
 * service always hold, while the state of two services may lag but never contradict.
 */
export const checkInvariants = (snapshot: Snapshot, { quiet, now }: { quiet: boolean; now?: number }): Violation[] => {
  const violations: Violation[] = [];
  const check: Check = (holds, invariant, subject, facts) => {
    if (holds) return;
    const detail = typeof facts === 'string' ? facts : JSON.stringify(facts ?? null);
    violations.push({ invariant, subject, detail });
  };
  const facts = gather(snapshot);
  checkLedger(snapshot, facts, check);
  checkPlaces(snapshot, facts, check);
  checkReservations(snapshot, check);
  checkBlocks(snapshot, now, check);
  checkPages(snapshot, facts, check);
  checkPace(snapshot, facts, check);
  checkBatches(snapshot, check);
  checkTexts(snapshot, check);
  checkAnswers(snapshot, check);
  checkRows(snapshot, facts, check);
  checkAccuracy(snapshot, check);
  checkReviews(snapshot, check);
  checkSettlements(snapshot, check);
  checkBonuses(snapshot, { quiet }, check);
  checkEscrow(snapshot, facts, check);
  checkAdditions(snapshot, facts, check);
  checkWithdrawals(snapshot, check);
  checkPayments(snapshot, check);
  checkAdjustments(snapshot, check);
  checkProjections(snapshot, check);
  checkWork(snapshot, check);
  checkTrail(snapshot, check);
  checkCounters(snapshot, check);
  checkTransferSums(snapshot, check);
  checkSuspensions(snapshot, check);
  checkTaskReviews(snapshot, check);
  checkInboxes(snapshot, check);
  checkMails(snapshot, check);
  if (quiet) checkQuiet(snapshot, facts, check);
  if (quiet) checkNames(snapshot, check);
  if (quiet) checkSuspensionEffects(snapshot, check);
  if (quiet) checkReportEffects(snapshot, check);
  if (quiet) checkKnownBlocks(snapshot, check);
  if (quiet && now !== undefined) checkDeadlines(snapshot, now, check);
  return violations;
};

type Check = (holds: boolean, invariant: string, subject: string, facts: unknown) => void;

interface Facts {
  entriesOf: ReadonlyMap<string, readonly Entry[]>;
  sums: ReadonlyMap<string, { coins: number; count: number }>;
  submissionsOf: ReadonlyMap<string, readonly SubmissionDocument[]>;
  additionsOf: ReadonlyMap<string, readonly AdditionDocument[]>;
}

const gather = ({ entries, submissions, additions }: Snapshot): Facts => {
  const sums = new Map<string, { coins: number; count: number }>();
  for (const { account, amount } of entries.values()) {
    const sum = sums.get(account) ?? { coins: 0, count: 0 };
    sums.set(account, { coins: sum.coins + amount, count: sum.count + 1 });
  }
  return {
    entriesOf: groupBy(entries.values(), ({ transfer }) => transfer),
    sums,
    submissionsOf: groupBy(submissions.values(), ({ taskId }) => taskId),
    additionsOf: groupBy(additions.values(), ({ taskId }) => taskId),
  };
};

const checkLedger = ({ accounts, transfers, entries }: Snapshot, { entriesOf, sums }: Facts, check: Check) => {
  for (const transfer of transfers.values()) {
    const transferEntries = entriesOf.get(transfer._id) ?? [];
    const [debit, credit] = [...transferEntries].sort((a, b) => (a._id < b._id ? -1 : 1));
    const isBalanced =
      transferEntries.length === 2 &&
      debit?.account === transfer.from &&
      debit.amount === -transfer.amount &&
      credit?.account === transfer.to &&
      credit.amount === transfer.amount;
    check(isBalanced, 'every transfer has two entries that sum to zero', transfer._id, transferEntries);
    const isAmount = Number.isSafeInteger(transfer.amount) && transfer.amount >= 0;
    check(isAmount, 'amounts are whole and not negative', transfer._id, transfer.amount);
  }
  for (const entry of entries.values())
    check(transfers.has(entry.transfer), 'every entry belongs to a transfer', entry._id, entry.transfer);
  for (const account of accounts.values()) {
    const { coins, count } = sums.get(account._id) ?? { coins: 0, count: 0 };
    check(account.balance === coins, 'a balance is the sum of its entries', account._id, [account.balance, coins]);
    check(account.version === count, 'a version counts the entries', account._id, { version: account.version, count });
    check(account.balance >= 0, 'no balance is negative', account._id, account.balance);
  }
  let held = 0;
  for (const { balance } of accounts.values()) held += balance;
  let issued = 0;
  for (const [account, { coins }] of sums) {
    if (account.startsWith('world:')) issued -= coins;
    else check(accounts.has(account), 'every account with entries has a balance', account, coins);
  }
  check(
    held === issued,
    'users + escrow = grants + top-ups + appeals ± adjustments − payouts',
    // The amount is part of the violation: under load a difference caused by events in flight changes from pass to pass.
    `all accounts, by ${held - issued} coins`,
    { held, issued },
  );
};

const isPaidByPlatform = ({ appeal }: SubmissionDocument) => appeal?.paidBy === 'platform';
/** Its buyer has reversed the rejection. */
const isReversed = ({ reversal }: SubmissionDocument) => reversal?.state === 'made';
const isPaidByBalance = (submission: SubmissionDocument) =>
  isReversed(submission) && submission.reversal?.paidBy === 'balance';
/** The balance pays before the submission is approved. */
const isBeingReversed = ({ status, reversal }: SubmissionDocument) =>
  status === 'reject' && reversal?.state === 'underway' && reversal.paidBy === 'balance';
/** Its place was let again before it was approved. */
const hasNoPlace = (submission: SubmissionDocument) => isPaidByPlatform(submission) || isPaidByBalance(submission);

/** Places for which escrow holds coins. */
const payablePlaces = ({ places: { open, reserved = 0, spared = 0, pending }, kept = 0 }: PlacesDocument) =>
  open + reserved + spared + pending + kept;

/** What a worker works on: a task, or one page of a batch. */
const atPage = ({ taskId, workerId, page }: { taskId: string; workerId: string; page?: number | undefined }) =>
  `${taskId} ${workerId}${page === undefined ? '' : ` page ${page}`}`;

const checkPlaces = ({ tasks, places }: Snapshot, { submissionsOf }: Facts, check: Check) => {
  for (const document of places.values()) {
    const { _id, state, places: now, kept = 0, posted } = document;
    const submissionsOfTask = submissionsOf.get(_id) ?? [];
    const of = (status: SubmissionDocument['status']) =>
      submissionsOfTask.filter((submission) => submission.status === status).length;
    check(now.open >= 0, 'open places are not negative', _id, now.open);
    check(now.pending === of('pending'), 'pending places are pending submissions', _id, [now.pending, of('pending')]);
    // Piecework, or the balance of the buyer, pays for work that found no place any more.
    const paid = submissionsOfTask.filter((one) => one.status === 'approved' && !hasNoPlace(one)).length;
    check(now.approved === paid, 'approved places are approved submissions', _id, { approved: now.approved, paid });
    const appealable = submissionsOfTask.filter(({ appealableUntil }) => appealableUntil !== undefined);
    check(
      appealable.length === (document.appealable ?? 0) && appealable.every(({ status }) => status === 'reject'),
      'appealable rejections are counted',
      _id,
      { counted: document.appealable, rejections: appealable.length },
    );
    check(
      kept >= 0 && kept <= (state === 'closed' ? appealable.length : 0),
      'a place is kept only for an appealable rejection of a closed task',
      _id,
      { kept, state, rejections: appealable.length },
    );
    check(tasks.has(_id), 'places belong to a task', _id, state);
    const isPaidAlike = submissionsOfTask.every(
      ({ status, payable }) => status !== 'pending' || payable === document.payable,
    );
    check(isPaidAlike, 'a pending submission pays what its task pays', _id, document.payable);
    const used = payablePlaces(document) + now.approved;
    check(
      state === 'open' ? used === posted : used <= posted && now.open === 0 && !now.spared,
      'places = open + reserved + spared + pending + approved + kept + refunded',
      _id,
      { posted, state, ...now, kept },
    );
  }
  for (const own of submissionsOf.values()) {
    const live = own.filter((one) => one.live);
    for (const [at, theirs] of groupBy(live, atPage))
      check(
        theirs.length === 1,
        'at most one live submission per task, worker and page',
        at,
        theirs.map(({ _id }) => _id),
      );
    for (const { _id, status, live, appeal, reversal } of own) {
      const isContested = appeal?.state === 'open' || reversal?.state === 'underway';
      const isRight = live === (status !== 'reject' || isContested);
      check(isRight, 'live is pending, approved or under appeal', _id, {
        status,
        live,
        appeal: appeal?.state,
        reversal,
      });
    }
  }
};

/** Rows that each answer answers: those of its page; one without rows. */
const answeredRows = (batch: PlacesDocument['batch'], submission: SubmissionDocument): number => {
  const { page } = submission;
  if (!batch) return page === undefined ? 1 : 0;
  return rowsOf(batch, submission).length;
};

/** I26. The values of a row are in the labels of its fields, which are no rules: an answer to any row conforms to the one form. */
const checkAnswers = ({ places, submissions, reservations, forms }: Snapshot, check: Check) => {
  for (const { _id, formId, batch } of places.values())
    if (formId !== undefined || batch) check(forms.has(formId ?? ''), 'a task has its form', _id, formId);
  for (const submission of submissions.values()) {
    const { _id, taskId, answers, attachments = [] } = submission;
    const { formId, batch } = places.get(taskId) ?? {};
    const fields = forms.get(formId ?? '')?.fields;
    const conforms = answers?.every((answer) => {
      const read = fields && readAnswer(fields, answer, attachments);
      return read?.ok === true && JSON.stringify(read.answer) === JSON.stringify(answer);
    });
    const count = fields === undefined ? 0 : answeredRows(batch, submission);
    check((conforms ?? true) && (answers?.length ?? 0) === count, 'an answer conforms to its form', _id, { answers });
  }
  for (const { _id, taskId, page } of [...submissions.values(), ...reservations.values()])
    check(isOffered(places.get(taskId)?.batch, page), 'work on a batch is on a page that was offered', _id, page);
};

/** I27. */
const checkRows = ({ places, rows, pages, forms }: Snapshot, { submissionsOf }: Facts, check: Check): void => {
  const rowsOf = groupBy(rows.values(), ({ fileId }) => fileId);
  const pagesOf = groupBy(pages.values(), ({ taskId }) => taskId);
  const published = new Set<string>();
  for (const { _id: taskId, formId, batch } of places.values()) {
    if (!batch) continue;
    published.add(batch.fileId);
    const fields = forms.get(formId ?? '')?.fields ?? [];
    const answersOf = groupBy(submissionsOf.get(taskId) ?? [], ({ page }) => page);
    const counted = new Map([...answersOf].flatMap(([page = 0, given]) => [...statesOf(fields, batch, page, given)]));
    for (const { _id, number, state = 'open' } of rowsOf.get(batch.fileId) ?? [])
      check(state === (counted.get(number) ?? 'open'), 'a row has the state of its answers', _id, {
        state,
        counted: counted.get(number),
      });
    for (const { _id, number, disputed = false } of pagesOf.get(taskId) ?? []) {
      const states = statesOf(fields, batch, number, answersOf.get(number) ?? []);
      check(disputed === hasDispute(states), 'a page knows whether it has a disputed row', _id, { disputed });
    }
  }
  for (const { _id, fileId, state } of rows.values())
    check(state === undefined || published.has(fileId), 'rows of drafts have no answers', _id, state);
};

/** I26, I29: the rows of each answer are those of its page with checks, and the record of a worker is the recount of the answers. */
const checkAccuracy = ({ places, submissions, forms, rows, batchWorkers }: Snapshot, check: Check) => {
  for (const { _id, taskId, page, rows: shown } of submissions.values()) {
    const { batch } = places.get(taskId) ?? {};
    if (!batch || page === undefined) continue;
    const own = shown?.filter((row) => !isCheck(row));
    const checks = new Set(shown?.filter(isCheck)).size;
    const isShown = shown
      ? isDeepStrictEqual(own, rowNumbers(batch, page)) && checks === shown.length - rowNumbers(batch, page).length
      : true;
    check(isShown && checks === (batch.checks?.perPage ?? 0), 'an answer is to its page with checks', _id, shown);
  }
  const answersOf = groupBy(submissions.values(), ({ batchWorker }) => batchWorker ?? '');
  for (const [batchWorker] of answersOf)
    check(batchWorker === '' || batchWorkers.has(batchWorker), 'a worker of a batch has a record', batchWorker, null);
  for (const { _id, taskId, answers, fast, right, met } of batchWorkers.values()) {
    const given = (answersOf.get(_id) ?? []).toSorted((a, b) => a.createdAt - b.createdAt);
    const { batch, formId } = places.get(taskId) ?? {};
    const fields = forms.get(formId ?? '')?.fields ?? [];
    const checks = new Set(given.flatMap(({ rows: shown = [] }) => shown.filter(isCheck)));
    const recount = {
      answers: given.length,
      fast: given.filter(({ isFast }) => isFast).length,
      right: given.reduce((sum, one) => sum + (one.checks?.right ?? 0), 0),
      met: checks.size,
    };
    check(isDeepStrictEqual({ answers, fast, right, met }, recount), 'a record is the recount of the answers', _id, {
      answers: { answers, fast, right, met },
      recount,
    });
    // A revision changes the values of an answer, and not the first ones.
    if (given.some(({ revision }) => revision?.resubmittedAt !== undefined)) continue;
    const rightly = [...checks].filter((number) => {
      const first = given.find(({ rows: shown = [] }) => shown.includes(number));
      const { expected = {} } = rows.get(`${batch?.fileId}:${number}`) ?? {};
      return first && isRight(fields, expected, first.answers?.[first.rows?.indexOf(number) ?? 0] ?? {});
    });
    // Which of two answers of one millisecond came first is not known.
    const isOrdered = new Set(given.map(({ createdAt }) => createdAt)).size === given.length;
    check(!isOrdered || rightly.length === right, 'accuracy is the recount of the checks', _id, { right, rightly });
  }
};

const isOffered = (batch: PlacesDocument['batch'], page: number | undefined): boolean =>
  batch ? page !== undefined && page >= 1 && page <= batch.offered : page === undefined;

const COUNTS = ['reserved', 'pending', 'approved'] as const;

/** I25. */
const checkPages = ({ places, pages, reservations, forms }: Snapshot, { submissionsOf }: Facts, check: Check): void => {
  const pagesOf = groupBy(pages.values(), ({ taskId }) => taskId);
  const heldPages = groupBy(
    [...reservations.values()].filter(({ state, page }) => state === 'held' && page !== undefined),
    ({ taskId, page }) => `${taskId}:${page}`,
  );
  for (const { _id: taskId, batch, state, places: now, formId } of places.values()) {
    const own = pagesOf.get(taskId) ?? [];
    if (!batch) {
      check(own.length === 0, 'pages belong to a batch', taskId, own.length);
      continue;
    }
    const numbers = own.map(({ number }) => number).sort((a, b) => a - b);
    const isOffer = numbers.length === batch.offered && numbers.every((number, at) => number === at + 1);
    const isInPilot = batch.offered <= (batch.pilotPages ?? batch.pages);
    check(isOffer && isInPilot, 'the offered pages are the first ones', taskId, { numbers, batch });
    const sumOf = (count: 'open' | 'spared' | (typeof COUNTS)[number]) =>
      own.reduce((sum, page) => sum + (page[count] ?? 0), 0);
    const sums = {
      open: sumOf('open') + (batch.pages - batch.offered) * batch.overlap.max,
      spared: sumOf('spared'),
      ...Object.fromEntries(COUNTS.map((count) => [count, sumOf(count)])),
    } as Record<'open' | 'spared' | (typeof COUNTS)[number], number>;
    // The pages of a closed task keep what was open, or spared.
    const isSum =
      (state === 'closed' || (sums.open === now.open && sums.spared === (now.spared ?? 0))) &&
      COUNTS.every((one) => sums[one] === (now[one] ?? 0));
    check(isSum, 'the places of a batch are the sums over its pages', taskId, { sums, now });
    const answersOf = groupBy(submissionsOf.get(taskId) ?? [], ({ page }) => page);
    for (const page of own) {
      const { _id, number, open, reserved, pending, approved, spared = 0 } = page;
      const answers = answersOf.get(number) ?? [];
      const counted = {
        reserved: heldPages.get(`${taskId}:${number}`)?.length ?? 0,
        pending: answers.filter(({ status }) => status === 'pending').length,
        approved: answers.filter((one) => one.status === 'approved' && !hasNoPlace(one)).length,
      };
      check(
        COUNTS.every((one) => page[one] === counted[one]),
        'a page counts its answers and holds',
        _id,
        { page, counted },
      );
      // An appeal may be paid from the kept place of another page of a closed task.
      const isWhole = state === 'closed' || open + reserved + spared + pending + approved === batch.overlap.max;
      check(isWhole && open >= 0 && spared >= 0, 'a page of an open batch has its places', _id, page);
      const live = answers.filter(({ status }) => status !== 'reject');
      const values = live.map((answer) => valuesOf(forms.get(formId ?? '')?.fields ?? [], batch, answer));
      const isSpared = batch.overlap.min !== undefined && isPageComplete(values, batch);
      check(
        state === 'closed' || (isSpared ? open : spared) === 0,
        'a complete page has no open place, another one no spared place',
        _id,
        { page, values },
      );
    }
  }
  for (const { _id, taskId } of pages.values()) check(places.has(taskId), 'pages belong to a batch', _id, taskId);
};

/** I28. */
const checkPace = ({ places, tasks }: Snapshot, { submissionsOf }: Facts, check: Check): void => {
  for (const { _id: taskId, batch } of places.values()) {
    const measured = (submissionsOf.get(taskId) ?? []).filter(({ seconds }) => seconds !== undefined);
    const counts = PAGE_SECONDS.map(() => 0);
    for (const { seconds = 0 } of measured) {
      const bound = PAGE_SECONDS.findIndex((most) => seconds <= most);
      counts[bound] = (counts[bound] ?? 0) + 1;
    }
    const timed = new Set(measured.map(({ workerId }) => workerId));
    const { workers = [], counts: stored = counts } = batch?.pace ?? {};
    const isKnown = new Set(workers).size === workers.length && workers.every((worker) => timed.has(worker));
    const isCounted = isDeepStrictEqual(stored, counts) && workers.length === Math.min(timed.size, MIN_TIMED_WORKERS);
    check(isKnown && isCounted, 'the pace of a batch counts its measured answers', taskId, {
      pace: batch?.pace,
      counts,
    });
  }
  for (const { _id, payable, hourly, places: shown } of tasks.values()) {
    const { medianSeconds: median } = shown;
    const paid = median === undefined ? undefined : coinsPerHour(payable, median);
    check(hourly === paid, 'the pay of an hour follows from pay and pace', _id, { hourly, payable, median });
  }
};

/** The file of a batch, its rows and its publication (I25). */
const checkBatches = ({ places, tasks, additions, batches, rowFiles, rows }: Snapshot, check: Check) => {
  const rowsOf = groupBy(rows.values(), ({ fileId }) => fileId);
  const usedBy = groupBy(batches.values(), ({ file }) => file?.id ?? '');
  const askedBy = groupBy(batches.values(), ({ growth }) => (growth?.additionId === undefined ? '' : growth.fileId));
  for (const { _id, deleteAt, addedTo } of rowFiles.values()) {
    const users = [...(usedBy.get(_id) ?? []), ...(askedBy.get(_id) ?? [])].length + (addedTo === undefined ? 0 : 1);
    check(users === (deleteAt === undefined ? 1 : 0), 'a file of rows is kept while its batch uses it', _id, {
      users,
      deleteAt,
    });
  }
  for (const fileId of rowsOf.keys()) check(rowFiles.has(fileId), 'rows belong to a file', fileId, 'no such file');
  for (const { _id, file } of batches.values()) {
    if (!file) continue;
    const all = (rowsOf.get(file.id) ?? []).map(({ number }) => number).sort((a, b) => a - b);
    const numbers = all.filter((number) => !isCheck(number));
    const isNumbered = numbers.length === file.rows && numbers.every((number, at) => number === at + 1);
    const isWhole = isNumbered && all.length - numbers.length === (file.checks ?? 0);
    check(isWhole && rowFiles.has(file.id), 'a batch has all rows of its file', _id, { rows: file.rows, numbers });
  }
  const publishing = groupBy(batches.values(), ({ taskId }) => taskId ?? '');
  for (const { _id, batch, posted } of places.values()) {
    const own = publishing.get(_id) ?? [];
    const [published] = own;
    if (!batch) {
      check(own.length === 0, 'a published batch has its task', _id, own);
      continue;
    }
    const figures = published && figuresOf(published);
    const isPublished = own.length === 1 && published?.changedAt === undefined && published?.file?.id === batch.fileId;
    const isAsPosted =
      figures !== undefined &&
      figures !== null &&
      isDeepStrictEqual(figuresIn(figures), figuresIn(batch)) &&
      [undefined, figures.pilotPages].includes(batch.pilotPages);
    check(isPublished && isAsPosted, 'a published batch is the one that was posted', _id, { own, batch });
    check(posted === placesOf(batch), 'a batch has a place for each answer', _id, { posted, batch });
    const task = tasks.get(_id);
    const paid = additions.get(published?.growth?.additionId ?? '');
    // The task service has decided, and its event is under way.
    const { rows: more = 0, pages = 0 } = (paid?.state === 'added' && paid.rows) || {};
    const shown = { ...figuresIn(batch), rows: batch.rows + more, pages: batch.pages + pages };
    check(
      task?.batch !== undefined && isDeepStrictEqual(figuresIn(task.batch), shown),
      'a batch is of the size that its task shows',
      _id,
      task?.batch,
    );
  }
  for (const { _id, taskId, changedAt } of batches.values())
    if (changedAt === undefined)
      check(taskId !== undefined && places.has(taskId), 'a published batch has its task', _id, taskId);
};

const figuresIn = ({ rows, pages, rowsPerPage, overlap }: BatchFigures): BatchFigures => ({
  rows,
  pages,
  rowsPerPage,
  overlap,
});

/** The versions of the texts of each batch (I26). */
const checkTexts = ({ places, batches, forms, submissions, reservations }: Snapshot, check: Check) => {
  for (const { _id, taskId = '', corrections = [] } of batches.values()) {
    if (corrections.length === 0) continue;
    const { batch, formId = '' } = places.get(taskId) ?? {};
    const published = forms.get(formId)?.fields ?? [];
    const areTexts = corrections.every((texts) => {
      const form = forms.get(texts.formId);
      return form !== undefined && changedRules(published, form).length === 0;
    });
    const isLatest = batch?.version === corrections.length + 1;
    check(areTexts && isLatest, 'a correction makes the next version, and changes no rule', _id, {
      batch,
      corrections,
    });
  }
  for (const { _id, taskId, version = 1 } of [...submissions.values(), ...reservations.values()])
    check(version <= (places.get(taskId)?.batch?.version ?? 1), 'work is on a version of the texts', _id, version);
};

/** I15. */
const checkReservations = ({ places, reservations }: Snapshot, check: Check) => {
  const held = groupBy(
    [...reservations.values()].filter(({ state }) => state === 'held'),
    ({ taskId }) => taskId,
  );
  for (const { _id, payable, places: now } of places.values()) {
    const heldPlaces = held.get(_id) ?? [];
    check((now.reserved ?? 0) === heldPlaces.length, 'reserved places are held reservations', _id, {
      places: now.reserved,
      reservations: heldPlaces.length,
    });
    const isPaidAlike = heldPlaces.every((reservation) => reservation.payable === payable);
    check(isPaidAlike, 'a held place pays what its task pays', _id, payable);
    for (const [at, theirs] of groupBy(heldPlaces, atPage))
      check(
        theirs.length === 1,
        'at most one reservation per task, worker and page',
        at,
        theirs.map(({ _id: id }) => id),
      );
    for (const [worker, { length }] of groupBy(heldPlaces, ({ workerId }) => workerId))
      check(length <= MAX_HELD_PAGES, 'a worker holds few pages of a batch', `${_id} ${worker}`, length);
  }
  for (const [worker, theirs] of groupBy([...held.values()].flat(), ({ workerId }) => workerId)) {
    const { size } = new Set(theirs.map(({ taskId }) => taskId));
    check(size <= MAX_RESERVATIONS, 'a worker holds few reservations', worker, size);
  }
  for (const { _id, taskId, state, endedAt } of reservations.values()) {
    check(places.has(taskId), 'a reservation belongs to a task', _id, taskId);
    const endsWhenNotHeld = (state === 'held') === (endedAt === undefined);
    check(endsWhenNotHeld, 'a reservation has an end unless it is held', _id, { state, endedAt });
  }
};

/** A rejection becomes an approval only by an upheld appeal, and only a pending submission has a deadline. */
const checkReviews = ({ submissions }: Snapshot, check: Check) => {
  for (const submission of submissions.values()) {
    const { _id, status, decidedBy, reason, appeal, autoApproveAt, revisionDueAt } = submission;
    check(
      !reason || status === 'reject' || appeal?.state === 'upheld' || isReversed(submission),
      'a rejected submission is approved only by an upheld appeal or its buyer',
      _id,
      { status, reason: reason?.code, appeal: appeal?.state },
    );
    check(
      !isReversed(submission) || (status === 'approved' && decidedBy === 'buyer'),
      'a reversed rejection is approved by its buyer',
      _id,
      { status, decidedBy },
    );
    if (appeal)
      check(
        (appeal.state === 'upheld' || isReversed(submission)) === (status === 'approved') &&
          (appeal.state === 'upheld' && !isReversed(submission)) === (appeal.paidBy !== undefined) &&
          status !== 'pending',
        'an appeal is upheld when its submission is approved',
        _id,
        { status, appeal: appeal.state, paidBy: appeal.paidBy },
      );
    const isByAppeal = (decidedBy === 'admin') === isUpheld(submission);
    check(isByAppeal, 'an admin decides only by upholding an appeal', _id, { decidedBy, appeal: appeal?.state });
    const deadlines = [autoApproveAt, revisionDueAt].filter((time) => time !== undefined).length;
    check(deadlines <= (status === 'pending' ? 1 : 0), 'only a pending submission has a deadline, and only one', _id, {
      status,
      autoApproveAt,
      revisionDueAt,
    });
  }
};

/** Milliseconds. */
const NOTIFICATIONS_MS = NOTIFICATION_DAYS * DAY_MS;

/** I16. */
const checkDeadlines = (
  { users, suspensions, tasks, submissions, withdrawals, reservations, notifications, mails }: Snapshot,
  now: number,
  check: Check,
) => {
  for (const { _id, ...deadlines } of submissions.values()) {
    const { autoApproveAt = now + 1, revisionDueAt = now + 1, appealableUntil = now + 1, appeal } = deadlines;
    const due = Math.min(autoApproveAt, revisionDueAt, appeal?.state === 'open' ? now + 1 : appealableUntil);
    check(due > now, 'no deadline has passed', _id, isoTime(due));
  }
  for (const { _id, state, closesAt = now + 1 } of tasks.values())
    check(state !== 'open' || closesAt > now, 'no deadline has passed', _id, isoTime(closesAt));
  for (const { _id, state, until = now + 1 } of suspensions.values())
    check(state !== 'active' || until > now, 'no deadline has passed', _id, isoTime(until));
  const graceMs = RESERVATION_GRACE_SECONDS * 1000;
  for (const { _id, state, expiresAt } of reservations.values())
    check(state !== 'held' || expiresAt + graceMs > now, 'no deadline has passed', _id, isoTime(expiresAt));
  for (const { _id, eraseAt = now + 1, holdUntil = now + 1 } of withdrawals.values()) {
    const due = Math.min(eraseAt, holdUntil);
    check(due > now, 'no deadline has passed', _id, isoTime(due));
  }
  for (const { _id, closed, closingCheckAt = now + 1 } of users.values())
    check(closed || closingCheckAt > now, 'no deadline has passed', _id, isoTime(closingCheckAt));
  for (const { _id, nextAttemptAt = now + 1 } of mails.values())
    check(nextAttemptAt > now, 'no deadline has passed', _id, isoTime(nextAttemptAt));
  for (const { _id, at } of notifications.values())
    check(at + NOTIFICATIONS_MS > now, 'no deadline has passed', _id, isoTime(at));
};

const after = (id: string) => id.slice(id.indexOf(':') + 1);

/** Rejected, or rejected until an appeal that Piecework paid. */
const hasLostItsPlace = (submission: SubmissionDocument) => submission.status === 'reject' || hasNoPlace(submission);

/** Coins leave escrow only by a decision of the submission service. */
const checkSettlements = (snapshot: Snapshot, check: Check) => {
  const { transfers, submissions, reservations, additions, places, tasks } = snapshot;
  const isClosed = (taskId: string) => places.get(taskId)?.state === 'closed';
  for (const transfer of transfers.values()) {
    const { _id, kind, amount, from, to } = transfer;
    const cause = after(_id);
    const submission = submissions.get(cause);
    const isPay =
      submission !== undefined &&
      (submission.status === 'approved' || isBeingReversed(submission)) &&
      amount === submission.payable &&
      (to === `user:${submission.workerId}` || to === 'world:adjust');
    const facts = { transfer, status: submission?.status, payable: submission?.payable, appeal: submission?.appeal };
    if (kind === 'settle') {
      const payer =
        submission && (isPaidByBalance(submission) || isBeingReversed(submission))
          ? `user:${submission.buyerId}`
          : `escrow:${submission?.taskId}`;
      const isSettle = isPay && !isPaidByPlatform(submission) && from === payer;
      check(isSettle, 'a settle pays an approved submission', _id, facts);
    }
    if (kind === 'appeal') {
      const isAppeal = isPay && isPaidByPlatform(submission) && from === 'world:appeals';
      check(isAppeal, 'Piecework pays an upheld appeal without an open place', _id, facts);
    }
    if (kind !== 'refund') continue;
    const reservation = reservations.get(cause);
    const addition = additions.get(cause);
    const task = tasks.get(cause);
    if (submission) {
      const isLost = hasLostItsPlace(submission) && submission.appealableUntil === undefined;
      const isRight = isLost && isClosed(submission.taskId) && amount === places.get(submission.taskId)?.payable;
      check(isRight, 'a refund gives back a rejected place of a closed task', _id, facts);
    } else if (reservation) {
      const isUnused = reservation.state !== 'held' && reservation.state !== 'used';
      const isRight = isUnused && isClosed(reservation.taskId) && amount === reservation.payable;
      check(isRight, 'a refund gives back an unused reservation of a closed task', _id, { amount, reservation });
    } else if (addition) {
      const { state, cost, raise } = addition;
      const isExcess = state === 'added' && raise && amount > 0 && amount <= cost && amount % raise.by === 0;
      const isRight = isExcess || (state === 'unwanted' && amount === cost);
      check(isRight, 'a refund gives back an unwanted addition', _id, { amount, addition });
    } else {
      const isOfPlaces = task !== undefined && amount % task.payable === 0 && amount <= task.cost;
      check(isClosed(cause) && isOfPlaces, 'a refund gives back places of a closed task', _id, amount);
    }
  }
};

/** I30. */
const checkBonuses = ({ bonuses, transfers, submissions }: Snapshot, { quiet }: { quiet: boolean }, check: Check) => {
  const givenFor = groupBy(bonuses.values(), ({ submissionId }) => submissionId);
  for (const bonus of bonuses.values()) {
    const { _id, submissionId, number, taskId, buyerId, workerId, coins } = bonus;
    const transfer = transfers.get(`bonus:${_id}`);
    const isPaid =
      transfer?.kind === 'bonus' &&
      transfer.amount === coins &&
      transfer.from === `user:${buyerId}` &&
      transfer.to === `user:${workerId}`;
    check(isPaid, 'a bonus is paid once, by its buyer to its worker', _id, { bonus, transfer });
    const submission = submissions.get(submissionId);
    const isOfWork =
      submission?.status === 'approved' &&
      submission.taskId === taskId &&
      submission.buyerId === buyerId &&
      submission.workerId === workerId &&
      transfers.has(`settle:${submissionId}`);
    const isWithin = Number.isSafeInteger(coins) && coins >= BONUS_COINS.min && coins <= BONUS_COINS.max;
    const isNumbered =
      _id === `${submissionId}:${number}` && number >= 1 && number <= (givenFor.get(submissionId)?.length ?? 0);
    check(
      isOfWork && isWithin && isNumbered && number <= MAX_BONUSES,
      'a bonus is for approved work that its task has paid',
      _id,
      { bonus, status: submission?.status },
    );
  }
  for (const { _id, kind } of transfers.values())
    if (kind === 'bonus') check(bonuses.has(after(_id)), 'a bonus has its document', _id, 'no such bonus');
  for (const { _id, bonus } of submissions.values()) {
    const given = (givenFor.get(_id) ?? []).toSorted((a, b) => a.number - b.number);
    const { coins: shown = 0, count = 0 } = bonus ?? {};
    const coins = given.slice(0, count).reduce((sum, one) => sum + one.coins, 0);
    const isKnown = quiet ? count === given.length : count <= given.length;
    check(isKnown && shown === coins, 'a submission shows its bonuses', _id, { bonus, given: given.length, coins });
  }
};

/** Escrow always covers every payment that is still possible. */
const checkEscrow = ({ accounts, transfers, tasks, places }: Snapshot, { additionsOf }: Facts, check: Check) => {
  for (const task of tasks.values()) {
    const fund = transfers.get(`fund:${task._id}`);
    if (!fund) {
      check(task.state === 'funding' || task.state === 'declined', 'a visible task is funded', task._id, task.state);
      continue;
    }
    const added = (additionsOf.get(task._id) ?? []).filter(({ state }) => state === 'added');
    const addedCost = added.reduce((sum, addition) => sum + addition.cost - excessOf(addition), 0);
    const isFunded = fund.amount + addedCost === task.cost && fund.from === `user:${task.buyerId}`;
    check(isFunded, 'a task is funded with its cost by its buyer', task._id, { fund, addedCost, cost: task.cost });
    check(task.state !== 'declined', 'a declined task is not funded', task._id, fund._id);
    const refund = transfers.get(`refund:${task._id}`);
    const isShown = task.state !== 'closed' || task.refunded === refund?.amount;
    check(isShown, 'a closed task shows its refund', task._id, { shown: task.refunded, refunded: refund?.amount });
    const now = places.get(task._id);
    const committed = now ? now.payable * payablePlaces(now) : 0;
    const escrow = accounts.get(`escrow:${task._id}`)?.balance ?? 0;
    // Also before its funding is known here: the coins are in escrow.
    const isRaised = additionsOf.get(task._id)?.some(({ raise }) => raise);
    const isCovered = escrow >= committed && (isRaised || escrow % task.payable === 0);
    check(isCovered, 'escrow covers open, reserved, pending and kept places', task._id, { escrow, committed });
  }
  for (const account of accounts.values()) {
    if (account._id.startsWith('escrow:'))
      check(tasks.has(after(account._id)), 'escrow belongs to a task', account._id, account.balance);
  }
};

/** Coins of a raise for places that were decided before it was applied. */
const excessOf = ({ raise, unneeded = 0 }: AdditionDocument): number => unneeded * (raise?.by ?? 0);

/** What its places have paid, the first pay first. */
const paysOf = ({ payable }: TaskDocument, additions: readonly AdditionDocument[] = []): number[] => {
  const raises = additions.flatMap(({ state, raise }) => (state === 'added' && raise ? [raise] : []));
  return [raises.reduce((pay, { by }) => pay - by, payable), ...raises.map(({ to }) => to)];
};

/** I17. */
const checkAdditions = ({ additions, transfers, tasks }: Snapshot, { additionsOf }: Facts, check: Check) => {
  for (const addition of additions.values()) {
    const { _id, taskId, buyerId, state, places, cost, raise, rows } = addition;
    const task = tasks.get(taskId);
    const pays = task ? paysOf(task, additionsOf.get(taskId)) : [];
    const isPriced = raise
      ? cost === places * raise.by && pays.includes(raise.to - raise.by)
      : pays.some((pay) => cost === places * pay);
    const fund = transfers.get(`fund:${taskId}:${_id}`);
    check(task?.buyerId === buyerId && isPriced, 'an addition is paid like the places of its task', _id, {
      addition,
      pays,
      buyerId: task?.buyerId,
    });
    const isFunded = fund?.amount === cost && fund.from === `user:${buyerId}`;
    const isPaid = { requested: !fund || isFunded, added: isFunded, unwanted: isFunded, declined: !fund }[state];
    check(isPaid, 'an addition is funded unless it is declined', _id, { state, fund });
    const { pages = 0 } = rows ?? {};
    const max = task?.batch?.overlap.max ?? 0;
    check(!rows || places === pages * max, 'added rows have a place for each answer', _id, { places, rows, max });
    check(state === 'requested' || task?.addition !== _id, 'a decided addition is not in progress', _id, state);
  }
  for (const { _id, kind } of transfers.values()) {
    const [, taskId = '', additionId] = kind === 'fund' ? _id.split(':') : [];
    const isKnown = additionId === undefined || additions.get(additionId)?.taskId === taskId;
    check(isKnown, 'a transfer of added places belongs to an addition', _id, 'no such addition');
  }
};

const checkWithdrawals = ({ withdrawals, transfers }: Snapshot, check: Check) => {
  for (const { _id, status, coins } of withdrawals.values()) {
    const payout = transfers.get(`payout:${_id}`);
    const isPaidOut = (status === 'approved') === (payout !== undefined);
    check(isPaidOut, 'an approved withdrawal has exactly one payout', _id, { status, payout });
    const isWhole = !payout || payout.amount === coins;
    check(isWhole, 'a payout is of the coins asked for', _id, { coins, paid: payout?.amount });
  }
  for (const { _id, status, payoutRate } of withdrawals.values())
    check(!payoutRate || status === 'approved', 'only an approved withdrawal has a rate', _id, { status, payoutRate });
  for (const withdrawal of withdrawals.values()) checkPayout(withdrawal, check);
  for (const { kind, _id } of transfers.values()) {
    if (kind === 'payout')
      check(withdrawals.has(after(_id)), 'a payout belongs to a withdrawal', _id, 'no such withdrawal');
  }
};

/** Nonce and tag, then the characters. */
const SEALED_BYTES = { min: 12 + 16 + ACCOUNT_NUMBER_LENGTH.min, max: 12 + 16 + ACCOUNT_NUMBER_LENGTH.max };

const isSealed = (account: object): boolean => {
  const { key, sealed, mask, ...others } = account as SealedNumber;
  const bytes = Buffer.from(sealed, 'base64url');
  return (
    Object.keys(others).length === 0 &&
    /^[0-9a-f]{16}$/.test(key) &&
    bytes.toString('base64url') === sealed &&
    bytes.length >= SEALED_BYTES.min &&
    bytes.length <= SEALED_BYTES.max &&
    mask.length === 3
  );
};

const LAST_STATES = { due: ['approved', 'corrected'], paid: ['paid'], failed: ['failed'] } as const;

const checkPayout = (withdrawal: WithdrawalDocument, check: Check) => {
  const { _id, status, account, payout, timeline, eraseAt, hold, holdUntil } = withdrawal;
  check(
    !account || isSealed(account),
    'an account number is stored sealed, with a mask of three characters',
    _id,
    // Not the number, in case there is one.
    Object.keys(account ?? {}),
  );
  check(!account || status !== 'canceled', 'a canceled withdrawal keeps no account number', _id, status);
  check(
    !account || status === 'pending' || (payout === 'due') === (eraseAt === undefined),
    'the account number of a withdrawal is kept while its payout is due, and erased some days later',
    _id,
    { payout, eraseAt },
  );
  check(!payout || status === 'approved', 'only an approved withdrawal has a payout state', _id, status);
  const isHold = (hold === undefined) === (holdUntil === undefined) && (!hold || status === 'pending');
  check(isHold, 'only a pending withdrawal is held, until a time', _id, { status, holdUntil });
  const last = timeline.at(-1)?.state;
  const isLast = !payout || LAST_STATES[payout].some((state) => state === last);
  check(isLast, 'a payout state is that of the timeline', _id, { payout, last });
};

const checkPayments = ({ payments, transfers }: Snapshot, check: Check) => {
  for (const { _id, state, coins } of payments.values()) {
    const topup = transfers.get(`topup:${_id}`);
    check(state !== 'credited' || topup !== undefined, 'a credited payment has a top-up', _id, state);
    check(state !== 'recorded' || topup === undefined, 'a payment that is not credited has no top-up', _id, state);
    check(!topup || topup.amount === coins, 'a top-up is of the coins bought', _id, { coins, amount: topup?.amount });
    const isReversed = transfers.has(`reverse:${_id}`);
    check((state === 'reversed') === isReversed, 'a reversed payment is reversed once', _id, state);
  }
  for (const { kind, _id } of transfers.values()) {
    if (kind === 'topup' || kind === 'reverse')
      check(payments.has(after(_id)), 'a top-up belongs to a payment', _id, 'no such payment');
  }
};

/** I34. */
const checkAdjustments = ({ adjustments, transfers }: Snapshot, check: Check) => {
  for (const adjustment of adjustments.values()) {
    const { _id, userId, coins, state, requestedBy, decidedBy, alone } = adjustment;
    const transfer = transfers.get(`adjust:${_id}`);
    const isMoved =
      transfer?.amount === Math.abs(coins) && (coins > 0 ? transfer.to : transfer.from) === `user:${userId}`;
    const isRight = state === 'posted' ? isMoved : transfer === undefined;
    check(isRight, 'a posted adjustment moves its coins, another one none', _id, { adjustment, transfer });
    const isAlone = alone === Math.abs(coins) && decidedBy === undefined;
    const hasTwo = alone === undefined && decidedBy !== undefined && decidedBy !== requestedBy;
    const isByOthers = requestedBy !== userId && (state !== 'posted' || decidedBy !== userId);
    const isAllowed = (state !== 'posted' || isAlone || hasTwo) && isByOthers;
    check(isAllowed, 'an adjustment is posted by one admin within the limit, or by two', _id, adjustment);
  }
  for (const { kind, _id } of transfers.values())
    if (kind === 'adjust')
      check(adjustments.has(after(_id)), 'a transfer of an adjustment belongs to one', _id, 'no such adjustment');
};

/** A projection may lag, but is never ahead and never differs at the same version. */
const checkProjections = ({ users, accounts, tasks, places }: Snapshot, check: Check) => {
  for (const user of users.values()) {
    const account = accounts.get(`user:${user._id}`);
    const version = account?.version ?? 0;
    const { _id, coins, coinVersion } = user;
    check(coinVersion <= version, 'a shown balance is not newer than the account', _id, { coinVersion, version });
    const isShown = coinVersion !== version || coins === account?.balance || version === 0;
    check(isShown, 'a shown balance is the account’s', _id, { coins, balance: account?.balance });
  }
  for (const task of tasks.values()) {
    const document = places.get(task._id);
    if (!document) continue;
    const { places: now, kept, batch } = document;
    const isNotNewer = task.places.version <= now.version;
    check(isNotNewer, 'shown places are not newer than the places', task._id, [task.places.version, now.version]);
    const isSame =
      task.places.version !== now.version ||
      (task.places.open === now.open &&
        task.places.reserved === now.reserved &&
        (task.places.spared ?? 0) === (now.spared ?? 0) &&
        task.places.pending === now.pending &&
        (task.places.kept ?? 0) === (kept ?? 0) &&
        task.places.medianSeconds === medianSeconds(batch?.pace) &&
        task.places.approved === now.approved);
    check(isSame, 'shown places are the places', task._id, [task.places, now]);
  }
};

/** By an admin. */
const isUpheld = (submission: SubmissionDocument) => submission.appeal?.state === 'upheld' && !isReversed(submission);

/** Whether a note of the task service is about what has happened to the submission; it may lag. */
const isWorkOf = (row: WorkDocument, submission: SubmissionDocument) => {
  const { decided, overturned, reversed } = row;
  const wasRejected = submission.status === 'reject' || isUpheld(submission) || isReversed(submission);
  return (
    row.taskId === submission.taskId &&
    row.workerId === submission.workerId &&
    row.buyerId === submission.buyerId &&
    row.live === isLive(row) &&
    (!overturned || isUpheld(submission)) &&
    (!reversed || isReversed(submission)) &&
    (!decided || (decided.approved ? submission.status === 'approved' && !wasRejected : wasRejected)) &&
    (!decided?.isUnexplained || !submission.reason)
  );
};

const checkWork = ({ work, submissions }: Snapshot, check: Check) => {
  for (const row of work.values()) {
    const submission = submissions.get(row._id);
    check(
      submission !== undefined && isWorkOf(row, submission),
      'a note of the task service is about a submission, and never ahead of it',
      row._id,
      { row, status: submission?.status, appeal: submission?.appeal?.state },
    );
  }
};

/** What `buyerStats` counts of a submission, without the time. */
const reviewOf = (submission: SubmissionDocument): Record<string, number> => {
  const { status, decidedBy, reason } = submission;
  if (status === 'pending' || decidedBy === 'departure') return {};
  const overturned = isUpheld(submission) ? 1 : 0;
  const reversed = isReversed(submission) ? 1 : 0;
  const wasRejected = overturned + reversed > 0 || status === 'reject';
  return {
    decided: 1,
    approved: Number(status === 'approved'),
    unexplained: Number(wasRejected && !reason),
    overturned,
    reversed,
  };
};

const REVIEW_FIELDS = { fields: ['decided', 'approved', 'unexplained', 'overturned', 'reversed'] };

/** After quiet: each submission has its note, so `buyerStats` equals its recount (I21). */
export const checkWorkIsComplete = ({ work, submissions }: Snapshot): Violation[] => {
  const violations: Violation[] = [];
  for (const submission of submissions.values()) {
    const row = work.get(submission._id);
    const isRight =
      row !== undefined &&
      row.live === (submission.status !== 'reject') &&
      equalAmounts(REVIEW_FIELDS, workTally.amounts(row), reviewOf(submission));
    if (!isRight)
      violations.push({
        invariant: 'the task service has noted each submission as it is',
        subject: submission._id,
        detail: JSON.stringify({ row, status: submission.status, decidedBy: submission.decidedBy }),
      });
  }
  return violations;
};

/** Act and row commit in one transaction. A document without a mark was decided before there was a trail, or not by an admin. */
const checkTrail = (snapshot: Snapshot, check: Check) => {
  const {
    users,
    suspensions,
    reportCases,
    tasks,
    submissions,
    withdrawals,
    payoutRates,
    adjustments,
    payments,
    adminActs,
  } = snapshot;
  const noted = groupBy(adminActs.values(), ({ subject }) => `${subject.type} ${subject.id}`);
  const requireRows = (subject: string, acts: readonly string[], expected: number) => {
    const rows = (noted.get(subject) ?? []).filter(({ action }) => acts.includes(action));
    const isNoted = rows.length === expected;
    check(isNoted, 'each admin act has one row in the trail', subject, { acts, expected, rows: rows.length });
  };
  for (const { _id, adminChanges = 0 } of users.values())
    requireRows(`user ${_id}`, ['role-changed', 'account-closed'], adminChanges);
  for (const { _id, grantReleasedBy } of users.values())
    requireRows(`user ${_id}`, ['grant-released'], grantReleasedBy ? 1 : 0);
  const notesOf = groupBy(snapshot.personNotes.values(), ({ userId }) => userId);
  for (const { _id, notes = 0, closed } of users.values()) {
    requireRows(`user ${_id}`, ['note-added'], notes);
    const kept = notesOf.get(_id) ?? [];
    const isKept = closed ? kept.every(({ deleteAt }) => deleteAt !== undefined) : kept.length === notes;
    check(isKept, 'notes on a person end only after the closing', _id, { closed, notes, kept: kept.length });
  }
  for (const { _id, deletedBy } of tasks.values()) requireRows(`task ${_id}`, ['task-deleted'], deletedBy ? 1 : 0);
  for (const { _id, endedBy } of tasks.values()) requireRows(`task ${_id}`, ['task-ended'], endedBy ? 1 : 0);
  for (const { _id, pauseActs = 0 } of tasks.values())
    requireRows(`task ${_id}`, ['task-paused', 'task-resumed'], pauseActs);
  for (const { _id, approvals = 0, rejection } of tasks.values()) {
    requireRows(`task ${_id}`, ['task-approved'], approvals);
    requireRows(`task ${_id}`, ['task-rejected'], rejection ? 1 : 0);
  }
  const decidedOf = groupBy(
    [...reportCases.values()].filter(({ state }) => state === 'decided'),
    ({ ownerId }) => ownerId,
  );
  for (const { _id } of users.values()) requireRows(`user ${_id}`, ['report-decided'], decidedOf.get(_id)?.length ?? 0);
  const suspensionsOf = groupBy(suspensions.values(), ({ userId }) => userId);
  for (const { _id } of users.values()) {
    const all = suspensionsOf.get(_id) ?? [];
    requireRows(`user ${_id}`, ['account-suspended'], all.length);
    requireRows(`user ${_id}`, ['suspension-lifted'], all.filter(({ state }) => state === 'lifted').length);
    requireRows(`user ${_id}`, ['suspension-kept'], all.filter(({ appeal }) => appeal?.state === 'kept').length);
  }
  // A departure dismisses without a note.
  for (const { _id, appeal } of submissions.values())
    for (const outcome of ['upheld', 'dismissed'] as const)
      requireRows(
        `submission ${_id}`,
        [`appeal-${outcome}`],
        appeal?.state === outcome && appeal.note !== undefined ? 1 : 0,
      );
  for (const { _id, status, decidedBy } of withdrawals.values())
    for (const outcome of ['approved', 'canceled'] as const)
      requireRows(`withdrawal ${_id}`, [`withdrawal-${outcome}`], decidedBy && status === outcome ? 1 : 0);
  for (const { _id, holdActs = 0 } of withdrawals.values())
    requireRows(`withdrawal ${_id}`, ['withdrawal-held', 'withdrawal-released'], holdActs);
  for (const { _id, timeline } of withdrawals.values())
    for (const outcome of ['paid', 'failed'] as const) {
      const acts = timeline.filter(({ state }) => state === outcome).length;
      requireRows(`withdrawal ${_id}`, [`payout-${outcome}`], acts);
    }
  for (const { _id, sets } of payoutRates.values()) requireRows(`payout-rate ${_id}`, ['payout-rate-set'], sets);
  for (const { _id, creditedBy } of payments.values())
    requireRows(`payment ${_id}`, ['payment-credited'], creditedBy ? 1 : 0);
  for (const { _id, state, alone } of adjustments.values()) {
    const subject = `adjustment ${_id}`;
    requireRows(subject, ['adjustment-posted'], alone === undefined ? 0 : 1);
    requireRows(subject, ['adjustment-requested'], alone === undefined ? 1 : 0);
    requireRows(subject, ['adjustment-approved'], alone === undefined && state === 'posted' ? 1 : 0);
    requireRows(subject, ['adjustment-declined'], state === 'declined' || state === 'taken-back' ? 1 : 0);
  }
  const tables: Record<string, ReadonlyMap<string, unknown>> = {
    user: users,
    task: tasks,
    submission: submissions,
    withdrawal: withdrawals,
    'payout-rate': payoutRates,
    adjustment: adjustments,
    payment: payments,
  };
  for (const { _id, subject } of adminActs.values()) {
    const exists = tables[subject.type]?.has(subject.id) ?? true;
    check(exists, 'a row of the trail is about something that exists', _id, subject);
  }
};

/** I13, I31. */
const checkClosing = ({ _id, closed, closing, closingCheckAt }: UserRecord, check: Check) => {
  check((closing === undefined) === (closingCheckAt === undefined), 'a closing is checked', _id, {
    closing,
    closingCheckAt,
  });
  if (!closing) return;
  check(!closed, 'a closed account is not being closed', _id, closing);
  const { check: number, due: { submission, wallet } = {} } = closing;
  if (number === undefined) return;
  check(submission !== undefined && wallet !== undefined, 'each service has answered what is due', _id, closing);
  check(submission !== 0 || wallet !== 0, 'an account closes once nothing is due', _id, closing);
};

/** Holds only when nothing is in flight. */
const checkQuiet = (snapshot: Snapshot, { additionsOf }: Facts, check: Check) => {
  const { users, tasks, additions, places, submissions, batches, accounts, transfers, outbox, parked } = snapshot;
  // Reported per event: under load some event is always in flight, but no single one for long.
  for (const { service, _id, topic } of outbox.values()) check(false, 'outboxes are empty', `${service}:${_id}`, topic);
  for (const { service, _id, reason } of parked.values())
    check(false, 'nothing is parked', `${service}:${_id}`, reason);
  for (const submission of submissions.values()) {
    const { _id, status, taskId } = submission;
    const isSettled = transfers.has(`settle:${_id}`);
    const isPaid = transfers.has(`appeal:${_id}`);
    const isPaidOnce = isPaidByPlatform(submission) ? isPaid && !isSettled : isSettled && !isPaid;
    check(status !== 'approved' || isPaidOnce, 'an approved submission is settled', _id, { isSettled, isPaid });
    check(submission.reversal?.state !== 'underway', 'no reversal is in progress', _id, submission.reversal);
    // Places returned after the task was closed are refunded one by one; places returned before count as open.
    const refunded = transfers.has(`refund:${_id}`);
    check(hasLostItsPlace(submission) || !refunded, 'only a rejected submission is refunded', _id, { status, taskId });
  }
  for (const addition of additions.values()) {
    const { _id, state, cost } = addition;
    check(state !== 'requested', 'no addition is in progress', _id, state);
    const excess = excessOf(addition) || undefined;
    const back = state === 'unwanted' ? cost : excess;
    const refunded = transfers.get(`refund:${_id}`)?.amount;
    check(refunded === back, 'an unwanted addition is refunded', _id, [refunded, back]);
  }
  for (const { _id, taskId, changedAt, growth } of batches.values()) {
    const task = taskId === undefined ? undefined : tasks.get(taskId);
    check(changedAt === undefined || !task, 'a batch whose task exists is published', _id, task?.state);
    check(growth?.additionId === undefined, 'no rows are being paid for', _id, growth);
  }
  for (const task of tasks.values()) {
    const isTransient = ['funding', 'closing', 'deleting'].includes(task.state);
    const pilot = places.get(task._id)?.batch?.pilotPages;
    check(
      !places.has(task._id) || task.batch?.pilotPages === pilot,
      'a task shows the pilot of its batch',
      task._id,
      pilot,
    );
    check(!isTransient, 'no task is in a transient state', task._id, task.state);
    if (task.state === 'declined') continue;
    const now = places.get(task._id);
    check(now !== undefined, 'a funded task has places', task._id, task.state);
    if (!now) continue;
    const { posted } = now;
    const added = (additionsOf.get(task._id) ?? []).filter(({ state }) => state === 'added');
    const [payable = 0] = paysOf(task, added);
    // Added places have paid what they cost then.
    const extra = (addition: AdditionDocument) =>
      addition.cost - (addition.raise ? excessOf(addition) : addition.places * payable);
    const paid = added.reduce((coins, addition) => coins + extra(addition), posted * payable);
    check(paid === task.cost, 'the cost of a task pays its posted places', task._id, { posted, paid, cost: task.cost });
    check(task.payable === now.payable, 'a task pays what its places pay', task._id, [task.payable, now.payable]);
    const escrow = accounts.get(`escrow:${task._id}`)?.balance ?? 0;
    const committed = now.payable * payablePlaces(now);
    check(escrow === committed, 'escrow = payable × (open + reserved + pending + kept)', task._id, [escrow, committed]);
    const endsTogether = (now.state === 'closed') === (task.state === 'deleted' || task.state === 'closed');
    check(endsTogether, 'a task is closed or deleted when its places are closed', task._id, [task.state, now.state]);
    const isOver = now.batch?.overlap.min !== undefined && now.places.open + (now.places.reserved ?? 0) === 0;
    check(now.state === 'closed' || !isOver, 'a batch whose pages are complete is closed', task._id, now.places);
    const isPausedThere =
      isWithheld(task) === (now.paused ?? false) && (task.review !== undefined) === (now.inReview ?? false);
    const pause = [task.paused, task.ownerSuspended, task.adminPause, task.review, now.paused, now.inReview];
    check(isPausedThere, 'a task is paused where its places are', task._id, pause);
    const { version } = task.places;
    check(version === now.places.version, 'shown places are up to date', task._id, [version, now.places.version]);
  }
  for (const user of users.values()) {
    const account = accounts.get(`user:${user._id}`);
    check(user.changing === undefined, 'no role change is in progress', user._id, user.changing);
    checkClosing(user, check);
    const waits = user.waitingGrant !== undefined;
    const isGranted = transfers.has(`grant:${user._id}`);
    check(isGranted !== waits, 'every user has a grant, or waits for it', user._id, { isGranted, waits });
    // An account without an entry, such as one whose grant waits, has no event of its balance.
    const emitted = account?.version === 0 ? -1 : account?.version;
    check(user.coinVersion === emitted, 'a shown balance is up to date', user._id, [user.coinVersion, emitted]);
    if (user.closed) check(account?.balance === 0, 'a closed account is empty', user._id, account?.balance);
  }
};

/** I35. */
const checkTaskReviews = ({ tasks, submissions, reservations }: Snapshot, check: Check) => {
  for (const { _id, review, rejection } of tasks.values())
    check(!rejection || review !== undefined, 'a rejected task had waited for review', _id, rejection);
  for (const rows of [submissions, reservations])
    for (const { _id, taskId } of rows.values()) {
      const task = tasks.get(taskId);
      check(!task || isPublic(task), 'a task that was never public has no work and no holds', taskId, _id);
    }
};

/** I30, in the user service; its projection in the wallet is never newer. */
const checkSuspensions = ({ users, suspensions, accounts }: Snapshot, check: Check) => {
  const active = groupBy(
    [...suspensions.values()].filter(({ state }) => state === 'active'),
    ({ userId }) => userId,
  );
  for (const { _id, closed, suspension, suspensionVersion = 0 } of users.values()) {
    const ids = (active.get(_id) ?? []).map((one) => one._id);
    const expected = suspension ? [suspension.suspensionId] : [];
    const isRecorded = isDeepStrictEqual(ids, expected) && !(closed && suspension);
    check(isRecorded, 'a suspended account has one active suspension, another one none', _id, { ids, expected });
    const shown = (accounts.get(`user:${_id}`) as UserAccount | undefined)?.suspensionVersion ?? 0;
    const isNoNewer = shown <= suspensionVersion;
    check(isNoNewer, 'the wallet’s suspension is not newer than the account’s', _id, [shown, suspensionVersion]);
  }
  for (const { _id, state, appeal } of suspensions.values()) {
    const isAppealed = appeal?.state !== 'open' || state === 'active';
    check(isAppealed, 'only an active suspension has an open appeal', _id, { state, appeal });
  }
};

/** I30, of which the other services learn. */
const checkSuspensionEffects = ({ users, accounts, tasks, reservations }: Snapshot, check: Check) => {
  const isSuspended = (userId: string) => users.get(userId)?.suspension !== undefined;
  for (const { _id, suspension } of users.values()) {
    const shown = accounts.get(`user:${_id}`)?.isSuspended ?? false;
    check(shown === (suspension !== undefined), 'the wallet knows who is suspended', _id, shown);
  }
  for (const { _id, state, buyerId, ownerSuspended = false } of tasks.values())
    if (state === 'open')
      check(
        ownerSuspended === isSuspended(buyerId),
        'a suspension pauses the tasks of its account',
        _id,
        ownerSuspended,
      );
  for (const { _id, state, workerId } of reservations.values())
    check(state !== 'held' || !isSuspended(workerId), 'a suspended worker holds no place', _id, workerId);
};

/** I36. */
const checkReportEffects = ({ reportCases, tasks }: Snapshot, check: Check) => {
  for (const { _id, subject, outcome } of reportCases.values()) {
    if (subject.type !== 'task') continue;
    const { state, adminPause, pauseActs = 0 } = tasks.get(subject.id) ?? {};
    const isEnded = state !== 'open';
    if (outcome === 'close-task') check(isEnded, 'a decision about reports closes the task', _id, subject);
    // Pause acts: an admin has resumed it.
    const isPaused = isEnded || adminPause !== undefined || pauseActs > 0;
    if (outcome === 'pause-task') check(isPaused, 'a decision about reports pauses the task', _id, subject);
  }
};

/** Milliseconds that the clocks of two replicas may differ. */
const CLOCK_SKEW_MS = 5_000;

/** I37. What was held before the block is still submitted; a used reservation is kept for a while, which bounds the check of older work. */
const checkBlocks = ({ blocks, reservations, submissions }: Snapshot, now: number | undefined, check: Check) => {
  const ends = new Map<string, number>();
  for (const { by, blockerId, blockedId, createdAt } of blocks.values())
    if (by === 'buyer') ends.set(`${blockerId} ${blockedId}`, createdAt + CLOCK_SKEW_MS);
  if (ends.size === 0) return;
  const isAfter = (at: number, { buyerId, workerId }: { buyerId: string; workerId: string }) =>
    at > (ends.get(`${buyerId} ${workerId}`) ?? Infinity);
  const used = new Set<string>();
  for (const reservation of reservations.values()) {
    const { _id, taskId, workerId, page = 0, state, reservedAt, endedAt } = reservation;
    check(!isAfter(reservedAt, reservation), 'no place is reserved against a block', _id, isoTime(reservedAt));
    if (state === 'used') used.add(`${taskId} ${workerId} ${page} ${endedAt}`);
  }
  if (now === undefined) return;
  for (const submission of submissions.values()) {
    const { _id, taskId, workerId, page = 0, createdAt } = submission;
    if (!isAfter(createdAt, submission) || createdAt < now - RESERVATION_DAYS * DAY_MS) continue;
    const wasHeld = used.has(`${taskId} ${workerId} ${page} ${createdAt}`);
    check(wasHeld, 'no work is submitted against a block', _id, isoTime(createdAt));
  }
};

/** I37, of which the task service learns. */
const checkKnownBlocks = ({ blocks, taskBlocks, users }: Snapshot, check: Check) => {
  for (const id of new Set([...blocks.keys(), ...taskBlocks.keys()])) {
    const isKnown = blocks.has(id) && taskBlocks.has(id);
    check(isKnown, 'the task service knows the blocks', id, { known: taskBlocks.has(id) });
  }
  for (const { _id, blockerId, blockedId } of blocks.values()) {
    const isOpen = !users.get(blockerId)?.closed && !users.get(blockedId)?.closed;
    check(isOpen, 'a closed account has no block', _id, { blockerId, blockedId });
  }
};

/** I22. Work that has ended keeps the names of its time. */
const checkNames = ({ users, tasks, places, submissions, blocks, withdrawals }: Snapshot, check: Check) => {
  const checkName = (subject: string, userId: string, shown: string) => {
    const name = users.get(userId)?.name;
    const isPresent = name === undefined || name === shown;
    check(isPresent, 'open work shows the names of its people', subject, { userId, name, shown });
  };
  for (const { _id, state, buyerId, buyerName } of tasks.values())
    if (state === 'open') checkName(`task ${_id}`, buyerId, buyerName);
  for (const { _id, state, buyerId, buyerName } of places.values())
    if (state === 'open') checkName(`places ${_id}`, buyerId, buyerName);
  for (const { _id, blockedId, name } of blocks.values()) checkName(`block ${_id}`, blockedId, name);
  for (const { _id, status, buyerId, buyerName, workerId, workerName } of submissions.values()) {
    if (status !== 'pending') continue;
    checkName(`submission ${_id}`, buyerId, buyerName);
    checkName(`submission ${_id}`, workerId, workerName);
  }
  for (const { _id, status, workerId, workerName } of withdrawals.values())
    if (status === 'pending') checkName(`withdrawal ${_id}`, workerId, workerName);
};

/** Sums by group. */
const recountOf = (of: AnyTally, documents: Iterable<Document>): Map<string, Record<string, number>> => {
  const recounted = new Map<string, Record<string, number>>([[ALL, {}]]);
  for (const document of documents)
    for (const group of groupsOf(of, document)) {
      const sums = recounted.get(group) ?? {};
      recounted.set(group, sums);
      addAmounts(sums, of.amounts(document));
    }
  return recounted;
};

/** All shards, also those that a transaction is about to add to. */
const byGroup = (rows: readonly CounterRow[], of: AnyTally): Map<string, CounterRow[]> =>
  groupBy(
    rows.filter(({ _id, amounts }) => groupOf(_id) === ALL || amounts?.[of.name]),
    ({ _id }) => groupOf(_id),
  );

const checkCounters = (snapshot: Snapshot, check: Check) => {
  const checkTally = (of: AnyTally, service: AuditedService, rows: readonly CounterRow[]) => {
    const recounted = recountOf(of, snapshot[of.of.name as 'submissions'].values());
    const rowsOf = byGroup(rows, of);
    for (const group of new Set([...recounted.keys(), ...rowsOf.keys()])) {
      const counted = rowsOf.get(group) ?? [];
      if (!counted.every(({ isStable }) => isStable)) continue;
      const sums = sumOf(counted, of.name);
      const actual = recounted.get(group) ?? {};
      const subject = `${service} ${of.name} ${group || 'all'}`;
      check(equalAmounts(of, sums, actual), 'a counter equals its recount', subject, { sums, actual });
    }
  };
  const all = [...snapshot.counters.values()];
  for (const [service, tallies] of Object.entries(TALLIES) as [AuditedService, readonly AnyTally[]][]) {
    const rows = all.filter((row) => row.service === service);
    const first = rows.find(({ _id }) => _id === shardId(0));
    // Otherwise the services count the documents.
    for (const of of tallies) if (isComplete(first, of)) checkTally(of, service, rows);
  }
};

/** I24. Recounts the transfers, where I20 recounts what the tallies count. */
const checkTransferSums = ({ transfers, counters }: Snapshot, check: Check) => {
  const rows = [...counters.values()].filter(({ service }) => service === 'wallet');
  const first = rows.find(({ _id }) => _id === shardId(0));
  const days = new Map<string, Record<string, number>>();
  const paidOut = new Map<string, Record<string, number>>();
  const flow = new Map<string, Record<string, number>>();
  const add = (sums: typeof days, key: string, amounts: Record<string, number>) => {
    for (const group of [ALL, key]) {
      const groupSums = sums.get(group) ?? {};
      addAmounts(groupSums, amounts);
      sums.set(group, groupSums);
    }
  };
  for (const { kind, from, to, amount, at } of transfers.values()) {
    const day = utcDayOf(at);
    const dayOf = (account: string) => ownerKey({ by: 'day', id: dayId(account, day) });
    if (from.startsWith('user:')) add(flow, dayGroup(day), { owed: -amount });
    if (to.startsWith('user:')) add(flow, dayGroup(day), { owed: amount });
    const isEarned = kind === 'settle' || kind === 'appeal' || kind === 'bonus';
    if (isEarned && to.startsWith('user:')) add(days, dayOf(to), { earned: amount });
    if (kind === 'payout') {
      add(days, dayOf(from), { withdrawn: amount });
      add(flow, dayGroup(day), { out: amount });
      add(paidOut, ownerKey({ by: 'worker', id: after(from) }), { paidOut: amount });
    }
  }
  const compare = (of: AnyTally, fields: readonly string[], expected: typeof days, invariant: string) => {
    if (!isComplete(first, of)) return;
    const counted = byGroup(rows, of);
    for (const key of new Set([...expected.keys(), ...counted.keys()])) {
      const shards = counted.get(key) ?? [];
      if (!shards.every(({ isStable }) => isStable)) continue;
      const sums = sumOf(shards, of.name);
      const actual = expected.get(key) ?? {};
      check(equalAmounts({ fields }, sums, actual), invariant, key || 'all', { sums, actual });
    }
  };
  compare(earningsTally, earningsTally.fields, days, 'the earnings of a day are the transfers of that day');
  compare(flowTally, flowTally.fields, flow, 'the coins of users and their payouts are the transfers');
  compare(withdrawalTally, ['paidOut'], paidOut, 'withdrawn coins are the payouts of the ledger');
};

/** I19. */
const checkInboxes = ({ notifications, inboxes }: Snapshot, check: Check) => {
  const byPerson = groupBy(notifications.values(), ({ userId }) => userId);
  for (const userId of new Set([...byPerson.keys(), ...inboxes.keys()])) {
    const rows = byPerson.get(userId) ?? [];
    const { kept = 0, unread = 0, closed } = inboxes.get(userId) ?? {};
    const isCounted = kept === rows.length && unread === rows.filter(({ read }) => !read).length;
    check(isCounted, 'an inbox counts its notifications', userId, { unread, kept });
    check(rows.length <= MAX_NOTIFICATIONS, 'an inbox has a limit', userId, rows.length);
    check(!closed || rows.length === 0, 'a closed account has no notification', userId, rows.length);
  }
};

/** I23. */
const checkMails = ({ users, mails }: Snapshot, check: Check) => {
  const confirmed = new Set<string>();
  for (const { email, emailConfirmed } of users.values()) if (emailConfirmed) confirmed.add(email);
  for (const { _id, to, isLink, state, attempts, nextAttemptAt, sentAt } of mails.values()) {
    const isTried = (state === 'queued') === (nextAttemptAt !== undefined) && attempts <= MAIL_TRIES;
    check(isTried, 'a mail is tried while it is queued, and a few times', _id, { state, attempts, nextAttemptAt });
    const wasTried = (state === 'sent') === (sentAt !== undefined) && (state !== 'sent' || attempts > 0);
    check(wasTried, 'a sent mail was tried', _id, { state, sentAt, attempts });
    check(isLink || confirmed.has(to), 'notifications are mailed to confirmed addresses', _id, to);
  }
};
