import { useState } from 'react';
import { styled } from 'styled-components';
import { color } from '../tokens';
import { Quilt } from './PatchBlock';

interface PictureProps {
  src?: string | null | undefined;
  srcSet?: string | undefined;
  /** Seed of the quilt block that stands in for a missing picture. */
  seed: string;
  /** Width / height, reserved before the picture loads. */
  ratio?: number | string;
  sizes?: string;
  priority?: boolean;
  className?: string;
  onBroken?(src: string): void;
}

const Frame = styled.div<{ $ratio: number | string }>`
  position: relative;
  overflow: hidden;
  aspect-ratio: ${({ $ratio }) => $ratio};
  background: ${color.sunk};

  > * {
    position: absolute;
    inset: 0;
    display: block;
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;

/** Decorative: the title stands beside it. */
export function Picture({ src, srcSet, seed, ratio = 3 / 2, sizes, priority, className, onBroken }: PictureProps) {
  const [broken, setBroken] = useState<string>();
  return (
    <Frame $ratio={ratio} className={className}>
      {src && src !== broken ? (
        <img
          src={src}
          srcSet={srcSet}
          sizes={srcSet && sizes}
          alt=""
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : 'auto'}
          decoding="async"
          onError={() => {
            setBroken(src);
            onBroken?.(src);
          }}
        />
      ) : (
        <Quilt seed={seed} />
      )}
    </Frame>
  );
}
