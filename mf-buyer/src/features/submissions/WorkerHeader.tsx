import type { Submission } from '@piecework/contracts';
import { workRecord } from '@piecework/contracts/constants';
import { Avatar, Coins, type Elements, Email, formatCoins, Row } from '@piecework/ui';
import { font, quietText, text } from '@piecework/ui/styles';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { paths } from '../paths';

interface WorkerHeaderProps {
  submission: Submission;
  photo: string | undefined;
  /** Under the pay and the date. */
  children?: Elements;
}

export const WorkerHeader = ({ submission, photo, children }: WorkerHeaderProps) => {
  const { workerName, workerEmail, workerStats, submissionDate, payableAmount, page, threadId } = submission;
  return (
    <Row>
      <Avatar name={workerName} src={photo} size={48} />
      <Person>
        <strong translate="no">{workerName}</strong>
        <Email address={workerEmail} />
        {workerStats && <span>{workRecord(workerStats)}</span>}
        {threadId && <Link to={paths.messages(threadId)}>{`Message ${workerName}`}</Link>}
      </Person>
      <Pay>
        <Coins amount={payableAmount} size="lead" />
        <span>{submissionDate}</span>
        {page !== undefined && <span>{`Page ${formatCoins(page)}`}</span>}
        {children}
      </Pay>
    </Row>
  );
};

const Person = styled.div`
  display: grid;
  min-width: 0;

  strong {
    font-family: ${font.head};
    font-size: ${text.h3};
    line-height: 1.2;
    overflow-wrap: anywhere;
  }
  a,
  > span {
    ${quietText}
  }
`;
const Pay = styled.div`
  display: grid;
  justify-items: end;
  min-width: 0;
  margin-inline-start: auto;
  text-align: end;

  > span {
    ${quietText}
  }
`;
