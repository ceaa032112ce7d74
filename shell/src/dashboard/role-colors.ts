import type { Role } from '@piecework/contracts/constants';
import { color } from '@piecework/ui';

/** P-15.5. */
export const COLORS_OF_ROLE: Record<Role, { ink: string; ground: string }> = {
  worker: { ink: color.sage, ground: color.sageBg },
  buyer: { ink: color.primary, ground: color.primarySoft },
  admin: { ink: color.plum, ground: color.plumBg },
};
