import { formatDay } from '@piecework/contracts/constants';
import { styled } from 'styled-components';
import { SecondaryLine } from './list-elements';

const NoWrapTime = styled.time`
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
`;

/** UTC, like every date in the product. */
export function Timestamp({ iso }: { iso: string }) {
  return (
    <NoWrapTime dateTime={iso}>
      <span>{formatDay(Date.parse(iso))}</span>
      <SecondaryLine as="span">{`${iso.slice(11, 16)} UTC`}</SecondaryLine>
    </NoWrapTime>
  );
}
