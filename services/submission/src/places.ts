import type { Places } from '@piecework/contracts';

export interface TaskPlaces {
  buyerId: string;
  buyerEmail: string;
  buyerName: string;
  title: string;
  payable: number;
  /** Hours until an unreviewed submission is approved; 0 or absent: never. */
  autoApproveHours?: number | undefined;
  /** Minutes of a reservation; 0 or absent: none is offered. */
  reserveMinutes?: number | undefined;
  /** Percent (P-4.18). Absent: any worker may submit. */
  minApprovalRate?: number | undefined;
  /** Takes no work but that of reservations. Absent: false. */
  paused?: boolean | undefined;
  /** `closed`: no submissions; a rejection or an unused reservation refunds coins instead of reopening a place. */
  state: 'open' | 'closed';
  places: Places;
  /** All places that it has ever had. Absent in tasks of older releases. */
  posted?: number | undefined;
}

type Step = { open?: number; reserved?: number; pending?: number; approved?: number };

/** A negative count would be a place without payment. */
const step = <P extends TaskPlaces>(task: P, by: Step, state = task.state): P => {
  const { version, open, reserved = 0, pending, approved, untouched } = task.places;
  const isUntouched = (version === 0 || untouched) && !by.pending && !by.approved;
  const reservedNow = reserved + (by.reserved ?? 0);
  const places = {
    version: version + 1,
    open: open + (by.open ?? 0),
    ...(reservedNow !== 0 && { reserved: reservedNow }),
    pending: pending + (by.pending ?? 0),
    approved: approved + (by.approved ?? 0),
    ...(isUntouched && { untouched: true as const }),
  };
  if (Math.min(places.open, reservedNow, places.pending, places.approved) < 0)
    throw new Error(`Places of '${task.title}' would fall below zero: ${JSON.stringify(places)}`);
  return { ...task, state, places };
};

/** A place that is given up. */
const reopened = ({ state }: TaskPlaces): Step => (state === 'open' ? { open: 1 } : {});

export const takePlace = <P extends TaskPlaces>(task: P): P => step(task, { open: -1, pending: 1 });

export const reservePlace = <P extends TaskPlaces>(task: P): P => step(task, { open: -1, reserved: 1 });

/** Also of a closed task: its reservations outlive it. */
export const takeReservedPlace = <P extends TaskPlaces>(task: P): P =>
  step(task, { reserved: -1, pending: 1 });

export const releasePlace = <P extends TaskPlaces>(task: P): P =>
  step(task, { reserved: -1, ...reopened(task) });

export const approvePlace = <P extends TaskPlaces>(task: P): P => step(task, { pending: -1, approved: 1 });

export const rejectPlace = <P extends TaskPlaces>(task: P): P =>
  step(task, { pending: -1, ...reopened(task) });

/** The work of an upheld appeal takes an open place. */
export const payAppeal = <P extends TaskPlaces>(task: P): P => step(task, { open: -1, approved: 1 });

/** No place of an open task has been refunded, so the sum of its places is what was posted. */
const postedPlaces = ({ posted, places: { open, reserved = 0, pending, approved } }: TaskPlaces): number =>
  posted ?? open + reserved + pending + approved;

/** @throws of a closed task: the task service decides additions and the closing in this order */
export const addPlaces = <P extends TaskPlaces>(task: P, places: number): P => {
  if (task.state === 'closed') throw new Error(`Places were added to '${task.title}' after it was closed`);
  return { ...step(task, { open: places }), posted: postedPlaces(task) + places };
};

export const closePlaces = <P extends TaskPlaces>(task: P): P =>
  step(task, { open: -task.places.open }, 'closed');
