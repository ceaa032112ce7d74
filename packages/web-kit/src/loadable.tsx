import { Failure, Skeleton } from '@piecework/ui';
import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react';

/**
 * A lazily loaded component. Not React.lazy, which caches a failed import for ever, and React delays what follows a
 * visible Suspense fallback by 300 ms (docs/adr/0018).
 */
interface Loadable<P> {
  (props: P): ReactNode;
  preload(): Promise<void>;
}

type ChunkFault = Error & { request?: string };
type ChunkFaultHandler = (error: ChunkFault, isRetry: boolean) => Promise<boolean>;
let replaceRemote: ChunkFaultHandler = async () => false;

/**
 * The shell handles missing chunks: resolves true when it puts a newer build in place. `isRetry`: the user pressed
 * Try again.
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
      // Keeps the skeleton: the newer build replaces this component in a moment.
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
          text="Check your connection and try again. Nothing you typed elsewhere is lost."
          onRetry={retry}
        />
      );
    return placeholder;
  }
  return Object.assign(View, { preload: () => preload() });
}
