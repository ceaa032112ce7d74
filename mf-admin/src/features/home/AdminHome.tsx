import { Page } from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { PayoutRates } from '../withdrawals/PayoutRates';
import { Withdrawals } from '../withdrawals/Withdrawals';
import { DollarFlow } from './DollarFlow';
import { NeedsYou } from './NeedsYou';
import { PlatformTotals } from './PlatformTotals';

export function AdminHome() {
  usePageTitle('Admin home');
  return (
    <Page title="Piecework at a glance">
      <NeedsYou />
      <PlatformTotals />
      <DollarFlow />
      <Withdrawals />
      <PayoutRates />
    </Page>
  );
}
