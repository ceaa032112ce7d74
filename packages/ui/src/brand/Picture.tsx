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
  /** Shown whole in its box instead of cropped to it. */
  isWhole?: boolean | undefined;
  className?: string;
  onBroken?(src: string): void;
}

const Frame = styled.div<{ $ratio: number | string; $isWhole: boolean }>`
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
    object-fit: ${({ $isWhole }) => ($isWhole ? 'contain' : 'cover')};
  }
`;

/** Decorative: the title stands beside it. */
export function Picture(props: PictureProps) {
  const { src, srcSet, seed, ratio = 3 / 2, sizes, priority, isWhole = false, className, onBroken } = props;
  const [broken, setBroken] = useState<string>();
  return (
    <Frame $ratio={ratio} $isWhole={isWhole} className={className}>
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
