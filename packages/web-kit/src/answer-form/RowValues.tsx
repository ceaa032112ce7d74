import type { Page } from '@piecework/contracts';
import { EnlargeablePicture, Fact, LinkedText } from '@piecework/ui';
import { media, quietText, radius, space } from '@piecework/ui/styles';
import { pictureSources } from '@piecework/web-kit';
import { styled } from 'styled-components';
import { rowName } from './row-title';

interface RowValuesProps {
  page: Pick<Page, 'columns' | 'rows'>;
  /** Index of the row in its page. */
  at: number;
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

const SIZES = '(min-width: 640px) 50vw, 100vw';

const picturesOf = (props: RowValuesProps) => valuesOf(props).filter(({ kind }) => kind === 'picture');

/** @param priority they are shown first, or were loaded ahead */
export const RowPictures = ({ priority = false, ...props }: RowValuesProps & { priority?: boolean }) => {
  const name = rowName(props.page, props.at);
  return picturesOf(props).map(({ name: column, label, value }) => (
    <RowPicture
      key={column}
      seed={value}
      {...pictureSources(value, 1280)}
      sizes={SIZES}
      ratio={4 / 3}
      title={name ? `${name}: ${label}` : label}
      priority={priority}
      isWhole
    />
  ));
};

/** Loads the pictures of a page that is shown soon. */
export const preloadPictures = (page: Page): void => {
  for (const at of page.rows.keys())
    for (const { value } of picturesOf({ page, at })) {
      const { src, srcSet } = pictureSources(value, 1280);
      const picture = new Image();
      if (srcSet) Object.assign(picture, { sizes: SIZES, srcset: srcSet });
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
