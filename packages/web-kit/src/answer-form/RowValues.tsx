import type { FormField, Page } from '@piecework/contracts';
import { drawnColumns } from '@piecework/contracts/forms';
import { EnlargeablePicture, Fact, LinkedText } from '@piecework/ui';
import { media, quietText, radius, space } from '@piecework/ui/styles';
import { pictureSources } from '@piecework/web-kit';
import { styled } from 'styled-components';
import { PICTURE_SIZES } from './picture-sizes';
import { rowName } from './row-title';

interface RowValuesProps {
  page: Pick<Page, 'columns' | 'rows'>;
  /** Index of the row in its page. */
  at: number;
  /** Pictures on which boxes are drawn are shown there. */
  fields?: readonly FormField[];
}

/** What a row gives: its pictures, whole, and its other values. The key is in the title of the row. */
export const RowValues = (props: RowValuesProps) => (
  <Values>
    <RowPictures {...props} />
    <RowTexts {...props} />
  </Values>
);

const valuesOf = ({ page: { columns, rows }, at }: RowValuesProps) =>
  columns.flatMap((column) => {
    const value = rows[at]?.values[column.name];
    return value ? [{ ...column, value }] : [];
  });

const picturesOf = ({ fields = [], ...props }: RowValuesProps) => {
  const drawnOn = drawnColumns(fields);
  return valuesOf(props).filter(({ name, kind }) => kind === 'picture' && !drawnOn.has(name));
};

/** @param priority they are shown first, or were loaded ahead */
export const RowPictures = ({ priority = false, ...props }: RowValuesProps & { priority?: boolean }) => {
  const name = rowName(props.page, props.at);
  return picturesOf(props).map(({ name: column, label, value }) => (
    <RowPicture
      key={column}
      seed={value}
      {...pictureSources(value, 1280)}
      sizes={PICTURE_SIZES}
      ratio={4 / 3}
      title={name ? `${name}: ${label}` : label}
      priority={priority}
      isWhole
    />
  ));
};

/** Loads the pictures of a page that is shown soon. */
export const preloadPictures = (page: RowValuesProps['page']): void => {
  for (const at of page.rows.keys())
    for (const { value } of picturesOf({ page, at })) {
      const { src, srcSet } = pictureSources(value, 1280);
      const picture = new Image();
      if (srcSet) Object.assign(picture, { sizes: PICTURE_SIZES, srcset: srcSet });
      picture.src = src;
    }
};

export const RowTexts = (props: RowValuesProps) => {
  const texts = valuesOf(props).filter(({ kind }) => kind === 'text' || kind === 'link');
  if (texts.length === 0) return null;
  return (
    <List>
      {texts.map(({ name, label, kind, value }) => (
        <Fact key={name} label={label}>
          {kind === 'link' && !value.startsWith('https://') ? value : <LinkedText text={value} />}
        </Fact>
      ))}
    </List>
  );
};

const Values = styled.div`
  display: grid;
  gap: ${space(4)};
  align-content: start;
  min-width: 0;
`;

const RowPicture = styled(EnlargeablePicture)`
  border-radius: ${radius.control};
`;

const List = styled.dl`
  display: grid;
  gap: ${space(3)};
  margin: 0;

  > div { min-width: 0; }
  dt { ${quietText} overflow-wrap: anywhere; }
  dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
  ${media.phone} {
    dd > a:only-child { display: inline-flex; align-items: center; min-height: 44px; }
  }
`;
