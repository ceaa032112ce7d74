import { loadCatalogue, t } from '@piecework/i18n';
import { Failure, VisuallyHidden } from '@piecework/ui';
import { onChunkFault, PendingPage, type RemoteModule, routesOf } from '@piecework/web-kit';
import { useLocation, useRoutes } from '@piecework/web-kit/router';
import { Component, type ReactNode, useEffect } from 'react';
import { create } from 'zustand';
import { retryDirectory } from './directory';
import { reportOutcome } from './remote-outcomes';
import { IncompatibleRemoteError, isRedeployed, loadRemoteModule, remoteOfFile } from './remotes';

/** Milliseconds between two checks for a newer build. */
const CHECK_EVERY_MS = 30_000;

type RemoteState =
  | { status: 'idle' | 'loading' }
  | { status: 'ready'; module: RemoteModule }
  | { status: 'failed'; why: 'unreachable' | 'incompatible' };

/** Also loads its texts, so that the first page it renders has them. */
const loadWithTexts = async (name: string, isAgain: boolean): Promise<RemoteModule> => {
  const module = await loadRemoteModule(name, isAgain);
  await loadCatalogue(module.catalogues);
  return module;
};

const createArea = (name: string) => {
  const useArea = create<RemoteState>(() => ({ status: 'idle' }));
  let next: RemoteModule | undefined;
  let lastCheck = Date.now();
  let lastPage: string | undefined;
  let hasFailed = false;
  let isWanted = false;

  const setState = (state: RemoteState) => useArea.setState(state, true);
  const load = async (isAgain: boolean) => {
    setState({ status: 'loading' });
    try {
      const module = await loadWithTexts(name, isAgain);
      setState({ status: 'ready', module });
      hasFailed = false;
      reportOutcome(name, 'loaded', module.version);
    } catch (error) {
      hasFailed = true;
      reportOutcome(name, 'failed');
      console.warn(`The area ${name} could not be loaded.`, error);
      setState({ status: 'failed', why: error instanceof IncompatibleRemoteError ? 'incompatible' : 'unreachable' });
    }
  };
  const loadFirst = async () => {
    if (useArea.getState().status === 'idle') await load(hasFailed);
  };
  const preload = () => {
    isWanted = true;
    return loadFirst();
  };
  /** Preload in the background: a failure is forgotten, so that the first render retries. */
  const warm = async () => {
    await loadFirst();
    if (!isWanted && useArea.getState().status === 'failed') setState({ status: 'idle' });
  };
  const retry = () => {
    if (useArea.getState().status !== 'loading') void load(true);
  };

  /** Fetches a newer build in the background; it takes effect at the next navigation, so that no form is lost. */
  const checkForNewBuild = async () => {
    if (useArea.getState().status !== 'ready' || Date.now() - lastCheck < CHECK_EVERY_MS) return;
    lastCheck = Date.now();
    if (await isRedeployed(name)) next = await loadWithTexts(name, true);
  };

  return {
    useArea,
    preload,
    warm,
    retry,
    /** On navigation: puts a newer build in place, and checks for one. */
    onNavigate: (pathname: string) => {
      if (pathname === lastPage) return;
      lastPage = pathname;
      if (next) setState({ status: 'ready', module: next });
      next = undefined;
      // The current build stays in use.
      checkForNewBuild().catch(() => undefined);
    },
  };
};

const areas = new Map<string, ReturnType<typeof createArea>>();

const areaOf = (name: string) => {
  const area = areas.get(name) ?? createArea(name);
  areas.set(name, area);
  return area;
};

/** A missing file of the shell means that the shell was redeployed: only a reload knows the new files. */
const reloadIfGone = async (url: string): Promise<boolean> => {
  const { status } = await fetch(url, { method: 'HEAD', cache: 'no-store' });
  if (status === 404) location.reload();
  return status === 404;
};

// A chunk is missing: if its remote was redeployed, the new build takes over at once.
onChunkFault(async ({ request = '' }, isRetry) => {
  const name = await remoteOfFile(request);
  if (!name) return isRetry && reloadIfGone(request);
  if (!(await isRedeployed(name))) return false;
  areaOf(name).retry();
  return true;
});

export const preloadArea = (name: string): Promise<void> => areaOf(name).preload();
export const warmArea = (name: string): Promise<void> => areaOf(name).warm();

export const useRemote = (name: string): RemoteState & { retry(): void } => {
  const { useArea, preload, retry } = areaOf(name);
  const state = useArea();
  useEffect(() => void preload(), [preload]);
  return { ...state, retry };
};

/** Container → version of the build that this page has loaded. */
export const loadedVersions = (): ReadonlyMap<string, string> =>
  new Map(
    [...areas].flatMap(([name, { useArea }]) => {
      const state = useArea.getState();
      return state.status === 'ready' ? [[name, state.module.version]] : [];
    }),
  );

interface AreaProps {
  name: string;
  placeholder?: ReactNode;
  /** For a path that no page of the area matches. */
  notFound?: ReactNode;
}

export function Area({ name, placeholder, notFound }: AreaProps) {
  const remote = useRemote(name);
  const { pathname } = useLocation();
  useEffect(() => {
    areaOf(name).onNavigate(pathname);
  }, [name, pathname]);

  if (remote.status === 'failed') return <AreaFailure why={remote.why} onRetry={remote.retry} />;
  if (remote.status !== 'ready') return placeholder ?? <PendingPage />;
  return (
    <AreaBoundary
      key={remote.module.version}
      pathname={pathname}
      onError={() => reportOutcome(name, 'error', remote.module.version)}
      onRetry={remote.retry}
    >
      <AreaRoutes module={remote.module} notFound={notFound} />
    </AreaBoundary>
  );
}

const AreaRoutes = ({ module, notFound }: { module: RemoteModule; notFound: ReactNode }) =>
  useRoutes(routesOf(module)) ?? notFound;

function AreaFailure({ why, onRetry }: { why: 'unreachable' | 'incompatible' | 'broken'; onRetry: () => void }) {
  const text = {
    unreachable: t('Its server isn’t responding. Everything else works, and nothing is lost.'),
    incompatible: t('It’s being updated. Please try again in a moment. Everything else works.'),
    broken: t('Something went wrong here. Everything else works, and nothing is lost.'),
  }[why];
  return (
    <>
      {/* The missing page would have rendered it. */}
      <VisuallyHidden as="h1">{t('Not available')}</VisuallyHidden>
      <Failure title={t('This area isn’t available right now')} text={text} onRetry={onRetry} />
    </>
  );
}

/** For an address whose owner is unknown, because the directory or a remote could not be read. */
export const UnknownArea = () => <AreaFailure why="unreachable" onRetry={retryDirectory} />;

interface BoundaryProps {
  pathname: string;
  onError(): void;
  onRetry(): void;
  children: ReactNode;
}

/** A cached answer that the page cannot render would make it throw again. A page without the query client has none. */
const forgetUnusedAnswers = () =>
  import('@piecework/web-kit/query').then(
    ({ queryClient }) => queryClient.removeQueries({ type: 'inactive' }),
    () => {},
  );

/** Isolates a page that throws from the shell and the area's other pages. */
class AreaBoundary extends Component<BoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch() {
    this.props.onError();
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (this.state.isBroken && before.pathname !== this.props.pathname) this.setState({ isBroken: false });
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    const retry = async () => {
      await forgetUnusedAnswers();
      this.setState({ isBroken: false });
      this.props.onRetry();
    };
    return <AreaFailure why="broken" onRetry={() => void retry()} />;
  }
}
