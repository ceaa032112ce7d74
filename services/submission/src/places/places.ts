import { type Places, waitingPlaces } from '@piecework/contracts';
import type { PageFigures } from '../batch/batch';
import type { Checks } from '../check/check';
import { medianSeconds, type Pace } from './pace';

/** A task with rows: a place is an answer to one of its pages. */
export interface BatchPlaces extends PageFigures {
  /** Of the rows (`batch.store.ts`). */
  fileId: string;
  /** Pages up to this number have been offered to workers; the others have all their places open. */
  offered: number;
  maxPagesPerWorker?: number | undefined;
  /** Share of the answers to a page that must agree. Absent: all of them. */
  agreement?: number | undefined;
  /** The answers that agree are approved with the completion of their page. Absent: false. */
  approveOnAgreement?: boolean | undefined;
  /** Absent: no answer was measured. */
  pace?: Pace | undefined;
  /** Of the texts that workers get now. Absent: 1. */
  version?: number | undefined;
  /** Absent: no page has checks. */
  checks?: Checks | undefined;
  /** Answers to a page in less time are marked. Absent: none. */
  minSeconds?: number | undefined;
}

export interface TaskPlaces {
  buyerId: string;
  buyerEmail: string;
  buyerName: string;
  title: string;
  /** Coins of each place that is not decided yet. */
  payable: number;
  /** Hours until an unreviewed submission is approved; 0: never. */
  autoApproveHours: number;
  /** Minutes of a reservation; 0: none is offered. */
  reserveMinutes: number;
  /** Percent (P-4.18). Absent: any worker may submit. */
  minApprovalRate?: number | undefined;
  /** Workers answer this form (`form.store.ts`). Absent: they submit a text. */
  formId?: string | undefined;
  importId?: string | undefined;
  /** Absent: the task has no rows. */
  batch?: BatchPlaces | undefined;
  /** Takes no work but that of reservations. Absent: false. */
  paused?: boolean | undefined;
  /** It waits for an admin. Absent: it does not. */
  inReview?: true | undefined;
  /** `closed`: no submissions; the place of a rejection or of an unused reservation is kept for appeals, or its coins return. */
  state: 'open' | 'closed';
  places: Omit<Places, 'kept' | 'keptUntil' | 'medianSeconds'>;
  /** Places of a closed task that were not let again and whose coins stay in escrow for appeals (ADR 82). Absent: 0. */
  kept?: number | undefined;
  /** All places that it has ever had. */
  posted: number;
  /** Rejected submissions that an appeal may still reverse (`appealableUntil`); at least the kept places. Absent: 0. */
  appealable?: number | undefined;
  /** Milliseconds since 1970: the last end of their time to appeal. */
  appealableUntil?: number | undefined;
}

export type Placed = Pick<TaskPlaces, 'places' | 'kept'>;
type Step = { open?: number; spared?: number; reserved?: number; pending?: number; approved?: number; kept?: number };

/** A negative count would be a place without payment. */
const step = <P extends TaskPlaces>(task: P, by: Step, state = task.state): P => {
  const { version, open, reserved = 0, spared = 0, pending, approved, untouched } = task.places;
  const isUntouched = (version === 0 || untouched) && !by.pending && !by.approved;
  const reservedNow = reserved + (by.reserved ?? 0);
  const sparedNow = spared + (by.spared ?? 0);
  const kept = (task.kept ?? 0) + (by.kept ?? 0);
  const places = {
    version: version + 1,
    open: open + (by.open ?? 0),
    ...(reservedNow !== 0 && { reserved: reservedNow }),
    ...(sparedNow !== 0 && { spared: sparedNow }),
    pending: pending + (by.pending ?? 0),
    approved: approved + (by.approved ?? 0),
    ...(isUntouched && { untouched: true as const }),
  };
  if (Math.min(places.open, reservedNow, sparedNow, places.pending, places.approved, kept) < 0)
    throw new Error(`Places of '${task.title}' would fall below zero: ${JSON.stringify({ ...places, kept })}`);
  return { ...task, state, places, ...(kept !== (task.kept ?? 0) && { kept }) };
};

/** As events carry them. */
export const publishedPlaces = ({ places, kept, appealableUntil, batch }: TaskPlaces): Places => {
  const median = medianSeconds(batch?.pace);
  return {
    ...places,
    ...(kept && { kept, keptUntil: appealableUntil }),
    ...(median !== undefined && { medianSeconds: median }),
  };
};

/** A place that is given up. That of a closed task is kept while an appeal may need it; otherwise its coins return. */
const freed = ({ state, kept = 0, appealable = 0 }: TaskPlaces): Step => {
  if (state === 'open') return { open: 1 };
  return kept < appealable ? { kept: 1 } : {};
};

/** Places for which escrow holds coins (I3). */
export const fundedPlaces = ({ places: { open, reserved = 0, spared = 0, pending }, kept = 0 }: Placed): number =>
  open + reserved + spared + pending + kept;

/** Open places that workers can take now. */
export const offeredPlaces = ({ places: { open }, batch }: Pick<TaskPlaces, 'places' | 'batch'>): number =>
  open - waitingPlaces(batch);

/** With no place that workers can take: what a worker sees whom the buyer keeps out. */
export const asFull = <P extends TaskPlaces>(task: P): P => ({
  ...task,
  places: { ...task.places, open: waitingPlaces(task.batch) },
});

export const takePlace = <P extends TaskPlaces>(task: P): P => step(task, { open: -1, pending: 1 });

export const reservePlace = <P extends TaskPlaces>(task: P): P => step(task, { open: -1, reserved: 1 });

/** Also of a closed task: its reservations outlive it. */
export const takeReservedPlace = <P extends TaskPlaces>(task: P): P => step(task, { reserved: -1, pending: 1 });

export const releasePlace = <P extends TaskPlaces>(task: P): P => step(task, { reserved: -1, ...freed(task) });

export const approvePlace = <P extends TaskPlaces>(task: P): P => step(task, { pending: -1, approved: 1 });

/** `appealableUntil`: absent when the rejection cannot be appealed. */
export const rejectPlace = <P extends TaskPlaces>(task: P, appealableUntil?: number): P => {
  const counted: P =
    appealableUntil === undefined
      ? task
      : {
          ...task,
          appealable: (task.appealable ?? 0) + 1,
          appealableUntil: Math.max(task.appealableUntil ?? 0, appealableUntil),
        };
  return step(counted, { pending: -1, ...freed(counted) });
};

/** The work of an upheld appeal takes an open place, of a complete page a spared one, of a closed task a kept one. @param pageOpen of a batch */
export const payAppeal = <P extends TaskPlaces>(task: P, pageOpen?: number): P => {
  const open = pageOpen === 0 ? 'spared' : 'open';
  return step(task, { [task.state === 'closed' ? 'kept' : open]: -1, approved: 1 });
};

/** Open places of a complete page are not needed; a negative number opens them again. */
export const sparePlaces = <P extends TaskPlaces>(task: P, places: number): P =>
  places === 0 ? task : step(task, { open: -places, spared: places });

/** A rejection that was appealable is final, or reversed. Returns a kept place that no other one needs; otherwise the places stay as they are. */
export const endAppealable = <P extends TaskPlaces>(task: P): P => {
  const { appealable = 0, kept = 0 } = task;
  if (appealable < 1) throw new Error(`No rejection in '${task.title}' is appealable`);
  const left = { ...task, appealable: appealable - 1 };
  return kept > left.appealable ? step(left, { kept: -1 }) : left;
};

/** @throws of a closed task: the task service decides additions and the closing in this order */
export const addPlaces = <P extends TaskPlaces>(task: P, places: number): P => {
  if (task.state === 'closed') throw new Error(`Places were added to '${task.title}' after it was closed`);
  return { ...step(task, { open: places }), posted: task.posted + places };
};

/** @throws as {@link addPlaces}, and for more places than were paid @param places for which the raise has paid */
export const raisePay = <P extends TaskPlaces>(
  task: P,
  { payable, places }: { payable: number; places: number },
): { task: P; unneeded: number } => {
  if (task.state === 'closed') throw new Error(`The pay of '${task.title}' was raised after it was closed`);
  const unneeded = places - fundedPlaces(task);
  if (unneeded < 0) throw new Error(`The raise of '${task.title}' pays for ${-unneeded} places too few`);
  return { task: { ...step(task, {}), payable }, unneeded };
};

/** Of an open task: no worker has them. */
export const freePlaces = ({ open, spared = 0 }: Pick<Places, 'open' | 'spared'>): number => open + spared;

/** Open and spared places that appeals may need are kept. */
export const closePlaces = <P extends TaskPlaces>(task: P): P => {
  const { open, spared = 0 } = task.places;
  const kept = Math.min(freePlaces(task.places), task.appealable ?? 0);
  return step(task, { open: -open, spared: -spared, kept }, 'closed');
};
