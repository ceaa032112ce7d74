import type { BatchFigures, Places } from '@piecework/contracts';

/** A task with rows: a place is an answer to one of its pages. */
export interface BatchPlaces extends BatchFigures {
  /** Of the rows (`batch.store.ts`). */
  fileId: string;
  /** Pages up to this number have been offered to workers; the others have all their places open. */
  offered: number;
  maxPagesPerWorker?: number | undefined;
}

export interface TaskPlaces {
  buyerId: string;
  buyerEmail: string;
  buyerName: string;
  title: string;
  payable: number;
  /** Hours until an unreviewed submission is approved; 0: never. */
  autoApproveHours: number;
  /** Minutes of a reservation; 0: none is offered. */
  reserveMinutes: number;
  /** Percent (P-4.18). Absent: any worker may submit. */
  minApprovalRate?: number | undefined;
  /** Workers answer this form (`form.store.ts`). Absent: they submit a text. */
  formId?: string | undefined;
  /** Absent: the task has no rows. */
  batch?: BatchPlaces | undefined;
  /** Takes no work but that of reservations. Absent: false. */
  paused?: boolean | undefined;
  /** `closed`: no submissions; the place of a rejection or of an unused reservation is kept for appeals, or its coins return. */
  state: 'open' | 'closed';
  places: Omit<Places, 'kept' | 'keptUntil'>;
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
type Step = { open?: number; reserved?: number; pending?: number; approved?: number; kept?: number };

/** A negative count would be a place without payment. */
const step = <P extends TaskPlaces>(task: P, by: Step, state = task.state): P => {
  const { version, open, reserved = 0, pending, approved, untouched } = task.places;
  const isUntouched = (version === 0 || untouched) && !by.pending && !by.approved;
  const reservedNow = reserved + (by.reserved ?? 0);
  const kept = (task.kept ?? 0) + (by.kept ?? 0);
  const places = {
    version: version + 1,
    open: open + (by.open ?? 0),
    ...(reservedNow !== 0 && { reserved: reservedNow }),
    pending: pending + (by.pending ?? 0),
    approved: approved + (by.approved ?? 0),
    ...(isUntouched && { untouched: true as const }),
  };
  if (Math.min(places.open, reservedNow, places.pending, places.approved, kept) < 0)
    throw new Error(`Places of '${task.title}' would fall below zero: ${JSON.stringify({ ...places, kept })}`);
  return { ...task, state, places, ...(kept !== (task.kept ?? 0) && { kept }) };
};

/** As events carry them. */
export const publishedPlaces = ({ places, kept, appealableUntil }: TaskPlaces): Places =>
  kept ? { ...places, kept, keptUntil: appealableUntil } : places;

/** A place that is given up. That of a closed task is kept while an appeal may need it; otherwise its coins return. */
const freed = ({ state, kept = 0, appealable = 0 }: TaskPlaces): Step => {
  if (state === 'open') return { open: 1 };
  return kept < appealable ? { kept: 1 } : {};
};

/** Places for which escrow holds coins (I3). */
export const fundedPlaces = ({ places: { open, reserved = 0, pending }, kept = 0 }: Placed): number =>
  open + reserved + pending + kept;

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

/** The work of an upheld appeal takes an open place, or a kept one. */
export const payAppeal = <P extends TaskPlaces>(task: P): P =>
  step(task, { [task.places.open > 0 ? 'open' : 'kept']: -1, approved: 1 });

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

/** Open places that appeals may need are kept. */
export const closePlaces = <P extends TaskPlaces>(task: P): P =>
  step(task, { open: -task.places.open, kept: Math.min(task.places.open, task.appealable ?? 0) }, 'closed');
