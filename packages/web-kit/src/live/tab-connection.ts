import { LIVE_SILENCE_MS } from '@piecework/contracts/constants';
import { useSession } from '../session/session-state';
import { refreshAll, takeNotice, watchPage } from './apply-notice';
import { type LiveStatus, pendingInitialGrant, setConnected, useLive } from './live-status';
import { keepReading, type Share } from './stream-reader';

const NAME = 'piecework-live';
/** A reading tab that is silent for longer than its stream may be is frozen or gone; a visible tab takes over. */
const TAB_SILENCE_MS = LIVE_SILENCE_MS + 5000;
const WATCH_MS = 5000;
/** A tab that starts reading within this time has missed nothing, unless another tab has read until then. */
const NOTHING_MISSED_MS = 2000;

type Message = { user: string } & (
  | { type: 'notice'; kind: string; data: unknown }
  | { type: 'status'; status: LiveStatus }
  | { type: 'refresh' | 'beat' | 'hello' }
);

const apply = (message: Message) => {
  if (message.type === 'notice') takeNotice(message.kind, message.data);
  else if (message.type === 'refresh') refreshAll();
  else if (message.type === 'status') {
    useLive.setState({ status: message.status });
    setConnected(message.status === 'live');
  }
};

/** One stream per browser: the tab that holds the lock reads it and broadcasts to the others. Returns how to stop. */
export const startConnection = (): (() => void) => {
  const user = useSession.getState().user?.userEmail ?? '';
  const startedAt = Date.now();
  const stopped = new AbortController();
  const channel = new BroadcastChannel(NAME);
  let reading: AbortController | undefined;
  let queued: AbortController | undefined;
  let lastMessageAt = Date.now();
  let hadReader = false;
  let isStealing = false;

  const broadcast = (message: Message) => {
    if (!stopped.signal.aborted) channel.postMessage(message);
  };
  const broadcastAndApply = (message: Message) => {
    broadcast(message);
    apply(message);
  };
  const share: Share = {
    notice: (kind, data) => broadcastAndApply({ user, type: 'notice', kind, data }),
    status: (status) => broadcastAndApply({ user, type: 'status', status }),
    refresh: () => broadcastAndApply({ user, type: 'refresh' }),
    beat: () => broadcast({ user, type: 'beat' }),
  };
  channel.onmessage = ({ data: message }: MessageEvent<Message>) => {
    // From a tab that still has another user's session.
    if (message.user !== user) return;
    lastMessageAt = Date.now();
    if (message.type !== 'hello') {
      hadReader = true;
      apply(message);
    } else if (reading) broadcast({ user, type: 'status', status: useLive.getState().status });
  };

  const read = async () => {
    const lockRequest = new AbortController();
    isStealing = false;
    reading = lockRequest;
    stopped.signal.addEventListener('abort', () => lockRequest.abort());
    const isLate = hadReader || Date.now() - startedAt > NOTHING_MISSED_MS;
    const hasMissed = pendingInitialGrant.isExpected || isLate;
    pendingInitialGrant.isExpected = false;
    await keepReading(share, lockRequest.signal, hasMissed);
  };
  /** Waits for the lock and reads; after another tab steals it, waits again. */
  const waitForLock = async (steal = false): Promise<void> => {
    queued?.abort();
    const lockRequest = new AbortController();
    queued = lockRequest;
    try {
      // A request with `steal` takes no signal.
      await navigator.locks.request(NAME, steal ? { steal } : { signal: lockRequest.signal }, read);
    } catch (error) {
      // With cookies off every lock request fails: read without one.
      if (error instanceof DOMException && error.name === 'SecurityError') return read();
      reading?.abort();
    }
    if (queued !== lockRequest) return;
    reading = undefined;
    lastMessageAt = Date.now();
    if (!stopped.signal.aborted) void waitForLock();
  };
  const watch = setInterval(() => {
    const isSilent = Date.now() - lastMessageAt > TAB_SILENCE_MS;
    if (!isSilent || reading || document.hidden || !navigator.onLine) return;
    // A browser whose locks do not answer grants no stolen one either.
    if (isStealing) void read();
    else void waitForLock(true);
    isStealing = true;
  }, WATCH_MS);

  const stopWatching = watchPage();
  // Without Web Locks (plain http on another host) each tab reads its own stream.
  if (navigator.locks) void waitForLock();
  else void read();
  broadcast({ user, type: 'hello' });
  return () => {
    stopped.abort();
    queued?.abort();
    clearInterval(watch);
    channel.close();
    stopWatching();
    apply({ user, type: 'status', status: 'live' });
    setConnected(false);
  };
};
