/** Needed because sweetalert2 restores the focus after one dialog only, and not to a button that is disabled meanwhile. */

let opener: HTMLElement | null = null;
let section: HTMLElement | null = null;
let timer: ReturnType<typeof setInterval> | undefined;

const STEP_MS = 50;
/** Milliseconds in which an action may still enable its button or remove its row. */
const RETRY_MS = 2000;

const isUnfocused = (element: Element | null) => !element || element === document.body;

/** During an action nothing has the focus; the element that started the action stays the opener. */
export const rememberOpener = (element: Element | null): void => {
  clearInterval(timer);
  if (isUnfocused(element) || element?.closest('.swal2-container')) return;
  opener = element as HTMLElement;
  section = opener.closest<HTMLElement>('section[tabindex]');
};

const mainHeading = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');

const focusTarget = () => {
  // The user or a new page has moved the focus.
  if (!isUnfocused(document.activeElement)) return;
  const to = [opener, section].find((element) => element?.isConnected) ?? mainHeading();
  if (!to) return;
  if (to.tabIndex < 0) to.tabIndex = -1;
  to.focus({ preventScroll: true });
};

export const restoreFocus = (): void => {
  const until = Date.now() + RETRY_MS;
  focusTarget();
  timer = setInterval(() => {
    if (Date.now() > until) clearInterval(timer);
    else focusTarget();
  }, STEP_MS);
};
