import { ROLES, type Role } from '@piecework/contracts';
import { z } from 'zod';

/** Immutable: callers cache by object identity. */
export interface Account {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly roleVersion: number;
  /** Version of `name`. */
  readonly profileVersion: number;
  readonly closed: boolean;
  readonly isSuspended: boolean;
  /** Version of `isSuspended`. */
  readonly suspensionVersion: number;
}

/** In answers of the user service. */
export const accountSchema = z
  .object({
    userId: z.string(),
    email: z.string(),
    userName: z.string(),
    role: z.enum(ROLES),
    roleVersion: z.int(),
    // Absent in answers of an older user service.
    profileVersion: z.int().default(0),
    closed: z.boolean(),
    // Absent in answers of an older user service.
    isSuspended: z.boolean().default(false),
    suspensionVersion: z.int().default(0),
  })
  .transform(({ email, userName, ...rest }): Account => ({ ...rest, email: email.toLowerCase(), name: userName }));

export interface ApiKey {
  readonly keyId: string;
  readonly userId: string;
  /** SHA-256, base64url. */
  readonly hash: string;
}

/** In answers of the user service. */
export const apiKeySchema: z.ZodType<ApiKey> = z.object({ keyId: z.string(), userId: z.string(), hash: z.string() });
