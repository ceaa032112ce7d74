import { returnPath, useSession } from '@piecework/web-kit';
import { useNavigate } from '@piecework/web-kit/router';

/** Navigates to the return path, or to /selectRole for an identity without a role. */
export const useAfterSignIn = (): (() => void) => {
  const navigate = useNavigate();
  return () => {
    const { status } = useSession.getState();
    void navigate(status === 'new' ? '/selectRole' : returnPath(), { replace: true });
  };
};
