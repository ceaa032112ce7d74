import { dialogs, session } from '@piecework/web-kit';

const SUCCESS_MS = 1500;
const FAILURE_MS = 2500;

export const logOut = async (): Promise<void> => {
  try {
    await session.signOut();
    dialogs.toast({ icon: 'success', title: 'Logout Successful', ms: SUCCESS_MS });
  } catch (error) {
    const text = error instanceof Error ? error.message : 'You are still signed in. Please try again.';
    dialogs.toast({ icon: 'error', title: 'Logout unsuccessful', text, ms: FAILURE_MS });
  }
};
