import { Empty } from '@piecework/ui';
import { BlocksPage } from '@piecework/web-kit/blocks';
import { LinkButton } from '@piecework/web-kit/link-button';
import { paths } from '../paths';

export default function BlockedWorkers() {
  return (
    <BlocksPage
      words={{
        title: 'Blocked workers',
        caption: 'Workers you block, newest first',
        name: 'Worker',
        task: 'Met in',
        since: 'Blocked',
        actions: 'Actions',
        end: 'Unblock',
        endOf: ({ name }) => `Unblock ${name}`,
      }}
      lead="They don’t see your tasks in their lists and can’t take places in them. They aren’t notified."
      empty={
        <Empty
          title="No blocked workers"
          text="If a worker’s submissions don’t help you, block them in the results of a task."
          action={<LinkButton to={paths.tasks} label="My Task's" />}
        />
      }
    />
  );
}
