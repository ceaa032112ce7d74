/** Where the focus goes after dialogs: sweetalert2 leads it back after one of them, and not to a button that is disabled meanwhile. */

let opener: HTMLElement | null = null;
/** The section around it that can take the focus, such as a list for a row that goes. */
let around: HTMLElement | null = null;
let timer: ReturnType<typeof setInterval> | undefined;

const STEP_MS = 50;
/** The answer of an action may still enable a button, or take its whole row away. */
const WHILE_MS = 2000;

const isNowhere = (element: Element | null) => !element || element === document.body;

/** What had the focus when a dialog was asked for. In the middle of an action nothing has; then it is what began the action. */
export const rememberOpener = (element: Element | null): void => {
  clearInterval(timer);
  if (isNowhere(element) || element?.closest('.swal2-container')) return;
  opener = element as HTMLElement;
  around = opener.closest<HTMLElement>('section[tabindex]');
};

/** A deleted row has taken its button with it. */
const headline = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');

const focusTarget = () => {
  // Somebody has put it somewhere meanwhile, as a new page does.
  if (!isNowhere(document.activeElement)) return;
  const to = [opener, around].find((element) => element?.isConnected) ?? headline();
  if (!to) return;
  if (to.tabIndex < 0) to.tabIndex = -1;
  to.focus({ preventScroll: true });
};

export const restoreFocus = (): void => {
  const until = Date.now() + WHILE_MS;
  focusTarget();
  timer = setInterval(() => {
    if (Date.now() > until) clearInterval(timer);
    else focusTarget();
  }, STEP_MS);
};
