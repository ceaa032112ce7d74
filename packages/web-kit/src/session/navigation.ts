import { sessionStore } from '../storage';

let navigate: ((path: string) => void) | undefined;
let pendingPath: string | undefined;

/** The shell passes in its router's navigation. Returns how to unregister it. */
export const onNavigate = (go: (path: string) => void): (() => void) => {
  navigate = go;
  if (pendingPath) go(pendingPath);
  pendingPath = undefined;
  return () => {
    if (navigate === go) navigate = undefined;
  };
};

export const goTo = (path: string): void => {
  if (navigate) navigate(path);
  else pendingPath = path;
};

const RETURN_KEY = 'piecework:return';
const LEAVING_MS = 1000;
/** A deliberate sign-out closes the dashboard, whose path must not become the return path. */
let isLeaving = false;

export const rememberReturnPath = (path = location.pathname + location.search): void => {
  if (path.startsWith('/dashboard') && !isLeaving) sessionStore.set(RETURN_KEY, path);
};
export const returnPath = (): string => {
  const path = sessionStore.get(RETURN_KEY) ?? '';
  return /^\/dashboard([/?]|$)/.test(path) ? path : '/dashboard';
};
export const forgetReturnPath = (): void => sessionStore.remove(RETURN_KEY);

export const leaveDashboard = (): void => {
  isLeaving = true;
  setTimeout(() => {
    isLeaving = false;
  }, LEAVING_MS);
  forgetReturnPath();
};
