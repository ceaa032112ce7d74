import type { Integrity } from '@piecework/contracts';
import { LATE_APPEAL_DAYS, LATE_PAYOUT_DAYS } from '@piecework/contracts/constants';
import { Card, Fact, FactNote, Facts, formatDuration, Status } from '@piecework/ui';
import { serverNow } from '@piecework/web-kit';
import { Link } from '@piecework/web-kit/router';
import type { ReactElement } from 'react';
import { paths } from '../../paths';
import { counted } from '../list/list-elements';

const DAY_MS = 86_400_000;

type Late = Pick<Integrity, 'overdue' | 'parked' | 'payouts' | 'appeals'>;

const waited = (since: string): number => serverNow() - Date.parse(since);

interface WaitingProps {
  count: number;
  noun: string;
  oldest: string | undefined;
  lateDays: number;
  link: ReactElement;
}

function Waiting({ count, noun, oldest, lateDays, link }: WaitingProps) {
  if (count === 0 || !oldest) return <span>{`No ${noun}s`}</span>;
  const isLate = waited(oldest) > lateDays * DAY_MS;
  return (
    <>
      {isLate && <Status status="late" />} {link}{' '}
      <FactNote>{`the oldest has waited ${formatDuration(waited(oldest))}`}</FactNote>
    </>
  );
}

export function LateWork({ overdue, parked, payouts, appeals }: Late) {
  return (
    <Card>
      <Facts>
        {payouts && (
          <Fact label="Approved withdrawals to pay">
            <Waiting
              count={payouts.due}
              noun="payout"
              oldest={payouts.oldest}
              lateDays={LATE_PAYOUT_DAYS}
              link={<Link to={paths.payoutsDue}>{counted(payouts.due, 'payout')}</Link>}
            />
          </Fact>
        )}
        {appeals && (
          <Fact label="Appeals to decide">
            <Waiting
              count={appeals.open}
              noun="appeal"
              oldest={appeals.oldest}
              lateDays={LATE_APPEAL_DAYS}
              link={<Link to={paths.appeals}>{counted(appeals.open, 'appeal')}</Link>}
            />
          </Fact>
        )}
        <Fact label="Parked events">{parked.length === 0 ? 'No parked events' : <Parked parked={parked} />}</Fact>
        <Fact label="Missed deadlines">
          {overdue.length === 0
            ? 'No overdue timers'
            : overdue.map(({ service, timer, since }) => (
                <div key={`${service} ${timer}`}>
                  <Status status="late" /> <span translate="no">{timer}</span>{' '}
                  <FactNote>{`in the ${service} service, for ${formatDuration(waited(since))}`}</FactNote>
                </div>
              ))}
        </Fact>
      </Facts>
    </Card>
  );
}

function Parked({ parked }: Pick<Late, 'parked'>) {
  const sum = (of: 'events' | 'waiting') => parked.reduce((total, counts) => total + counts[of], 0);
  return (
    <>
      <Link to={paths.parked}>{counted(sum('events'), 'parked event')}</Link>{' '}
      <FactNote>
        {`in ${parked.map(({ service }) => service).join(', ')}, and ${counted(sum('waiting'), 'event')} behind`}
      </FactNote>
    </>
  );
}
