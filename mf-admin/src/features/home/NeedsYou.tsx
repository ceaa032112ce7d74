import { formatCoins } from '@piecework/ui';
import { color, motion, radius, space, text } from '@piecework/ui/styles';
import { useApiList, useApiQuery } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { paths } from '../../paths';
import { REFRESH_MS } from '../refresh-interval';

/** The withdrawal requests are further down on the same page. */
const toRequests = () => document.getElementById('withdrawals')?.scrollIntoView();

/** Counts of pending work, each a link to its list. The height is fixed, so that nothing moves when the counts arrive. */
export function NeedsYou() {
  const totals = useApiQuery('GET /totals', undefined, { refetchInterval: REFRESH_MS }).data?.admin;
  const toCredit = useApiList(
    'GET /payments',
    { query: { state: 'recorded', limit: 1 } },
    { refetchInterval: REFRESH_MS },
  );
  const grants = useApiList('GET /admin/grants', { query: { limit: 1 } }, { refetchInterval: REFRESH_MS });
  const suspensions = useApiList(
    'GET /suspensions',
    { query: { appeal: 'open', limit: 1 } },
    { refetchInterval: REFRESH_MS },
  );
  const reports = useApiList('GET /reports', { query: { limit: 1 } }, { refetchInterval: REFRESH_MS });
  const parked = useApiList('GET /admin/parked', undefined, { refetchInterval: REFRESH_MS });
  const items = [
    { label: 'Withdrawals', count: totals?.pendingWithdrawals, to: paths.home, onClick: toRequests },
    { label: 'Payments to credit', count: toCredit.data?.total, to: paths.paymentsToCredit },
    { label: 'Payouts due', count: totals && (totals.duePayouts ?? 0), to: paths.payoutsDue, onClick: toRequests },
    { label: 'Tasks to review', count: totals && (totals.tasksInReview ?? 0), to: paths.tasksInReview },
    { label: 'Appeals', count: totals && (totals.openAppeals ?? 0), to: paths.appeals },
    { label: 'Suspension appeals', count: suspensions.data?.total, to: paths.suspensionAppeals },
    { label: 'Reports', count: reports.data?.total, to: paths.reports },
    { label: 'Starting coins', count: grants.data?.total, to: paths.grants },
    { label: 'Adjustments', count: totals && (totals.waitingAdjustments ?? 0), to: paths.adjustmentsToDecide },
    { label: 'Parked events', count: parked.data?.total, to: paths.parked },
  ];
  return (
    <Strip aria-labelledby="needs-you">
      <h2 id="needs-you">Needs you</h2>
      <ul>
        {items.map(({ label, count, to, onClick }) => (
          <li key={label}>
            <Item to={to} onClick={onClick} data-waits={Boolean(count) || undefined}>
              <span>{label}</span> <Count>{count === undefined ? '–' : formatCoins(count)}</Count>
            </Item>
          </li>
        ))}
      </ul>
    </Strip>
  );
}

const Strip = styled.section`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)} ${space(5)};
  align-items: center;

  h2 { margin: 0; font-size: ${text.h3}; }
  ul { display: flex; flex-wrap: wrap; gap: ${space(2)}; min-width: 0; margin: 0; padding: 0; list-style: none; }
  /* The number of lines does not depend on the counts. */
  @media (max-width: 1023.98px) {
    ul { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, max(8rem, 30%)), 1fr)); width: 100%; }
  }
`;

const Count = styled.strong`
  min-width: 1.5ch;
  font-variant-numeric: tabular-nums;
  text-align: end;
`;

const Item = styled(Link)`
  display: flex;
  gap: ${space(2)};
  align-items: center;
  justify-content: space-between;
  min-height: 44px;
  padding: 0 ${space(3)};
  border: 1px solid ${color.line};
  border-radius: ${radius.control};
  color: ${color.soft};
  text-decoration: none;
  transition: border-color ${motion.fast};

  &:hover { border-color: ${color.edge}; }
  &[data-waits] {
    border-color: ${color.marigold};
    background: ${color.marigoldBg};
    color: ${color.ink};
  }
`;
