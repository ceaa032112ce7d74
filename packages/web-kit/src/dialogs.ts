export interface Confirmation {
  title?: string;
  text: string;
  /** Names the thing that is about to change. */
  detail?: string;
  confirmText: string;
  danger?: boolean;
}
export interface Message {
  title: string;
  text?: string;
  ms?: number;
}
export interface Toast extends Message {
  icon: 'success' | 'error';
  ms: number;
}

/** The dialog code comes with the first dialog: nobody on the signed-out home needs it. */
let loaded: Promise<typeof import('./dialogs/swal')> | undefined;
const swal = () => {
  loaded ??= import('./dialogs/swal').catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
};

/** Dismisses an open dialog; without one there is nothing to load. */
export const closeDialogs = (): void => {
  void loaded?.then(({ close }) => close());
};

const tell = async (kind: 'success' | 'error', message: Message & { ms: number }): Promise<void> => {
  const opener = document.activeElement;
  await (await swal()).message(kind, message, opener);
};

export const dialogs = {
  /** Resolves true when the person confirms. The focus goes back to where it was. */
  confirm: async (confirmation: Confirmation): Promise<boolean> => {
    const opener = document.activeElement;
    return (await swal()).confirm(confirmation, opener);
  },
  success: (message: Message): Promise<void> => tell('success', { ms: 1500, ...message }),
  failure: (message: Partial<Message> & { text: string }): Promise<void> =>
    tell('error', { title: 'Error', ms: 2500, ...message }),
  toast: (toast: Toast): void => {
    void swal().then(({ showToast }) => showToast(toast));
  },
  /** Loads the code ahead of need. */
  preload: async (): Promise<void> => {
    await swal();
  },
};
