import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

/**
 * Federation runtime plugin: treats non-2xx as a failure (a JSON error page would be cached as a broken manifest for
 * ever), limits every wait, and uses what the inline script has fetched.
 */
const MANIFEST_MS = 8000;
const FILE_MS = 10_000;

/** Remote → address of the entry file in use, to detect a redeploy. */
export const loadedEntries = new Map<string, string>();

/** Counts failures: a new URL keeps the browser from joining a request that hangs. */
export const attempts = { count: 0 };
const fresh = (url: string) => (attempts.count > 0 ? `${url}?attempt=${attempts.count}` : url);

const json = (value: unknown) => new Response(JSON.stringify(value), { status: 200 });

const plugin: ModuleFederationRuntimePlugin = {
  name: 'resilience',
  async fetch(url) {
    const ahead = await window.__early?.manifests[url]?.catch(() => undefined);
    if (ahead) return json(ahead);
    const answer = await fetch(url, { cache: 'no-cache', signal: AbortSignal.timeout(MANIFEST_MS) });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    return answer;
  },
  afterLoadSnapshot(args) {
    const { remoteSnapshot, moduleInfo } = args;
    if (remoteSnapshot && 'remoteEntry' in remoteSnapshot) {
      const folder = 'publicPath' in remoteSnapshot ? remoteSnapshot.publicPath : '';
      loadedEntries.set(moduleInfo.name, folder + remoteSnapshot.remoteEntry);
    }
    return args;
  },
  createScript({ url }) {
    const script = document.createElement('script');
    script.src = fresh(url);
    script.async = true;
    script.crossOrigin = 'anonymous';
    return { script, timeout: FILE_MS };
  },
  createLink({ url, attrs }) {
    const link = document.createElement('link');
    for (const [name, value] of Object.entries(attrs ?? {})) link.setAttribute(name, String(value));
    link.href = fresh(url);
    link.crossOrigin = 'anonymous';
    return { link, timeout: FILE_MS };
  },
};

export default (): ModuleFederationRuntimePlugin => plugin;
