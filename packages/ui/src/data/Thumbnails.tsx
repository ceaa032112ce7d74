import { t } from '@piecework/i18n';
import { styled } from 'styled-components';
import { Picture } from '../brand/Picture';
import { color, radius, space } from '../tokens';

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  margin: 0;
  padding: 0;
  list-style: none;

  a {
    display: block;
    width: 96px;
    overflow: hidden;
    border: 1px solid ${color.edge};
    border-radius: ${radius.control};
  }
`;

interface ThumbnailsProps {
  label: string;
  /** Addresses of the small and of the whole picture. */
  pictures: readonly { small: string; whole: string }[];
}

/** Each opens its whole picture in a new tab. */
export const Thumbnails = ({ label, pictures }: ThumbnailsProps) => (
  <List aria-label={label}>
    {pictures.map(({ small, whole }, at) => (
      <li key={whole}>
        <a href={whole} target="_blank" rel="noopener noreferrer nofollow ugc">
          <Picture
            src={small}
            seed={whole}
            alt={t('Picture {number} of {count}', { number: at + 1, count: pictures.length })}
            ratio={1}
          />
        </a>
      </li>
    ))}
  </List>
);
