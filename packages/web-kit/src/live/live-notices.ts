import type {
  PaymentState,
  ReservationEnd,
  Role,
  SubmissionStatus,
  TaskStatus,
  ThreadSide,
  WithdrawalStatus,
} from '@piecework/contracts/constants';
import { type LiveStatus, useLive } from './live-status';

/** Events of `GET /live` (gateway/src/live/live-stream.ts). */
export interface LiveData {
  /** `change` 0: a repeat of the known balance. */
  balance: { balance: number; version: number; change: number };
  submission: {
    id: string;
    taskId: string;
    taskTitle: string;
    payable: number;
    status: SubmissionStatus;
    /** Absent: it was handed in or decided. */
    change?: 'sent-back' | 'resubmitted' | 'appealed' | 'appeal-dismissed' | 'appeal-upheld';
    /** A bonus was given: the coins of all of the submission. */
    bonus?: number;
  };
  /** Progress of a run; `id` is that of the run. */
  decisions: { id: string; taskId: string; done: number; total: number; isFinished: boolean };
  /** `raised`: it pays more, and so does pending and held work on it. */
  task:
    | { id: string; change: 'published' | 'edited' | 'closed' | 'deleted'; raised?: true }
    | { id: string; change: 'places'; open: number; status: TaskStatus; version: number };
  /** `expiresAt`: milliseconds since 1970. `ended`: without a submission. */
  reservation: { id: string; taskId: string; taskTitle: string; expiresAt: number; ended?: ReservationEnd };
  withdrawal: { id: string; coins: number; status: WithdrawalStatus };
  payment: { id: string; coins: number; state: PaymentState };
  /** `unread`: of all notifications. */
  notification: { unread: number; version: number };
  /** `number` and `by`: of a new message. Absent: the reader has read the thread. */
  message: { threadId: string; number?: number; by?: ThreadSide };
  role: { role: Role; roleVersion: number };
  /** The user has it. */
  suspension: Record<string, never>;
  /** Without a version: the address was confirmed. */
  profile: { profileVersion?: number };
}
export type LiveKind = keyof LiveData;

type Listener<K extends LiveKind> = (data: LiveData[K]) => void;
const listeners = new Map<LiveKind, Set<Listener<never>>>();

/** Listeners run after the caches are updated. Returns how to unsubscribe. */
export const onLive = <K extends LiveKind>(kind: K, listener: Listener<K>): (() => void) => {
  const ofKind = listeners.get(kind) ?? new Set();
  listeners.set(kind, ofKind.add(listener as Listener<never>));
  return () => void ofKind.delete(listener as Listener<never>);
};
export const notifyListeners = <K extends LiveKind>(kind: K, data: LiveData[K]): void => {
  for (const listener of listeners.get(kind) ?? []) (listener as Listener<K>)(data);
};

export const useLiveStatus = (): LiveStatus => useLive((state) => state.status);
