import type { Role } from '@piecework/contracts';

/** The caller, as the gateway asserts it to a service. */
export interface Actor {
  userId: string;
  email: string;
  name: string;
  role: Role;
  /** Number of role changes since registration. */
  roleVersion: number;
}
