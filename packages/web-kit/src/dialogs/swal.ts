import 'sweetalert2/dist/sweetalert2.css';
import './dialogs.css';
import type { SweetAlertOptions } from 'sweetalert2';
import Swal from 'sweetalert2/dist/sweetalert2.esm.js';
import { rememberOpener, restoreFocus } from './restore-focus';
import type { Confirmation, Fact, Message, Toast } from './types';

/** dialogs.css dresses everything. The focus is led back by focus.ts, over several dialogs in a row. */
const LOOK: SweetAlertOptions = { buttonsStyling: false };
const MODAL: SweetAlertOptions = {
  heightAuto: false,
  scrollbarPadding: false,
  returnFocus: false,
};

const icon = (paths: string) =>
  `<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="${paths}"/></svg>`;
/** A word of ours for sweetalert2's kind, and our own drawing of it. */
const ICONS = {
  success: { icon: 'success', iconHtml: icon('M5 12.5l4.5 4.5L19 7.5') },
  error: { icon: 'error', iconHtml: icon('M7 7l10 10M17 7L7 17') },
  warning: { icon: 'warning', iconHtml: icon('M12 6v7M12 17.5v.01') },
} as const satisfies Record<string, SweetAlertOptions>;

/** Text of people goes in as text. */
const plain = (text: string): HTMLElement => {
  const element = document.createElement('span');
  element.textContent = text;
  return element;
};
const paragraphs = (...texts: (string | undefined)[]): HTMLElement => {
  const body = document.createElement('div');
  for (const text of texts) {
    if (!text) continue;
    const paragraph = document.createElement('p');
    paragraph.textContent = text;
    body.append(paragraph);
  }
  return body;
};

/** A table of two columns to the eye; screen readers read each name with what is definition of it. */
const factList = (facts: readonly Fact[]): HTMLElement => {
  const list = document.createElement('dl');
  for (const { label, value } of facts) {
    const line = document.createElement('div');
    const [name, definition] = [document.createElement('dt'), document.createElement('dd')];
    name.textContent = label;
    definition.textContent = value;
    line.append(name, definition);
    list.append(line);
  }
  return list;
};
/** The warning and the facts stand between what is about to change and what that means. */
const question = ({ detail, warning, facts = [], text }: Confirmation): HTMLElement => {
  const body = paragraphs(detail, warning, text);
  if (warning) body.querySelector('p:nth-last-child(2)')?.classList.add('is-warning');
  if (facts.length > 0) body.insertBefore(factList(facts), body.lastElementChild);
  return body;
};

/** Inside of an open modal dialog of the page, which would lie over it otherwise. */
const target = (): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ?? document.body;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** One dialog after the other: one that comes while another is open would close it unanswered. */
const inTurn = <T>(opener: Element | null, fire: () => Promise<T>): Promise<T> => {
  waiting++;
  rememberOpener(opener);
  const result = last.then(fire);
  const settle = () => {
    if (--waiting === 0) restoreFocus();
  };
  last = result.then(settle, settle);
  return result;
};

/** Resolves when the dialog has left the page. */
const show = async (options: SweetAlertOptions): Promise<boolean> => {
  let leave = () => {};
  const gone = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const whole = { ...LOOK, target: target(), ...options, didDestroy: leave } as SweetAlertOptions;
  const { isConfirmed } = await Swal.fire(whole);
  await gone;
  return isConfirmed;
};

export const confirm = (confirmation: Confirmation, opener: Element | null): Promise<boolean> => {
  const { title = 'Are you sure?', confirmText, danger } = confirmation;
  return inTurn(opener, () =>
    show({
      ...MODAL,
      ...ICONS.warning,
      title: plain(title),
      html: question(confirmation),
      showCancelButton: true,
      confirmButtonText: plain(confirmText).outerHTML,
      cancelButtonText: 'Cancel',
      reverseButtons: true,
      // A press of Enter too many must not delete anything.
      focusCancel: Boolean(danger),
      customClass: { confirmButton: danger ? 'is-danger' : 'is-primary' },
    }),
  );
};

/** A dialog of one line stands in its middle. */
const body = (text: string | undefined): Pick<SweetAlertOptions, 'html' | 'customClass'> =>
  text ? { html: paragraphs(text) } : { customClass: { popup: 'is-short' } };

export const message = async (
  kind: 'success' | 'error',
  { title, text, ms }: Message & { ms: number },
  opener: Element | null,
): Promise<void> => {
  await inTurn(opener, () =>
    show({
      ...MODAL,
      ...ICONS[kind],
      title: plain(title),
      ...body(text),
      timer: ms,
      showConfirmButton: false,
    }),
  );
};

/** More than a toast takes to leave. */
const LEAVING_MS = 500;
let toasts: Promise<unknown> = Promise.resolve();
/** A toast waits for the dialogs and the toasts before it, and nothing waits for it. */
export const showToast = ({ icon: kind, title, text, ms }: Toast): void => {
  const shown = () =>
    show({
      toast: true,
      position: 'top-end',
      ...ICONS[kind],
      title: plain(title),
      ...body(text),
      timer: ms,
      showConfirmButton: false,
    });
  // The page's dialog that a toast stands in may close and take it along: nothing tells its end then.
  const over = () => new Promise((resolve) => setTimeout(resolve, ms + LEAVING_MS));
  toasts = toasts.then(() => last).then(() => Promise.race([shown(), over()]));
};

/** Whatever is open is dismissed: its page is going. */
export const close = (): void => {
  const popup = Swal.getPopup();
  if (popup && !popup.classList.contains('swal2-toast')) Swal.close();
};
