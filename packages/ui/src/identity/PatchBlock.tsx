import type { SVGProps } from 'react';
import { patchFor } from './patches';

export interface PatchBlockProps extends Omit<SVGProps<SVGSVGElement>, 'ref'> {
  /** An id or a name: the same one is always the same block. */
  seed: string;
  /** Say what it stands for where nothing beside it does. */
  label?: string;
}

/** The quilt block that stands in for a picture. It fills what it is put into. */
export function PatchBlock({ seed, label, ...rest }: PatchBlockProps) {
  const { first, second, paths, turn } = patchFor(seed);
  return (
    <svg
      viewBox="0 0 12 12"
      width="100%"
      height="100%"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={label}
      aria-hidden={!label}
      {...rest}
    >
      <path d="M0 0h12v12H0z" fill={first[1]} />
      <g transform={`rotate(${90 * turn} 6 6)`}>
        <path d={paths[0]} fill={first[0]} />
        <path d={paths[1]} fill={second[0]} />
      </g>
      <path
        d="M.7.7h10.6v10.6H.7z"
        fill="none"
        stroke={first[1]}
        strokeWidth=".2"
        strokeDasharray=".7 .6"
        strokeLinecap="round"
      />
    </svg>
  );
}
