import type { Person } from './people';

/** A person with an account; registered once `photo` is known. */
export interface Session {
  person: Person;
  uid: string;
  /** Identity token of the sign-up or sign-in. */
  idToken: string;
  /** Access token that is valid now. */
  token(): string;
  photo: string;
}

/** By key of the person. */
export type Sessions = Map<string, Session>;

export const sessionOf = (sessions: Sessions, key: string): Session => {
  const session = sessions.get(key);
  if (!session) throw new Error(`The demo has no user ${key}`);
  return session;
};
