import { Page } from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { Withdrawals } from '../withdrawals/Withdrawals';
import { NeedsYou } from './NeedsYou';
import { PlatformTotals } from './PlatformTotals';

export function AdminHome() {
  usePageTitle('Admin home');
  return (
    <Page title="Piecework at a glance">
      <NeedsYou />
      <PlatformTotals />
      <Withdrawals />
    </Page>
  );
}
