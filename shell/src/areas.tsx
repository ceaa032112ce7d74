import { Failure, Skeleton, VisuallyHidden } from '@piecework/ui';
import { onChunkFault, REMOTE_NAMES, type RemoteModule, type RemoteName } from '@piecework/web-kit';
import { type RouteObject, useLocation, useRoutes } from '@piecework/web-kit/router';
import { Component, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { isRedeployed, loadRemoteModule, MisfitError, remoteOfFile } from './remotes';

/** Milliseconds between two looks for a newer build of the area that is shown. */
const LOOK_EVERY_MS = 30_000;

type RemoteState =
  | { status: 'idle' | 'loading' }
  | { status: 'ready'; module: RemoteModule }
  | { status: 'failed'; why: 'unreachable' | 'misfit' };

/** One remote as the page knows it. */
const createArea = (name: RemoteName) => {
  let state: RemoteState = { status: 'idle' };
  let next: RemoteModule | undefined;
  let lastLook = Date.now();
  let lastPage: string | undefined;
  let hasFailed = false;
  const listeners = new Set<() => void>();

  const become = (to: RemoteState) => {
    state = to;
    for (const listener of listeners) listener();
  };
  const load = async (isAgain: boolean) => {
    become({ status: 'loading' });
    try {
      become({ status: 'ready', module: await loadRemoteModule(name, isAgain) });
      hasFailed = false;
    } catch (error) {
      hasFailed = true;
      console.warn(`The area ${name} could not be loaded.`, error);
      become({ status: 'failed', why: error instanceof MisfitError ? 'misfit' : 'unreachable' });
    }
  };
  const preload = async () => {
    if (state.status === 'idle') await load(hasFailed);
  };
  /** Ahead of anybody's look: a failure is forgotten then, and the look tries again. */
  const warm = async () => {
    await preload();
    if (state.status === 'failed' && listeners.size === 0) become({ status: 'idle' });
  };
  const retry = () => {
    if (state.status !== 'loading') void load(true);
  };

  /** A newer build is fetched beside the one that is shown, and takes its place at the next change of page: nobody loses a form. */
  const look = async () => {
    if (state.status !== 'ready' || Date.now() - lastLook < LOOK_EVERY_MS) return;
    lastLook = Date.now();
    if (await isRedeployed(name)) next = await loadRemoteModule(name, true);
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    state: () => state,
    preload,
    warm,
    retry,
    /** The person has gone to a page: the moment to put a newer build in place, and to look for one. */
    arrive: (pathname: string) => {
      if (pathname === lastPage) return;
      lastPage = pathname;
      if (next) become({ status: 'ready', module: next });
      next = undefined;
      // A look that fails changes nothing: the build that is shown goes on.
      look().catch(() => undefined);
    },
  };
};

const areas = Object.fromEntries(REMOTE_NAMES.map((name) => [name, createArea(name)])) as Record<
  RemoteName,
  ReturnType<typeof createArea>
>;

/** A file of the shell itself that is gone will not come back: the shell was deployed anew, and only its new page knows the new files. */
const reloadIfGone = async (url: string): Promise<boolean> => {
  const { status } = await fetch(url, { method: 'HEAD', cache: 'no-store' });
  if (status === 404) location.reload();
  return status === 404;
};

// A file of a page that was not loaded yet is gone: was its remote deployed anew? Then the new build takes over at once.
onChunkFault(async ({ request = '' }, isRetry) => {
  const name = await remoteOfFile(request);
  if (!name) return isRetry && reloadIfGone(request);
  if (!(await isRedeployed(name))) return false;
  areas[name].retry();
  return true;
});

export const preloadArea = (name: RemoteName): Promise<void> => areas[name].preload();
export const warmArea = (name: RemoteName): Promise<void> => areas[name].warm();

/** What is known of a remote; asking loads it. */
export const useRemote = (name: RemoteName): RemoteState & { retry(): void } => {
  const area = areas[name];
  const state = useSyncExternalStore(area.subscribe, area.state);
  useEffect(() => void area.preload(), [area]);
  return { ...state, retry: area.retry };
};

/** Builds of the remotes that this page has loaded. */
export const remoteVersions = (): Partial<Record<RemoteName, string>> =>
  Object.fromEntries(
    REMOTE_NAMES.flatMap((name) => {
      const state = areas[name].state();
      return state.status === 'ready' ? [[name, state.module.version]] : [];
    }),
  );

interface AreaProps {
  name: RemoteName;
  placeholder?: ReactNode;
  /** For an address under a page of the area that is no page itself. */
  notFound?: ReactNode;
}

/** Shows the page of a remote that the address names, under its own error boundary. */
export function Area({ name, placeholder, notFound }: AreaProps) {
  const remote = useRemote(name);
  const { pathname } = useLocation();
  useEffect(() => {
    areas[name].arrive(pathname);
  }, [name, pathname]);

  if (remote.status === 'failed') return <AreaFailure why={remote.why} onRetry={remote.retry} />;
  if (remote.status !== 'ready') return placeholder ?? <Skeleton shape="card" count={3} />;
  return (
    <AreaBoundary key={remote.module.version} pathname={pathname} onRetry={remote.retry}>
      <AreaRoutes module={remote.module} notFound={notFound} />
    </AreaBoundary>
  );
}

const AreaRoutes = ({ module, notFound }: { module: RemoteModule; notFound: ReactNode }) =>
  useRoutes(module.routes as RouteObject[]) ?? notFound;

function AreaFailure({ why, onRetry }: { why: 'unreachable' | 'misfit' | 'broken'; onRetry: () => void }) {
  const text = {
    unreachable:
      'Its server does not answer as it should. Everything else works; nothing you have done is lost.',
    misfit: 'It is being updated and does not fit this page yet. Everything else works.',
    broken: 'Something in it went wrong. Everything else works; nothing you have done is lost.',
  }[why];
  return (
    <>
      {/* The page that is missing would have brought it. */}
      <VisuallyHidden as="h1">Not available</VisuallyHidden>
      <Failure title="This area is not available right now" text={text} onRetry={onRetry} />
    </>
  );
}

interface BoundaryProps {
  pathname: string;
  onRetry(): void;
  children: ReactNode;
}

/** A page that throws takes neither the shell nor the area's other pages with it. */
class AreaBoundary extends Component<BoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (this.state.isBroken && before.pathname !== this.props.pathname) this.setState({ isBroken: false });
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    const retry = () => {
      this.setState({ isBroken: false });
      this.props.onRetry();
    };
    return <AreaFailure why="broken" onRetry={retry} />;
  }
}
