import { useState } from 'react';
import { useAction } from '../queries/use-action';
import { useReadOnce } from '../queries/use-read-once';
import { session } from './session';
import { useSession } from './session-state';

/** State of the confirmation of the signed-in person's address. */
export const useEmailConfirmation = () => {
  const { mail = false, verifyEmail = false } = useReadOnce('GET /config').data ?? {};
  const user = useSession((state) => state.user);
  const isOpen = user !== null && !user.emailConfirmed;
  const [isSent, setSent] = useState(false);
  const { run, isRunning } = useAction(async () => {
    await session.requestConfirmation();
    setSent(true);
  });
  return {
    /** The address is not confirmed, and this installation can mail a link. */
    isOffered: isOpen && (mail || verifyEmail),
    /** No withdrawal is accepted before. */
    isRequired: isOpen && verifyEmail && user.userRole === 'worker',
    /** The starting coins wait for it. */
    isForCoins: isOpen && user.grantWaits === 'email',
    email: user?.userEmail ?? '',
    isSent,
    isSending: isRunning,
    send: () => void run(),
  };
};
