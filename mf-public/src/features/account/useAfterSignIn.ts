import { t } from '@piecework/i18n';
import { dialogs, MESSAGE_MS, returnPath, useSession } from '@piecework/web-kit';
import { useNavigate } from '@piecework/web-kit/router';

/** Shows the success and navigates to the return path, or to /selectRole for an identity without a role. */
export const useAfterSignIn = () => {
  const navigate = useNavigate();
  const succeed = (title: string) => {
    dialogs.toast({ icon: 'success', title, ms: MESSAGE_MS.short });
    const { status } = useSession.getState();
    void navigate(status === 'new' ? '/selectRole' : returnPath(), { replace: true });
  };
  return {
    loggedIn: () => succeed(t('Login Successful')),
    // No space after the name: P-14.2.
    registered: (name: string) => succeed(t('{name}Register Successful', { name })),
  };
};
