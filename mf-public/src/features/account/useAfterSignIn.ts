import { returnPath, useSession } from '@piecework/web-kit';
import { useNavigate } from '@piecework/web-kit/router';

/** Leads somebody who has just come in to where they meant to go, or to the choice of a role when that is still missing. */
export const useAfterSignIn = (): (() => void) => {
  const navigate = useNavigate();
  return () => {
    const { status } = useSession.getState();
    void navigate(status === 'new' ? '/selectRole' : returnPath(), { replace: true });
  };
};
