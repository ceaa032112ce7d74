import { type LiveStatus, pendingInitialGrant, setConnected, useLive } from '../live-status';
import { useSession } from '../session/session-state';
import { refreshAll, takeNotice, watchPage } from './apply-notice';
import { keepReading, type Share } from './stream-reader';

const NAME = 'piecework-live';
/** A reading tab that says nothing for so long is frozen or gone; a tab that somebody looks at takes over. */
const SILENCE_MS = 45_000;
const WATCH_MS = 5000;
/** Who gets to read the stream this soon after the start has missed nothing. */
const AT_ONCE_MS = 2000;

type Message = { who: string } & (
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

/**
 * One stream for all tabs of a browser: the tab that holds the lock reads it and tells the others. Answers how to stop, for when the
 * session ends.
 */
export const startConnection = (): (() => void) => {
  const who = useSession.getState().user?.userEmail ?? '';
  const startedAt = Date.now();
  const stopped = new AbortController();
  const channel = new BroadcastChannel(NAME);
  let reading: AbortController | undefined;
  /** Of the request for the lock that this tab has made last. */
  let queued: AbortController | undefined;
  let lastHeard = Date.now();

  const tell = (message: Message) => {
    if (!stopped.signal.aborted) channel.postMessage(message);
  };
  const both = (message: Message) => {
    tell(message);
    apply(message);
  };
  const share: Share = {
    notice: (kind, data) => both({ who, type: 'notice', kind, data }),
    status: (status) => both({ who, type: 'status', status }),
    refresh: () => both({ who, type: 'refresh' }),
    beat: () => tell({ who, type: 'beat' }),
  };
  channel.onmessage = ({ data: message }: MessageEvent<Message>) => {
    // A tab that has not noticed yet that somebody else has signed in.
    if (message.who !== who) return;
    lastHeard = Date.now();
    if (message.type !== 'hello') apply(message);
    else if (reading) tell({ who, type: 'status', status: useLive.getState().status });
  };

  const read = async () => {
    const own = new AbortController();
    reading = own;
    stopped.signal.addEventListener('abort', () => own.abort());
    const hasMissed = pendingInitialGrant.isExpected || Date.now() - startedAt > AT_ONCE_MS;
    pendingInitialGrant.isExpected = false;
    await keepReading(share, own.signal, hasMissed);
  };
  /** Waits until this tab may read; when another one takes over it goes back to waiting. */
  const stand = async (steal = false): Promise<void> => {
    queued?.abort();
    const own = new AbortController();
    queued = own;
    try {
      // A request that steals takes no signal.
      await navigator.locks.request(NAME, steal ? { steal } : { signal: own.signal }, read);
    } catch (error) {
      // With cookies off nobody may hold a lock, and asking again would ask for ever.
      if (error instanceof DOMException && error.name === 'SecurityError') return read();
      reading?.abort();
    }
    if (queued !== own) return;
    reading = undefined;
    lastHeard = Date.now();
    if (!stopped.signal.aborted) void stand();
  };
  const watch = setInterval(() => {
    const isSilent = Date.now() - lastHeard > SILENCE_MS;
    if (isSilent && !reading && !document.hidden && navigator.onLine) void stand(true);
  }, WATCH_MS);

  const stopWatching = watchPage();
  // Without locks (plain http on another host) each tab reads for itself.
  if (navigator.locks) void stand();
  else void read();
  tell({ who, type: 'hello' });
  return () => {
    stopped.abort();
    queued?.abort();
    clearInterval(watch);
    channel.close();
    stopWatching();
    apply({ who, type: 'status', status: 'live' });
    setConnected(false);
  };
};
