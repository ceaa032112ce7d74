export { type Call, call, callList, uploadImage } from './api';
export { ApiError, UserNotSaved } from './api-error';
export type { Answer, GetRoute, Input, ListRoute, ReadInput, Route, Row, Rows } from './contract';
export { type Confirmation, dialogs, type Message, type Toast } from './dialogs';
export { forgetAll } from './forgetting';
export { gatewayUrl, imageSrc, imageSrcSet, setGateway } from './gateway';
export { type LiveData, type LiveKind, onLive, useLiveStatus } from './live';
export type { LiveStatus } from './live-status';
export { type Loadable, loadable, onChunkFault } from './loadable';
export {
  AREA_PATHS,
  type AreaPath,
  type AreaRoute,
  baseOf,
  defineRemote,
  type MenuItem,
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
  type Profile,
  rememberReturnPath,
  returnPath,
  type SessionState,
  session,
  useSession,
  useUser,
} from './session';
export { localStore } from './storage';
export { startTheme, type ThemeChoice, usePageTitle, useTheme } from './theme';
export {
  createIdempotencyKey,
  type IdempotencyKey,
  showFailure,
  useAction,
  useIdempotencyKey,
} from './use-action';
export { readOnce, useAnswer } from './use-answer';
