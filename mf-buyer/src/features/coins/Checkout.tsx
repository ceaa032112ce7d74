import { COIN_PACKAGES } from '@piecework/contracts/constants';
import { Empty, Page, Skeleton } from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { LinkButton } from '@piecework/web-kit/link-button';
import { useConfig } from '@piecework/web-kit/query';
import { useLocation, useParams } from '@piecework/web-kit/router';
import { paths } from '../paths';
import { CheckoutForm } from './CheckoutForm';

export default function Checkout() {
  usePageTitle('Checkout');
  const { id } = useParams();
  // The task that waits for the coins.
  const { state } = useLocation();
  const config = useConfig();
  const coinPackage = (config?.packages ?? COIN_PACKAGES).find(({ price }) => String(price) === id);
  if (!coinPackage)
    return (
      <Page title="Checkout">
        <Empty
          title="This package doesn’t exist"
          text="We don’t sell coins at this price. Nothing was charged."
          action={<LinkButton variant="primary" to={paths.purchaseCoin} label="View packages" />}
        />
      </Page>
    );
  return (
    <Page
      title="Checkout"
      actions={
        <LinkButton variant="quiet" icon="previous" to={paths.purchaseCoin} state={state} label="Other packages" />
      }
    >
      {config ? (
        <CheckoutForm key={id} coinPackage={coinPackage} config={config} />
      ) : (
        <Skeleton shape="card" count={2} />
      )}
    </Page>
  );
}
