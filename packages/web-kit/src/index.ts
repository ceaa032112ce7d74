export {
  call,
  callList,
  checkDecisions,
  download,
  saveCsv,
  shrinkPicture,
  stageRows,
  uploadDecisions,
  uploadImage,
  uploadRows,
} from './api/api';
export { ApiError, UserNotSaved } from './api/api-error';
export type { Route, Rows } from './api/contract';
export { setEarlyReads } from './api/early-reads';
export { imageSrc, imageSrcSet, pictureSources, setGateway } from './api/gateway';
export { createIdempotencyKey, useIdempotencyKey } from './api/idempotency-key';
export { learnServerTime, serverNow, useServerNow } from './api/server-clock';
export { dialogs, MESSAGE_MS } from './dialogs/dialogs';
export { type LiveData, onLive, useLiveStatus } from './live/live-notices';
export { loadable, onChunkFault } from './queries/loadable';
export { Pending, PendingPage } from './queries/pending';
export { showFailure } from './queries/show-failure';
export { useReadOnce } from './queries/use-read-once';
export { defineRemote, type MenuItem, type RemoteManifest, type RemoteModule, routesOf } from './remote';
export { type FactorProof, type FactorRequest, useFactorRequest } from './session/factor';
export { forgetReturnPath, onNavigate, rememberReturnPath, returnPath } from './session/navigation';
export { forgetPersonData } from './session/person-cleanup';
export { session } from './session/session';
export { isWholeUser, type SessionState, useSession, useUser } from './session/session-state';
export { localStore, sessionStore } from './storage';
export { startTheme, usePageTitle, useTheme } from './theme';
