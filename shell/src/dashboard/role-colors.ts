import type { Role } from '@piecework/contracts/constants';
import { color } from '@piecework/ui/styles';

/** Of an element that has the colors of the role. */
export interface RoleColors {
  $ink: string;
  $ground: string;
}

/** P-15.5. */
export const COLORS_OF_ROLE: Record<Role, RoleColors> = {
  worker: { $ink: color.sage, $ground: color.sageBg },
  buyer: { $ink: color.primary, $ground: color.primarySoft },
  admin: { $ink: color.plum, $ground: color.plumBg },
};
