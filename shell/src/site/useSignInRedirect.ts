import { returnPath, useSession } from '@piecework/web-kit';
import { useState } from 'react';
import { segmentsOf } from '../paths';

/**
 * Where somebody has to go who has no business on this public page; `wait` while it is not known who is there.
 * Whoever is signed in needs no /login and no /register; /selectRole is only for an identity that has not chosen yet.
 */
export function useSignInRedirect(pathname: string): string | undefined {
  const status = useSession((state) => state.status);
  const problem = useSession((state) => state.problem);
  // Only the first answer is waited for, and not for ever: a form that signs in must not be taken away while it does.
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
