import { useState } from 'react';
import { styled } from 'styled-components';
import { color, radius } from '../tokens';
import { PatchBlock } from './PatchBlock';

interface AvatarProps {
  name: string;
  src?: string | null | undefined;
  size?: number;
}

const Disc = styled.span<{ $size: number }>`
  display: inline-block;
  flex: none;
  width: ${({ $size }) => $size}px;
  height: ${({ $size }) => $size}px;
  overflow: hidden;
  border-radius: ${radius.full};
  background: ${color.sunk};
  vertical-align: middle;

  > * {
    display: block;
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;

/** Decorative: the name stands beside it. */
export function Avatar({ name, src, size = 40 }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  return (
    <Disc $size={size}>
      {src && src !== broken ? (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(src)}
        />
      ) : (
        <PatchBlock seed={name} />
      )}
    </Disc>
  );
}
