import { ROLES, type Role } from '@piecework/contracts';
import { z } from 'zod';

/** Immutable: callers cache by object identity. */
export interface Account {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly roleVersion: number;
  readonly closed: boolean;
}

/** In answers of the user service. */
export const accountSchema = z
  .object({
    userId: z.string(),
    email: z.string(),
    userName: z.string(),
    role: z.enum(ROLES),
    roleVersion: z.int(),
    closed: z.boolean(),
  })
  .transform(
    ({ email, userName, ...rest }): Account => ({ ...rest, email: email.toLowerCase(), name: userName }),
  );
