import type { SVGProps } from 'react';
import { ICON_PATHS, type IconName } from './icon-paths';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'name'> {
  name: IconName;
  /** Any CSS length. */
  size?: string | number;
}

/** Hidden from screen readers: an icon always has a text label. */
export function Icon({ name, size = '1.35em', ...rest }: IconProps) {
  const [line, seam] = ICON_PATHS[name].split('~');
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable="false"
      {...rest}
    >
      <path d={line} strokeWidth={name === 'more' ? 3 : undefined} />
      {seam && <path d={seam} strokeDasharray="1.8 2.9" />}
    </svg>
  );
}
