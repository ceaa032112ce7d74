/** The design tokens (P-15.4) for styled-components. Values live in global.css, so that a theme switch costs no render. */

export const color = {
  ink: 'var(--ink)',
  soft: 'var(--soft)',
  paper: 'var(--paper)',
  surface: 'var(--surface)',
  sunk: 'var(--sunk)',
  line: 'var(--line)',
  edge: 'var(--edge)',
  primary: 'var(--primary)',
  onPrimary: 'var(--on-primary)',
  primarySoft: 'var(--primary-soft)',
  sage: 'var(--sage)',
  sageBg: 'var(--sage-bg)',
  madder: 'var(--madder)',
  madderBg: 'var(--madder-bg)',
  marigold: 'var(--marigold)',
  marigoldBg: 'var(--marigold-bg)',
  plum: 'var(--plum)',
  plumBg: 'var(--plum-bg)',
} as const;

export const space = (steps: number): string => `${steps * 4}px`;

/** Column of the public pages. */
export const pageWidth = '80rem';

export const radius = { control: '6px', card: '12px', full: '999px' } as const;

/** 13 15 17 20 25 34 48 px in rem, to follow the user's text size; the largest shrinks on a phone. */
export const text = {
  small: '0.8125rem',
  body: '0.9375rem',
  lead: '1.0625rem',
  h3: '1.25rem',
  h2: '1.5625rem',
  h1: '2.125rem',
  display: 'clamp(2.125rem, 1.2rem + 4vw, 3rem)',
} as const;
export type TextSize = keyof typeof text;

export const font = { head: 'var(--font-head)', body: 'var(--font-body)' } as const;

export const shadow = { float: 'var(--shadow-float)' } as const;

/** Duration and easing for `transition` and `animation`; global.css disables both under reduced motion. */
export const motion = { fast: '120ms cubic-bezier(0.2, 0, 0, 1)', slow: '240ms cubic-bezier(0.2, 0, 0, 1)' } as const;

/** At-rules to open a block with: `${media.phone} { … }`. */
export const media = {
  phone: '@media (max-width: 639.98px)',
  tablet: '@media (min-width: 640px)',
  tabletOnly: '@media (min-width: 640px) and (max-width: 1023.98px)',
  desk: '@media (min-width: 1024px)',
  wide: '@media (min-width: 1600px)',
  /** High enough for content that sticks to an edge (P-15.9). */
  tall: '@media (min-height: 480px)',
  reducedMotion: '@media (prefers-reduced-motion: reduce)',
} as const;
