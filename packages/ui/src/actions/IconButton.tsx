import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icon-paths';
import { color, media, motion, radius } from '../tokens';

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  label: string;
  icon: IconName;
  danger?: boolean;
}

const Face = styled.button<{ $danger: boolean }>`
  display: inline-grid;
  place-items: center;
  width: 40px;
  height: 40px;
  padding: 0;
  border: 0;
  border-radius: ${radius.control};
  background: transparent;
  color: ${({ $danger }) => ($danger ? color.madder : color.soft)};
  font-size: 1rem;
  cursor: pointer;
  transition: background ${motion.fast}, color ${motion.fast};

  &:hover {
    background: ${({ $danger }) => ($danger ? color.madderBg : color.sunk)};
    color: ${({ $danger }) => ($danger ? color.madder : color.ink)};
  }
  &:disabled { opacity: 0.55; cursor: not-allowed; }
  ${media.phone} { width: 44px; height: 44px; }
`;

export function IconButton({ label, icon, danger = false, ...rest }: IconButtonProps) {
  return (
    <Face type="button" aria-label={label} title={label} {...rest} $danger={danger}>
      <Icon name={icon} />
    </Face>
  );
}
