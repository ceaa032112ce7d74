import { Page } from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { Withdrawals } from '../withdrawals/Withdrawals';
import { PlatformFigures } from './PlatformFigures';

export function AdminHome() {
  usePageTitle('Admin home');
  return (
    <Page title="Piecework at a glance">
      <PlatformFigures />
      <Withdrawals />
    </Page>
  );
}
