import type { Actor } from '../src/actor';

export const actor = (role: Actor['role'], name = role as string, roleVersion = 0): Actor => ({
  userId: `user-${name}`,
  email: `${name}@example.com`,
  name: `The ${name}`,
  role,
  roleVersion,
});
