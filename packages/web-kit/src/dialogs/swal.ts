import 'sweetalert2/dist/sweetalert2.css';
import './dialogs.css';
import Swal from 'sweetalert2/dist/sweetalert2.esm.js';
import type { Confirmation, Message, Toast } from '../dialogs';

/** No styles in attributes or code: the Content-Security-Policy allows neither, and dialogs.css dresses everything. */
const dialog = Swal.mixin({
  buttonsStyling: false,
  theme: 'auto',
  heightAuto: false,
  scrollbarPadding: false,
});

/** Text of people goes in as text. */
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

export const confirm = async (confirmation: Confirmation): Promise<boolean> => {
  const { title = 'Are you sure?', text, detail, confirmText, danger } = confirmation;
  const { isConfirmed } = await dialog.fire({
    icon: 'warning',
    title,
    html: paragraphs(detail, text),
    showCancelButton: true,
    confirmButtonText: confirmText,
    cancelButtonText: 'Cancel',
    reverseButtons: true,
    // A press of Enter too many must not delete anything.
    focusCancel: true,
    customClass: { confirmButton: danger ? 'danger' : 'primary' },
  });
  return isConfirmed;
};

export const message = async (
  icon: 'success' | 'error',
  { title, text, ms }: Message & { ms: number },
): Promise<void> => {
  await dialog.fire({
    icon,
    titleText: title,
    ...(text && { html: paragraphs(text) }),
    timer: ms,
    showConfirmButton: false,
  });
};

export const showToast = ({ icon, title, text, ms }: Toast): void => {
  void dialog.fire({
    toast: true,
    position: 'top-end',
    icon,
    titleText: title,
    ...(text && { html: paragraphs(text) }),
    timer: ms,
    timerProgressBar: true,
    showConfirmButton: false,
  });
};
