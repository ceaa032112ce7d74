import { t, translated } from '@piecework/i18n';
import { dialogs, MESSAGE_MS, session } from '@piecework/web-kit';

export const logOut = async (): Promise<void> => {
  try {
    await session.signOut();
    dialogs.toast({ icon: 'success', title: t('Logout Successful'), ms: MESSAGE_MS.short });
  } catch (error) {
    const text = error instanceof Error ? translated(error.message) : t('You’re still signed in. Please try again.');
    dialogs.toast({ icon: 'error', title: t('Logout unsuccessful'), text, ms: MESSAGE_MS.medium });
  }
};
