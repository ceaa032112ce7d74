import { Skeleton } from '@piecework/ui';

/** In a page that is not there yet: the shell keeps the prerendered first view until no such mark is left (docs/adr/0049). */
export const Pending = () => <span data-pending hidden />;

export const PendingPage = () => (
  <>
    <Pending />
    <Skeleton shape="card" count={3} />
  </>
);
