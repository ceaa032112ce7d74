import type { Confirmation, Message, Toast } from './dialogs/types';

/** The dialog code comes with the first dialog: nobody on the signed-out home needs it. */
let loaded: Promise<typeof import('./dialogs/swal')> | undefined;
const swal = () => {
  loaded ??= import('./dialogs/swal').catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
};

/** Null when it does not come: the line is dead, or a redeploy took its files away. Nobody's press may be without an answer then. */
const swalIfItComes = () => swal().catch(() => null);
const asText = (...parts: (string | undefined)[]) => parts.filter(Boolean).join('\n\n');

/** Dismisses an open dialog; without one there is nothing to load. */
export const closeDialogs = (): void => {
  loaded?.then(({ close }) => close()).catch(() => undefined);
};

const tell = async (kind: 'success' | 'error', message: Message & { ms: number }): Promise<void> => {
  const opener = document.activeElement;
  const code = await swalIfItComes();
  if (code) await code.message(kind, message, opener);
  // What went well the page shows by itself.
  else if (kind === 'error') alert(asText(message.title, message.text));
};

export const dialogs = {
  /** Resolves true when the person confirms. The focus goes back to where it was. */
  confirm: async (confirmation: Confirmation): Promise<boolean> => {
    const opener = document.activeElement;
    const code = await swalIfItComes();
    if (code) return code.confirm(confirmation, opener);
    const { title = 'Are you sure?', text, detail, warning, facts = [] } = confirmation;
    const lines = facts.map(({ label, value }) => `${label}: ${value}`).join('\n');
    return window.confirm(asText(title, detail, warning, lines, text));
  },
  success: (message: Message): Promise<void> => tell('success', { ms: 1500, ...message }),
  failure: (message: Partial<Message> & { text: string }): Promise<void> =>
    tell('error', { title: 'Error', ms: 2500, ...message }),
  toast: (toast: Toast): void => {
    void swalIfItComes().then((code) => code?.showToast(toast));
  },
  /** Loads the code ahead of need. */
  preload: async (): Promise<void> => {
    await swalIfItComes();
  },
};
