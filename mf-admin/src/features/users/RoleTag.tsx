import type { Role } from '@piecework/contracts';
import { color, radius, space, text } from '@piecework/ui/styles';
import { styled } from 'styled-components';

const COLORS = {
  worker: [color.sage, color.sageBg],
  buyer: [color.primary, color.primarySoft],
  admin: [color.plum, color.plumBg],
} as const satisfies Record<Role, readonly [string, string]>;

const Tag = styled.span<{ $role: Role }>`
  display: inline-block;
  padding: ${space(1)} ${space(2)};
  border-radius: ${radius.control};
  background: ${({ $role }) => COLORS[$role][1]};
  color: ${({ $role }) => COLORS[$role][0]};
  font-size: ${text.small};
  font-weight: 600;
  line-height: 1.2;
`;

export const RoleTag = ({ role }: { role: Role }) => <Tag $role={role}>{role}</Tag>;
