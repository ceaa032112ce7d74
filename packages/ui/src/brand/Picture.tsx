import { useState } from 'react';
import { styled } from 'styled-components';
import { color } from '../tokens';
import { Quilt } from './PatchBlock';

interface PictureProps {
  src?: string | null | undefined;
  srcSet?: string | undefined;
  /** The id of what is shown: its quilt block when there is no picture. */
  seed: string;
  /** '' where the title stands beside it. */
  alt: string;
  /** width / height; the room is kept before the picture is there. */
  ratio?: number | string;
  sizes?: string;
  /** For the one picture that a visitor sees first. */
  priority?: boolean;
  className?: string;
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

export function Picture({ src, srcSet, seed, alt, ratio = 3 / 2, sizes, priority, className }: PictureProps) {
  const [broken, setBroken] = useState<string>();
  return (
    <Frame $ratio={ratio} className={className}>
      {src && src !== broken ? (
        <img
          src={src}
          srcSet={srcSet}
          sizes={srcSet && sizes}
          alt={alt}
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : 'auto'}
          decoding="async"
          onError={() => setBroken(src)}
        />
      ) : (
        <Quilt seed={seed} {...(alt && { label: alt })} />
      )}
    </Frame>
  );
}
