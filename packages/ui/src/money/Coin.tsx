import type { SVGProps } from 'react';

export function Coin({ size = '1.1em', ...rest }: Omit<SVGProps<SVGSVGElement>, 'ref'> & { size?: string | number }) {
  return (
    <svg viewBox="0 0 20 20" width={size} height={size} aria-hidden focusable="false" {...rest}>
      <circle cx="10" cy="10" r="9.5" fill="var(--coin)" />
      <circle
        cx="10"
        cy="10"
        r="6.9"
        fill="none"
        stroke="var(--coin-thread)"
        strokeWidth="1.3"
        strokeDasharray="2.6 1.735"
        strokeLinecap="round"
      />
      <path d="M10 7.2L12.8 10 10 12.8 7.2 10z" fill="var(--coin-thread)" />
    </svg>
  );
}
