import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icon-paths';
import { color, media, motion, radius } from '../tokens';

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  label: string;
  icon: IconName;
}

const Face = styled.button`
  display: inline-grid;
  place-items: center;
  width: 40px;
  height: 40px;
  padding: 0;
  border: 0;
  border-radius: ${radius.control};
  background: transparent;
  color: ${color.soft};
  font-size: 1rem;
  cursor: pointer;
  transition: background ${motion.fast}, color ${motion.fast};

  &:hover {
    background: ${color.sunk};
    color: ${color.ink};
  }
  &:disabled { opacity: 0.55; cursor: not-allowed; }
  ${media.phone} { width: 44px; height: 44px; }
`;

export function IconButton({ label, icon, ...rest }: IconButtonProps) {
  return (
    <Face type="button" aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </Face>
  );
}
