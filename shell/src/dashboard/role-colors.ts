import type { Role } from '@piecework/contracts/constants';
import { color } from '@piecework/ui';

/** LOOK.md: each role has its colour, as a thin patch and for the entry of the menu that is shown. */
export const COLORS_OF_ROLE: Record<Role, { ink: string; ground: string }> = {
  worker: { ink: color.sage, ground: color.sageBg },
  buyer: { ink: color.primary, ground: color.primarySoft },
  admin: { ink: color.plum, ground: color.plumBg },
};
