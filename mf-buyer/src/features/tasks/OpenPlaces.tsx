import type { Task } from '@piecework/contracts';
import { formatCoins } from '@piecework/ui';
import { ShareBar } from '@piecework/ui/charts';
import { color } from '@piecework/ui/styles';
import { styled } from 'styled-components';

/** Places of the task, including those that its end has refunded. */
const sharesOf = ({ requiredWorkers: open, reservedPlaces = 0, sparedPlaces = 0, closed, ...task }: Task) => {
  const posted = Math.round(task.totalPayableAmount / task.payableAmount);
  const refunded = closed ? Math.round(closed.refunded / task.payableAmount) : 0;
  const free = closed ? 0 : open;
  const taken = Math.max(0, posted - free - reservedPlaces - sparedPlaces - refunded);
  return [
    { name: 'taken', value: taken, ink: color.sage },
    { name: 'held', value: reservedPlaces, ink: color.marigold },
    { name: 'open', value: free },
    { name: 'not needed', value: sparedPlaces, ink: color.line },
    { name: 'refunded', value: refunded, ink: color.line },
  ];
};

/** The number of open places, and how all places are used. */
export const OpenPlaces = ({ task }: { task: Task }) => {
  const shares = sharesOf(task);
  const words = shares
    .filter(({ value }) => value > 0)
    .map(({ name, value }) => `${formatCoins(value)} ${name}`)
    .join(', ');
  return (
    <Frame>
      <span>{formatCoins(task.requiredWorkers)}</span>
      <ShareBar shares={shares}>{`Places: ${words}`}</ShareBar>
    </Frame>
  );
};

const Frame = styled.div`
  display: inline-grid;
  gap: 4px;
  justify-items: end;
`;
