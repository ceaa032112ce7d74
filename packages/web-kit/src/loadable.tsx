import { Failure, Skeleton } from '@piecework/ui';
import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react';

/**
 * A component whose code is loaded when it is first shown. Not React.lazy, because that keeps a failed import for ever (no retry after an
 * outage or a redeploy), and because React holds back what follows a shown Suspense fallback for 300 ms (docs/adr/0018).
 */
interface Loadable<P> {
  (props: P): ReactNode;
  /** Loads the code ahead of need; never rejects. */
  preload(): Promise<void>;
}

type ChunkFault = Error & { request?: string };
type ChunkFaultHandler = (error: ChunkFault, isRetry: boolean) => Promise<boolean>;
let replaceRemote: ChunkFaultHandler = async () => false;

/**
 * The shell says here what happens when a file is gone: it resolves true when it puts a newer build in its place. `isRetry`: somebody has
 * pressed the button.
 */
export const onChunkFault = (handler: ChunkFaultHandler): void => {
  replaceRemote = handler;
};

const isChunkFault = (error: unknown): error is ChunkFault =>
  error instanceof Error &&
  (error.name === 'ChunkLoadError' || ('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED'));

type Status = 'idle' | 'loading' | 'ready' | 'failed';

export function loadable<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  placeholder: ReactNode = <Skeleton shape="card" count={3} />,
): Loadable<P> {
  let status: Status = 'idle';
  let Loaded: ComponentType<P> | undefined;
  let running: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  const become = (next: Status) => {
    status = next;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  const start = async (isRetry = false) => {
    try {
      Loaded = (await load()).default;
      become('ready');
    } catch (error) {
      running = undefined;
      // While a newer build takes this one's place the skeleton stays: this component will be gone in a moment.
      if (isChunkFault(error) && (await replaceRemote(error, isRetry).catch(() => false))) return;
      become('failed');
    }
  };
  const preload = (isRetry = false) => {
    running ??= start(isRetry);
    return running;
  };
  const retry = () => {
    become('loading');
    void preload(true);
  };

  // biome-ignore lint/correctness/noComponentHookFactories: called once per module, like React.lazy
  function View(props: P) {
    const now = useSyncExternalStore(subscribe, () => status);
    if (now === 'idle') void preload();
    if (now === 'ready' && Loaded) return <Loaded {...props} />;
    if (now === 'failed')
      return (
        <Failure
          title="This page could not be loaded"
          text="Its files did not arrive. Nothing you typed elsewhere is lost."
          onRetry={retry}
        />
      );
    return placeholder;
  }
  return Object.assign(View, { preload: () => preload() });
}
