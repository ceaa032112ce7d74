import { create } from 'zustand';

export type LiveStatus = 'live' | 'polling' | 'offline';

/** What pages see of the live stream. Until it has failed it counts as live. */
export const useLive = create<{ status: LiveStatus; newTasks: number }>(() => ({
  status: 'live',
  newTasks: 0,
}));
/** Told by the connection itself, so that signed-out people, who have none, still read afresh when they come back. */
let isConnected = false;
export const setConnected = (connected: boolean): void => {
  isConnected = connected;
};
export const isLive = (): boolean => isConnected;

/** Set by a registration: the coins that an account begins with come a moment after it, perhaps before the page listens. */
export const pendingInitialGrant = { isExpected: false };
