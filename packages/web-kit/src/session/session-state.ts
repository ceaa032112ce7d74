import type { PublicUser, User } from '@piecework/contracts';
import { create } from 'zustand';
import type { Profile } from '../identity/provider';

export interface SessionState {
  /** `new`: an identity without a user record, who chooses a role at /selectRole. */
  status: 'loading' | 'signed-out' | 'new' | 'signed-in';
  user: User | null;
  identity: Profile | null;
  /** Reason for a long `loading`. The session retries by itself. */
  problem: string | null;
  /** Reason shown on the login page. */
  notice: string | null;
}

export const SIGNED_OUT = { status: 'signed-out', user: null, identity: null, problem: null } as const;

export const useSession = create<SessionState>(() => ({ ...SIGNED_OUT, status: 'loading', notice: null }));

/** The signed-in user. Only for pages inside a dashboard, which render for signed-in users alone. */
export const useUser = (): User => {
  const user = useSession((state) => state.user);
  if (!user) throw new Error('useUser outside of a dashboard');
  return user;
};

/** Whether an entry of a list of users is the whole record, as admins get it. */
export const isWholeUser = (user: User | PublicUser): user is User => 'userEmail' in user;
