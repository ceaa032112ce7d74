import { useDirectory } from './directory';

/** @param version of the build; by default that of the directory, when no build was loaded */
export const reportOutcome = (remote: string, outcome: 'loaded' | 'failed' | 'error', version?: string): void => {
  const state = useDirectory.getState();
  const listed = state.status === 'ready' ? state.directory.remotes[remote]?.version : undefined;
  const report = JSON.stringify({ remote, version: version ?? listed ?? 'unknown', outcome });
  // A page that is being left still sends it.
  navigator.sendBeacon?.('/remotes/outcomes', new Blob([report], { type: 'application/json' }));
};
