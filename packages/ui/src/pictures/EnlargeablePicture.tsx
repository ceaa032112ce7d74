import { t } from '@piecework/i18n';
import { type ComponentProps, useState } from 'react';
import { styled } from 'styled-components';
import { Picture } from '../brand/Picture';
import { Icon } from '../icons/Icon';
import { plainButton } from '../mixins';
import { color, radius, space } from '../tokens';
import { usePictureViewer } from './usePictureViewer';

interface EnlargeablePictureProps extends Omit<ComponentProps<typeof Picture>, 'onBroken'> {
  /** Address of the uncropped picture. */
  whole: string;
  /** What the picture shows; the text stands beside it. */
  title: string;
}

/** A picture that opens in full; the quilt block of a missing one does not. */
export function EnlargeablePicture({ whole, title, className, ...picture }: EnlargeablePictureProps) {
  const [broken, setBroken] = useState<string>();
  const { view, viewer } = usePictureViewer([{ whole, label: t('Picture of {title}', { title }) }]);
  const { src } = picture;
  const shown = <Picture {...picture} onBroken={setBroken} />;
  // The same element in both cases, so that the picture is not loaded again.
  return (
    <Frame className={className}>
      {shown}
      {src && src !== broken && (
        <Cover type="button" aria-label={t('Enlarge the picture of {title}', { title })} onClick={() => view(0)}>
          <Badge>
            <Icon name="enlarge" />
          </Badge>
        </Cover>
      )}
      {/* A quilt block in its place could pass for what the picture shows. */}
      {picture.isWhole && src && src === broken && <Missing>{t('The picture couldn’t be loaded')}</Missing>}
      {viewer}
    </Frame>
  );
}

const Frame = styled.div`
  position: relative;
  overflow: hidden;
  border-radius: ${radius.control};
  container-type: inline-size;
`;

const Cover = styled.button`
  ${plainButton}
  position: absolute;
  inset: 0;
  width: 100%;
  border-radius: inherit;
  cursor: zoom-in;

  &:focus-visible { outline-offset: -2px; }
`;

const Missing = styled.p`
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
  margin: 0;
  padding: ${space(3)};
  background: ${color.sunk};
  text-align: center;
`;

const Badge = styled.span`
  position: absolute;
  inset: auto ${space(2)} ${space(2)} auto;
  display: grid;
  width: 32px;
  height: 32px;
  place-items: center;
  border: 1px solid ${color.line};
  border-radius: ${radius.control};
  background: ${color.surface};
  color: ${color.ink};

  @container (max-width: 120px) { display: none; }
`;
