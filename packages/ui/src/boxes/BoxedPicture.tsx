import { t } from '@piecework/i18n';
import { useState } from 'react';
import { styled } from 'styled-components';
import { plainButton, plainList } from '../mixins';
import { usePictureViewer } from '../pictures/usePictureViewer';
import type { Size } from '../pictures/zoom';
import { color, radius, space, text } from '../tokens';
import { BoxOutline } from './BoxOutline';
import { turned } from './geometry';
import { type Box, type BoxLabel, colorOf, nameOf, spokenBox } from './labels';

interface BoxedPictureProps {
  /** Names the picture. */
  label: string;
  labels: readonly BoxLabel[];
  boxes: readonly Box[];
  picture: { src: string; srcSet?: string | undefined; sizes?: string; whole: string };
}

/** A picture with the boxes of an answer, which opens in full. Its list says the same in words. */
export function BoxedPicture({ label, labels, boxes, picture: { whole, ...sources } }: BoxedPictureProps) {
  const [natural, setNatural] = useState<Size>();
  const [isBroken, setBroken] = useState(false);
  const outlines = (quarters: number) => (
    <>
      {boxes.map((box, at) => (
        <BoxOutline
          // biome-ignore lint/suspicious/noArrayIndexKey: a box has no other name
          key={at}
          aria-hidden
          box={turned(box, quarters)}
          color={colorOf(labels, box.label)}
          number={at + 1}
          name={nameOf(labels, box.label)}
        />
      ))}
    </>
  );
  const { view, viewer } = usePictureViewer([
    { whole, label: t('Picture of {title}', { title: label }), over: outlines },
  ]);
  const used = labels.flatMap(({ value, label: name }) => {
    const count = boxes.filter((box) => box.label === value).length;
    return count > 0 ? [{ value, name, count }] : [];
  });
  return (
    <Figure>
      <Room>
        {isBroken ? (
          <p>{t('The picture couldn’t be loaded')}</p>
        ) : (
          <Opener
            type="button"
            aria-label={t('Enlarge the picture of {title}', { title: label })}
            style={natural && fitted(natural)}
            onClick={() => view(0)}
          >
            <img
              {...sources}
              sizes={sources.srcSet && sources.sizes}
              alt=""
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
                setNatural({ width, height })
              }
              onError={() => setBroken(true)}
            />
            {natural && outlines(0)}
          </Opener>
        )}
      </Room>
      <figcaption>
        {boxes.length === 0 && <span>{t('No boxes')}</span>}
        <Legend aria-hidden>
          {used.map(({ value, name, count }) => (
            <li key={value} style={{ '--box': colorOf(labels, value) } as React.CSSProperties}>
              {t('{name}: {count}', { name, count })}
            </li>
          ))}
        </Legend>
        <Words aria-label={t('Boxes')}>
          {boxes.map((box, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a box has no other name
            <li key={at}>{spokenBox(nameOf(labels, box.label), at, boxes.length, box)}</li>
          ))}
        </Words>
      </figcaption>
      {viewer}
    </Figure>
  );
}

/** As large as the room allows, with the shape of the picture. */
const fitted = ({ width, height }: Size) => ({
  aspectRatio: `${width} / ${height}`,
  width: `min(100%, ${(100 * width) / height}cqh)`,
});

const Figure = styled.figure`
  display: grid;
  gap: ${space(2)};
  min-width: 0;
  margin: 0;
`;

/** Its size is known before the picture loads. */
const Room = styled.div`
  display: grid;
  place-items: center;
  aspect-ratio: 4 / 3;
  overflow: hidden;
  border-radius: ${radius.control};
  background: ${color.sunk};
  container-type: size;
`;

const Opener = styled.button`
  ${plainButton}
  position: relative;
  display: block;
  cursor: zoom-in;

  &:focus-visible { outline: 2px solid ${color.primary}; outline-offset: -2px; }
  > img { display: block; width: 100%; height: 100%; }
`;

const Legend = styled.ul`
  ${plainList}
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(4)};
  font-size: ${text.small};

  > li { padding-inline-start: ${space(2)}; border-inline-start: 10px solid var(--box); }
`;

const Words = styled.ol`
  position: absolute;
  width: 1px;
  height: 1px;
  margin: -1px;
  overflow: hidden;
  clip-path: inset(50%);
`;
