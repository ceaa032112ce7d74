import type { ComponentPropsWithRef, ElementType, MouseEvent, ReactElement, ReactNode } from 'react';
import { css, keyframes, styled } from 'styled-components';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icon-paths';
import { color, font, media, motion, radius, space, text } from '../tokens';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

interface OwnProps {
  variant?: ButtonVariant;
  size?: 'small';
  /** In progress: keeps its place, its label and the focus, and ignores clicks. */
  busy?: boolean;
  icon?: IconName | ReactElement;
  children?: ReactNode;
}

/** Set `type="submit"` in forms; the default is type="button". */
type ButtonProps<T extends ElementType = 'button'> = OwnProps & { as?: T } & Omit<
    ComponentPropsWithRef<T>,
    keyof OwnProps | 'as'
  >;

const variants = {
  primary: css`
    background: ${color.primary};
    border-color: ${color.primary};
    color: ${color.onPrimary};
    &:hover { background: var(--primary-strong); border-color: var(--primary-strong); }
  `,
  secondary: css`
    background: ${color.surface};
    border-color: ${color.edge};
    color: ${color.ink};
    &:hover { background: ${color.sunk}; }
  `,
  quiet: css`
    background: transparent;
    border-color: transparent;
    color: ${color.primary};
    &:hover { background: ${color.primarySoft}; }
  `,
  danger: css`
    background: ${color.surface};
    border-color: ${color.madder};
    color: ${color.madder};
    &:hover { background: ${color.madderBg}; }
  `,
};

const ButtonFace = styled.button<{ $variant: ButtonVariant; $small: boolean }>`
  position: relative;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${space(2)};
  min-height: ${({ $small }) => ($small ? '36px' : '44px')};
  padding: ${space(1)} ${({ $small }) => ($small ? space(3) : space(5))};
  border: 1px solid;
  border-radius: ${radius.control};
  font: 600 ${({ $small }) => ($small ? text.small : text.body)} / 1.2 ${font.body};
  text-align: center;
  text-decoration: none;
  /* Overrides cells that break words anywhere. */
  overflow-wrap: normal;
  cursor: pointer;
  transition: background ${motion.fast}, border-color ${motion.fast}, opacity ${motion.fast};
  ${({ $variant }) => variants[$variant]}

  > svg { flex: none; }
  &:disabled, &[aria-disabled='true'] { opacity: 0.55; cursor: not-allowed; }
  &[aria-busy='true'] { opacity: 0.8; cursor: progress; }
  ${media.phone} { min-height: 44px; }
`;

const spin = keyframes`to { transform: rotate(1turn); }`;

const SpinnerSvg = styled.svg`
  flex: none;
  animation: ${spin} 1.2s linear infinite;
`;

const Spinner = () => (
  <SpinnerSvg viewBox="0 0 24 24" width="1.35em" height="1.35em" fill="none" aria-hidden>
    <circle
      cx="12"
      cy="12"
      r="8.5"
      stroke="currentColor"
      strokeWidth="2"
      strokeDasharray="4 2.675"
      strokeLinecap="round"
    />
  </SpinnerSvg>
);

export function Button<T extends ElementType = 'button'>(props: ButtonProps<T>) {
  const { variant = 'primary', size, busy, icon, children, as, onClick, ...rest } = props as ButtonProps;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // `disabled` would drop the focus; this stops the click and the submit on Enter.
    if (busy || rest['aria-disabled'] === true) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    onClick?.(event);
  };
  return (
    <ButtonFace
      {...(as ? { as } : { type: 'button' as const })}
      {...rest}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true })}
      onClick={press}
      $variant={variant}
      $small={size === 'small'}
    >
      {busy ? <Spinner /> : typeof icon === 'string' ? <Icon name={icon} /> : icon}
      <span>{children}</span>
    </ButtonFace>
  );
}
