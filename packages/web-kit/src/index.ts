export { call, uploadImage } from './api';
export { ApiError, UserNotSaved } from './api-error';
export type { Route, Rows } from './contract';
export { dialogs } from './dialogs';
export { forgetAll } from './forgetting';
export { imageSrc, imageSrcSet, setGateway } from './gateway';
export { type LiveData, onLive, useLiveStatus } from './live';
export { loadable, onChunkFault } from './loadable';
export {
  AREA_PATHS,
  baseOf,
  defineRemote,
  REMOTE_CONTRACT,
  REMOTE_NAMES,
  REMOTE_OF_ROLE,
  type RemoteModule,
  type RemoteName,
} from './remote';
export {
  forgetReturnPath,
  isWholeUser,
  onNavigate,
  rememberReturnPath,
  returnPath,
  type SessionState,
  session,
  useSession,
  useUser,
} from './session';
export { localStore } from './storage';
export { startTheme, usePageTitle, useTheme } from './theme';
export { createIdempotencyKey, showFailure, useAction, useIdempotencyKey } from './use-action';
export { useAnswer } from './use-answer';
