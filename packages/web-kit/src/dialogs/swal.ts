import { t } from '@piecework/i18n';
import 'sweetalert2/dist/sweetalert2.css';
import './dialogs.css';
import type { SweetAlertOptions } from 'sweetalert2';
import Swal from 'sweetalert2/dist/sweetalert2.esm.js';
import { rememberOpener, restoreFocus } from './restore-focus';
import type { Confirmation, Fact, Message, Toast } from './types';

/** dialogs.css has all styles; restore-focus.ts handles the focus across several dialogs. */
const BASE: SweetAlertOptions = { buttonsStyling: false };
const MODAL: SweetAlertOptions = { heightAuto: false, scrollbarPadding: false, returnFocus: false };

const icon = (paths: string) =>
  `<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="${paths}"/></svg>`;
const ICONS = {
  success: { icon: 'success', iconHtml: icon('M5 12.5l4.5 4.5L19 7.5') },
  error: { icon: 'error', iconHtml: icon('M7 7l10 10M17 7L7 17') },
  warning: { icon: 'warning', iconHtml: icon('M12 6v7M12 17.5v.01') },
} as const satisfies Record<string, SweetAlertOptions>;

const element = (tag: string, ...content: (string | HTMLElement)[]): HTMLElement => {
  const made = document.createElement(tag);
  made.append(...content);
  return made;
};
const plain = (text: string): HTMLElement => element('span', text);
const paragraphs = (...texts: (string | undefined)[]): HTMLElement =>
  element('div', ...texts.flatMap((text) => (text ? [element('p', text)] : [])));

const factList = (facts: readonly Fact[]): HTMLElement =>
  element('dl', ...facts.map(({ label, value }) => element('div', element('dt', label), element('dd', value))));

const question = ({ detail, warning, facts = [], text }: Confirmation): HTMLElement => {
  const body = paragraphs(detail, warning, text);
  if (warning) body.querySelector('p:nth-last-child(2)')?.classList.add('is-warning');
  if (facts.length > 0) body.insertBefore(factList(facts), body.lastElementChild);
  return body;
};

/** An open modal <dialog> would cover a dialog outside of it. */
const target = (): HTMLElement => [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ?? document.body;

let queued = 0;
let last: Promise<unknown> = Promise.resolve();

/** sweetalert2 shows one dialog: a second would close the first unanswered. */
const enqueue = <T>(opener: Element | null, fire: () => Promise<T>): Promise<T> => {
  queued++;
  rememberOpener(opener);
  const result = last.then(fire);
  const settle = () => {
    if (--queued === 0) restoreFocus();
  };
  last = result.then(settle, settle);
  return result;
};

/** Resolves when the dialog has left the DOM. */
const show = async (options: SweetAlertOptions): Promise<boolean> => {
  let onDestroyed = () => {};
  const destroyed = new Promise<void>((resolve) => {
    onDestroyed = resolve;
  });
  const fullOptions = { ...BASE, target: target(), ...options, didDestroy: onDestroyed } as SweetAlertOptions;
  const { isConfirmed } = await Swal.fire(fullOptions);
  await destroyed;
  return isConfirmed;
};

export const confirm = (confirmation: Confirmation, opener: Element | null): Promise<boolean> => {
  const { title = t('Are you sure?'), confirmText, danger } = confirmation;
  return enqueue(opener, () =>
    show({
      ...MODAL,
      ...ICONS.warning,
      title: plain(title),
      html: question(confirmation),
      showCancelButton: true,
      confirmButtonText: plain(confirmText).outerHTML,
      cancelButtonText: t('Cancel'),
      reverseButtons: true,
      // An extra press of Enter must not delete anything.
      focusCancel: Boolean(danger),
      customClass: { confirmButton: danger ? 'is-danger' : 'is-primary' },
    }),
  );
};

const linkTo = ({ label, href, open }: NonNullable<Toast['link']>): HTMLElement => {
  const anchor = element('a', label) as HTMLAnchorElement;
  anchor.href = href;
  anchor.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    Swal.close();
    open();
  });
  return anchor;
};

const body = (text: string | undefined): Pick<SweetAlertOptions, 'html' | 'customClass'> =>
  text ? { html: paragraphs(text) } : { customClass: { popup: 'is-short' } };

export const message = async (
  kind: 'success' | 'error',
  { title, text, ms }: Message & { ms: number },
  opener: Element | null,
): Promise<void> => {
  await enqueue(opener, () =>
    show({ ...MODAL, ...ICONS[kind], title: plain(title), ...body(text), timer: ms, showConfirmButton: false }),
  );
};

const LEAVING_MS = 500;
let toasts: Promise<unknown> = Promise.resolve();
/** A page dialog that closes removes its toasts without an event of theirs: they are shown again, outside of it. */
const outliveDialogs = async (options: SweetAlertOptions, ms: number): Promise<void> => {
  const page = target();
  const closed = new Promise<'closed'>((resolve) => {
    if (page !== document.body) page.addEventListener('close', () => resolve('closed'), { once: true });
  });
  const timeout = new Promise((resolve) => setTimeout(resolve, ms + LEAVING_MS));
  const outcome = await Promise.race([show(options), closed, timeout]);
  if (outcome === 'closed') await outliveDialogs(options, ms);
};
export const showToast = ({ icon: kind, title, text, ms, link }: Toast): void => {
  const options: SweetAlertOptions = {
    toast: true,
    position: 'top-end',
    ...ICONS[kind],
    title: plain(title),
    ...(link ? { html: linkTo(link) } : body(text)),
    timer: ms,
    showConfirmButton: false,
  };
  toasts = toasts.then(() => last).then(() => outliveDialogs(options, ms));
};

export const close = (): void => {
  const popup = Swal.getPopup();
  if (popup && !popup.classList.contains('swal2-toast')) Swal.close();
};
