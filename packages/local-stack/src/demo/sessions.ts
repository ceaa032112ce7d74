import type { Person } from './people';

/** A signed-in person. */
export interface Session {
  person: Person;
  token: string;
  photo: string;
}

/** By key of the person. */
export type Sessions = ReadonlyMap<string, Session>;

export const sessionOf = (sessions: Sessions, key: string): Session => {
  const session = sessions.get(key);
  if (!session) throw new Error(`The demo has no user ${key}`);
  return session;
};
