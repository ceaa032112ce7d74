export { call, callList, download, saveCsv, shrinkPicture, uploadImage } from './api';
export { ApiError, UserNotSaved } from './api-error';
export type { Route, Rows } from './contract';
export { dialogs, MESSAGE_MS } from './dialogs';
export { setEarlyReads } from './early-reads';
export { imageSrc, imageSrcSet, pictureSources, setGateway } from './gateway';
export { createIdempotencyKey, useIdempotencyKey } from './idempotency-key';
export { type LiveData, onLive, useLiveStatus } from './live-notices';
export { loadable, onChunkFault } from './loadable';
export { Pending, PendingPage } from './pending';
export { forgetPersonData } from './person-cleanup';
export {
  baseOf,
  defineRemote,
  REMOTE_NAMES,
  type RemoteModule,
  type RemoteName,
} from './remote';
export { learnServerTime, serverNow, useServerNow } from './server-clock';
export { session } from './session';
export { forgetReturnPath, onNavigate, rememberReturnPath, returnPath } from './session/navigation';
export { isWholeUser, type SessionState, useSession, useUser } from './session/session-state';
export { showFailure } from './show-failure';
export { localStore, sessionStore } from './storage';
export { startTheme, usePageTitle, useTheme } from './theme';
export { useReadOnce } from './use-read-once';
