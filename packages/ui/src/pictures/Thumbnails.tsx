import { t } from '@piecework/i18n';
import { styled } from 'styled-components';
import { Picture } from '../brand/Picture';
import { plainList } from '../mixins';
import { color, radius, space } from '../tokens';
import { usePictureViewer } from './usePictureViewer';

const List = styled.ul`
  ${plainList}
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;

const Opener = styled.button`
  display: block;
  width: 96px;
  padding: 0;
  overflow: hidden;
  border: 1px solid ${color.edge};
  border-radius: ${radius.control};
  background: none;
  cursor: zoom-in;
`;

interface ThumbnailsProps {
  label: string;
  /** Addresses of the small and of the whole picture. */
  pictures: readonly { src: string; whole: string }[];
}

/** Each opens its whole picture, from which the others are reached. */
export function Thumbnails({ label, pictures }: ThumbnailsProps) {
  const count = pictures.length;
  const { view, viewer } = usePictureViewer(
    pictures.map(({ whole }, at) => ({ whole, label: t('Picture {number} of {count}', { number: at + 1, count }) })),
  );
  return (
    <>
      <List aria-label={label}>
        {pictures.map(({ src, whole }, at) => (
          <li key={whole}>
            <Opener
              type="button"
              aria-label={t('Enlarge picture {number} of {count}', { number: at + 1, count })}
              onClick={() => view(at)}
            >
              <Picture src={src} seed={whole} ratio={1} />
            </Opener>
          </li>
        ))}
      </List>
      {viewer}
    </>
  );
}
