import type { Batch } from '@piecework/contracts';
import type { ColumnKind } from '@piecework/contracts/constants';
import { EnlargeablePicture } from '@piecework/ui';
import { clampedTo, color, sheet, space, text } from '@piecework/ui/styles';
import { pictureSources } from '@piecework/web-kit';
import { styled } from 'styled-components';

/** The first rows. A wide file scrolls inside its frame. */
export const RowSample = ({ file: { columns, sample, rows } }: { file: NonNullable<Batch['file']> }) => {
  const title = sample.length < rows ? `The first ${sample.length} of ${rows.toLocaleString('en')} rows` : 'Your rows';
  return (
    <Frame role="region" aria-label={title} tabIndex={0}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {columns.map(({ name, label }) => (
              <th key={name} scope="col" translate="no">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody translate="no">
          {sample.map((values, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of the file is fixed
            <tr key={at}>
              {columns.map(({ name, kind }) => (
                <td key={name}>
                  <Value kind={kind} value={values[name] ?? ''} title={`row ${at + 1}`} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Frame>
  );
};

interface ValueProps {
  kind: ColumnKind;
  value: string;
  title: string;
  isLarge?: boolean;
}

export const Value = ({ kind, value, title, isLarge = false }: ValueProps) => {
  if (kind === 'picture' && value)
    return (
      <Thumb
        {...pictureSources(value, isLarge ? 640 : 160)}
        sizes={isLarge ? '320px' : '72px'}
        seed={value}
        title={title}
        ratio={1}
        $width={isLarge ? '20rem' : '72px'}
      />
    );
  if (kind === 'link' && value.startsWith('https://'))
    return (
      <a href={value} target="_blank" rel="noopener noreferrer">
        {value}
      </a>
    );
  return <Text>{value}</Text>;
};

const Frame = styled.div`
  ${sheet}
  max-width: 100%;
  overflow-x: auto;

  table { width: 100%; border-collapse: collapse; }
  caption { padding: ${space(3)} ${space(4)}; text-align: start; font-weight: 600; white-space: nowrap; }
  th, td { min-width: 7.5rem; padding: ${space(2)} ${space(4)}; border-top: 1px solid ${color.line}; text-align: start; vertical-align: top; }
  th { background: ${color.sunk}; color: ${color.soft}; font-size: ${text.small}; font-weight: 600; white-space: nowrap; }
  td { overflow-wrap: anywhere; }
`;
const Thumb = styled(EnlargeablePicture)<{ $width: string }>`
  width: ${({ $width }) => $width};
  max-width: 100%;
`;
const Text = styled.span`
  ${clampedTo(4)}
  max-width: 22rem;
`;
