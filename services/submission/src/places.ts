import type { Places } from '@piecework/contracts';

export interface TaskPlaces {
  buyerId: string;
  buyerEmail: string;
  buyerName: string;
  title: string;
  payable: number;
  /** Hours until an unreviewed submission is approved; 0 or absent: never. */
  autoApproveHours?: number | undefined;
  /** `closed`: no submissions; a rejection refunds coins instead of reopening a place. */
  state: 'open' | 'closed';
  places: Places;
}

type Step = { open?: number; pending?: number; approved?: number };

/** A negative count would be a place without payment. */
const step = <P extends TaskPlaces>(task: P, by: Step, state = task.state): P => {
  const { version, open, pending, approved } = task.places;
  const places = {
    version: version + 1,
    open: open + (by.open ?? 0),
    pending: pending + (by.pending ?? 0),
    approved: approved + (by.approved ?? 0),
  };
  if (Math.min(places.open, places.pending, places.approved) < 0)
    throw new Error(`Places of '${task.title}' would fall below zero: ${JSON.stringify(places)}`);
  return { ...task, state, places };
};

export const takePlace = <P extends TaskPlaces>(task: P): P => step(task, { open: -1, pending: 1 });

export const approvePlace = <P extends TaskPlaces>(task: P): P => step(task, { pending: -1, approved: 1 });

export const rejectPlace = <P extends TaskPlaces>(task: P): P =>
  step(task, { pending: -1, ...(task.state === 'open' && { open: 1 }) });

/** The work of an upheld appeal takes an open place. */
export const payAppeal = <P extends TaskPlaces>(task: P): P => step(task, { open: -1, approved: 1 });

export const closePlaces = <P extends TaskPlaces>(task: P): P =>
  step(task, { open: -task.places.open }, 'closed');
