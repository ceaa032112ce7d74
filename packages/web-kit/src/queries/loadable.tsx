import { t } from '@piecework/i18n';
import { Failure } from '@piecework/ui';
import type { ComponentType, ReactNode } from 'react';
import { create } from 'zustand';
import { PendingPage } from './pending';

/** Not React.lazy, which caches a failed import, and whose Suspense fallback delays what follows it by 300 ms (docs/adr/0018). */
interface Loadable<P> {
  (props: P): ReactNode;
  preload(): Promise<void>;
}

type ChunkFault = Error & { request?: string };
type ChunkFaultHandler = (error: ChunkFault, isRetry: boolean) => Promise<boolean>;
let replaceRemote: ChunkFaultHandler = async () => false;

/** The handler resolves true when it puts a newer build in place. `isRetry`: the user pressed Try again. */
export const onChunkFault = (handler: ChunkFaultHandler): void => {
  replaceRemote = handler;
};

const isChunkFault = (error: unknown): error is ChunkFault =>
  error instanceof Error &&
  (error.name === 'ChunkLoadError' || ('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED'));

export function loadable<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  placeholder: ReactNode = <PendingPage />,
): Loadable<P> {
  const useLoaded = create<{ Loaded?: ComponentType<P>; hasFailed?: boolean }>(() => ({}));
  let running: Promise<void> | undefined;

  const start = async (isRetry: boolean) => {
    try {
      const { default: Loaded } = await load();
      useLoaded.setState({ Loaded });
    } catch (error) {
      // Keeps the skeleton: the newer build replaces this component in a moment.
      if (isChunkFault(error) && (await replaceRemote(error, isRetry).catch(() => false))) return;
      running = undefined;
      useLoaded.setState({ hasFailed: true });
    }
  };
  const preload = (isRetry = false) => {
    running ??= start(isRetry);
    return running;
  };
  const retry = () => {
    void preload(true);
    useLoaded.setState({ hasFailed: false });
  };

  // biome-ignore lint/correctness/noComponentHookFactories: called once per module, like React.lazy
  function View(props: P) {
    const { Loaded, hasFailed } = useLoaded();
    if (Loaded) return <Loaded {...props} />;
    if (hasFailed)
      return (
        <Failure
          title={t('This page couldn’t be loaded')}
          text={t('Check your connection and try again. Nothing you typed elsewhere is lost.')}
          onRetry={retry}
        />
      );
    void preload();
    return placeholder;
  }
  return Object.assign(View, { preload: () => preload() });
}
