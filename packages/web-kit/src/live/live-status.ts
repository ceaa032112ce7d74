import { create } from 'zustand';

export type LiveStatus = 'live' | 'polling' | 'offline';

/** Counts as live until the stream fails. */
export const useLive = create<{ status: LiveStatus; newTasks: number }>(() => ({ status: 'live', newTasks: 0 }));
/** Separate from the status: signed-out users have no stream and must refetch on focus. */
let isConnected = false;
export const setConnected = (connected: boolean): void => {
  isConnected = connected;
};
export const isLive = (): boolean => isConnected;

/** Set by a registration: the initial grant arrives shortly after it, perhaps before the stream is open. */
export const pendingInitialGrant = { isExpected: false };
