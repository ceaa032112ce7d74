import { COIN_PACKAGES } from '@piecework/contracts/constants';
import { Button, Empty, Page, Skeleton } from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { useConfig } from '@piecework/web-kit/query';
import { Link, useLocation, useParams } from '@piecework/web-kit/router';
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
          action={
            <Button as={Link} variant="primary" to={paths.purchaseCoin}>
              View packages
            </Button>
          }
        />
      </Page>
    );
  return (
    <Page
      title="Checkout"
      actions={
        <Button as={Link} variant="quiet" icon="previous" to={paths.purchaseCoin} state={state}>
          Other packages
        </Button>
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
