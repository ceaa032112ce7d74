/** Takes over from the first view that the server put into the page (docs/adr/0049). */

const PENDING = '[data-pending]';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Past React, which otherwise would ignore the event: its own setter has seen the value. */
const setValue = (field: Field, value: string) => {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

/** Moves typed text and the focus from the fields of the first view to those of the same name. */
const moveInput = (view: Element, root: Element) => {
  for (const typed of view.querySelectorAll<Field>('input[name], textarea[name]')) {
    const field = root.querySelector<Field>(`[name="${CSS.escape(typed.name)}"]`);
    if (!field) continue;
    if (typed.value) setValue(field, typed.value);
    if (typed !== document.activeElement) continue;
    field.focus({ preventScroll: true });
    // Fields of type email have no selection.
    if (typed.selectionStart !== null)
      field.setSelectionRange(typed.selectionStart, typed.selectionEnd ?? typed.selectionStart);
  }
};

/** Presses the app's button for one that was pressed in the view. */
const repeatPress = (root: Element) => {
  const pressed = window.__early?.pressed;
  const sameButton = (button: HTMLButtonElement) =>
    button.textContent === pressed?.textContent && button.ariaLabel === pressed.ariaLabel;
  if (pressed) [...root.querySelectorAll('button')].find(sameButton)?.click();
};

/** Keeps the app hidden until its first page is complete, then shows it in place of the view, in one frame. */
export const takeOverFirstView = (root: HTMLElement): void => {
  const views = document.getElementById('first-view');
  const viewers = (document.documentElement.dataset.viewer ?? '').split(' ');
  const view = [...(views?.children ?? [])].find(
    (one) => one instanceof HTMLElement && viewers.includes(one.dataset.for ?? ''),
  );
  if (!view) {
    views?.remove();
    return;
  }
  root.hidden = true;
  const path = location.pathname;
  const takeOver = () => {
    root.hidden = false;
    moveInput(view, root);
    views?.remove();
    repeatPress(root);
  };
  // Runs after a commit of React and before the browser paints it.
  const watch = new MutationObserver(() => {
    const isComplete = root.firstElementChild !== null && !root.querySelector(PENDING);
    if (!isComplete && location.pathname === path) return;
    watch.disconnect();
    if (!view.matches(':active')) return takeOver();
    // A link that is removed between press and release gets no click, which follows the release.
    const press = new AbortController();
    const release = () => {
      press.abort();
      setTimeout(takeOver);
    };
    for (const end of ['pointerup', 'pointercancel', 'keyup']) addEventListener(end, release, { signal: press.signal });
  });
  watch.observe(root, { childList: true, subtree: true });
};
