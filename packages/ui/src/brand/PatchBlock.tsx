import type { SVGProps } from 'react';
import { patchFor } from './patch-patterns';

interface PatchBlockProps extends Omit<SVGProps<SVGSVGElement>, 'ref'> {
  /** The same seed always draws the same block. */
  seed: string;
}

/** Placeholder of a missing picture; fills its container. */
export function PatchBlock({ seed, ...rest }: PatchBlockProps) {
  const { first, second, paths, turn } = patchFor(seed);
  return (
    <svg viewBox="0 0 12 12" width="100%" height="100%" preserveAspectRatio="xMidYMid slice" aria-hidden {...rest}>
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

const SIX = [0, 1, 2, 3, 4, 5];

/** Six turned copies of a block, for large pictures; crops to any ratio. */
export function Quilt({ seed }: { seed: string }) {
  const { first, second, paths, turn } = patchFor(seed);
  return (
    <svg viewBox="0 0 36 24" width="100%" height="100%" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <path d="M0 0h36v24H0z" fill={first[1]} />
      {SIX.map((at) => {
        const [x, y] = [12 * (at % 3), at < 3 ? 0 : 12];
        const even = (at + (at < 3 ? 0 : 1)) % 2 === 0;
        return (
          <g key={at} transform={`translate(${x} ${y}) rotate(${90 * (turn + (even ? 0 : 1))} 6 6)`}>
            <path d={paths[0]} fill={even ? first[0] : second[0]} />
            <path d={paths[1]} fill={even ? second[0] : first[0]} />
          </g>
        );
      })}
      <path
        d="M.5 11.5h35M.5 12.5h35M11.5 .5v23M12.5 .5v23M23.5 .5v23M24.5 .5v23"
        fill="none"
        stroke={first[1]}
        strokeWidth=".15"
        strokeDasharray=".6 .5"
        strokeLinecap="round"
      />
    </svg>
  );
}
