import { segmentsOf } from '@piecework/federation/page-addresses';
import { returnPath, useSession } from '@piecework/web-kit';
import { useState } from 'react';

/**
 * The redirect of a session that does not fit this public page; `wait` while the session loads. Signed-in users
 * skip /login and /register; /selectRole is for an identity without a role.
 */
export function useSignInRedirect(pathname: string): string | undefined {
  const status = useSession((state) => state.status);
  const problem = useSession((state) => state.problem);
  // Waits for the first answer only: a form that is signing in must stay mounted.
  const [isKnown, setKnown] = useState(false);
  if (!isKnown && (status !== 'loading' || problem)) setKnown(true);

  const [page = ''] = segmentsOf(pathname);
  const isSignIn = page === 'login' || page === 'register';
  const isRoleChoice = page === 'selectrole';
  if (!isSignIn && !isRoleChoice) return undefined;
  if (status === 'signed-in') return returnPath();
  if (status === 'loading') return isKnown ? undefined : 'wait';
  if (status === 'signed-out' && isRoleChoice) return '/login';
  return undefined;
}
