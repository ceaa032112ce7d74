import type { RowState } from '@piecework/contracts';
import { ROW_STATES } from '@piecework/contracts/constants';
import { formatCoins, Segmented, Stack } from '@piecework/ui';
import { type Share, ShareBar } from '@piecework/ui/charts';
import { color, font, space, text } from '@piecework/ui/styles';
import type { ListParams } from '@piecework/web-kit/list';
import { styled } from 'styled-components';

type RowCounts = Readonly<Record<RowState, number>>;

/** In the order of the bar. */
const STATES = {
  agreed: { label: 'Agreed', ink: color.sage },
  answered: { label: 'Answered', ink: color.marigold },
  disputed: { label: 'Disputed', ink: color.plum },
  open: { label: 'Open', ink: undefined },
} as const satisfies Record<RowState, object>;

const IN_BAR = Object.keys(STATES) as RowState[];

const sumOf = (counts: RowCounts): number => ROW_STATES.reduce((sum, state) => sum + counts[state], 0);

/** How many rows have all their answers. */
export const RowProgress = ({ counts }: { counts: RowCounts }) => {
  const all = sumOf(counts);
  const shown = IN_BAR.filter((state) => counts[state] > 0);
  return (
    <Progress>
      <p>
        <strong>{formatCoins(all - counts.open)}</strong>
        <span>{` of ${formatCoins(all)} rows have all their answers`}</span>
      </p>
      <ShareBar
        shares={shown.map((state): Share => {
          const { ink } = STATES[state];
          return { name: state, value: counts[state], ...(ink && { ink }) };
        })}
      >
        {shown.map((state) => `${formatCoins(counts[state])} ${STATES[state].label.toLowerCase()}`).join(', ')}
      </ShareBar>
    </Progress>
  );
};

/** Filters the rows, those first that need their buyer. */
export const RowStateFilter = ({ counts, params }: { counts: RowCounts; params: ListParams }) => {
  const state = params.oneOf('state', ROW_STATES);
  const shown = ROW_STATES.filter((one) => counts[one] > 0 || one === state);
  const options = shown.map((value) => ({ value, label: `${STATES[value].label} ${formatCoins(counts[value])}` }));
  return (
    <Segmented<RowState | 'all'>
      label="State"
      value={state ?? 'all'}
      options={[{ value: 'all', label: `All ${formatCoins(sumOf(counts))}` }, ...options]}
      onChange={(next) => params.change({ state: next === 'all' ? '' : next, row: '' })}
    />
  );
};

const Progress = styled(Stack).attrs({ gap: 2 })`
  > div {
    width: 100%;
  }
  p {
    margin: 0 0 ${space(1)};
  }
  strong {
    font: 600 ${text.h2} / 1.2 ${font.head};
    font-variant-numeric: tabular-nums;
  }
`;
