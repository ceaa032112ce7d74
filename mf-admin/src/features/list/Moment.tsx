import { formatDay } from '@piecework/contracts/constants';
import { styled } from 'styled-components';
import { Aside } from './ListParts';

const Time = styled.time`
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
`;

/** A day and a minute in UTC, the one clock of everybody's dates. */
export function Moment({ iso }: { iso: string }) {
  return (
    <Time dateTime={iso}>
      {formatDay(Date.parse(iso))}
      <Aside as="span">{iso.slice(11, 16)} UTC</Aside>
    </Time>
  );
}
