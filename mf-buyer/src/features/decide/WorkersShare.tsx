import type { DecidedShare } from '@piecework/contracts';
import { Coins, formatCoins } from '@piecework/ui';
import { color, plainList, quietText, space } from '@piecework/ui/styles';
import { styled } from 'styled-components';
import { answersText } from './estimate-texts';

/** Who is concerned, those with most coins first. */
export const WorkersShare = ({ share: { people, workers }, label }: { share: DecidedShare; label: string }) => (
  <>
    <List aria-label={label}>
      {workers.map(({ workerId, workerName, answers, coins }) => (
        <li key={workerId}>
          <strong translate="no">{workerName}</strong>
          <small>{answersText(answers)}</small>
          <Coins amount={coins} />
        </li>
      ))}
    </List>
    {people > workers.length && <Quiet>{`and ${formatCoins(people - workers.length)} more`}</Quiet>}
  </>
);

const List = styled.ul`
  ${plainList}
  max-height: 14rem;
  overflow-y: auto;

  > li {
    display: flex;
    gap: ${space(3)};
    align-items: baseline;
    padding-block: ${space(2)};
    border-bottom: 1px dashed ${color.line};
  }
  strong {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  small {
    ${quietText}
  }
`;
const Quiet = styled.p`
  ${quietText}
  margin: 0;
`;
