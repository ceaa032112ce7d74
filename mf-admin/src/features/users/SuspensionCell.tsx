import type { User } from '@piecework/contracts';
import { withNodes } from '@piecework/i18n';
import { Stack } from '@piecework/ui';
import { ApiError, call, dialogs } from '@piecework/web-kit';
import { Moment } from '@piecework/web-kit/moment';
import { refresh, useAction } from '@piecework/web-kit/query';
import { showOutcome } from '../dialogs/outcomes';
import { RowButton, SecondaryLine } from '../list/list-elements';
import { SUSPENSION_LABELS } from './suspension-labels';
import { goneText, liftingConfirmation } from './user-confirmations';

type Subject = Pick<User, '_id' | 'userName' | 'userEmail' | 'suspension'>;

interface SuspensionCellProps {
  user: Subject;
  /** Id of the note on the own account, which its owner cannot suspend. */
  describedBy: string | undefined;
  onSuspend(): void;
}

/** P-1.27. */
export function SuspensionCell({ user, describedBy, onSuspend }: SuspensionCellProps) {
  const { suspension, userName } = user;
  if (!suspension)
    return (
      <RowButton
        variant="secondary"
        label="Suspend"
        about={userName}
        disabled={describedBy !== undefined}
        aria-describedby={describedBy}
        onClick={onSuspend}
      />
    );
  return (
    <Stack gap={1}>
      <Lift user={user} />
      <SecondaryLine>{SUSPENSION_LABELS[suspension.reasonCode] ?? suspension.reasonCode}</SecondaryLine>
      <SecondaryLine>
        {suspension.until ? withNodes('until {when}', { when: <Moment at={suspension.until} /> }) : 'without an end'}
      </SecondaryLine>
    </Stack>
  );
}

function Lift({ user }: { user: Subject }) {
  const { _id: id, userName } = user;
  const { run, isRunning } = useAction(async () => {
    try {
      const { deletedCount } = await call('DELETE /users/{id}/suspension', { params: { id } });
      await showOutcome(
        deletedCount,
        { title: 'Nothing to lift', text: `${userName} is no longer suspended.` },
        { title: 'Lifted', text: `Everything works again for ${userName}.` },
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      await dialogs.failure({ title: 'Already deleted', text: goneText(user) });
    } finally {
      refresh('GET /users', 'GET /suspensions', 'GET /admin/people/{id}');
    }
  });
  const ask = async () => {
    if (await dialogs.confirm(liftingConfirmation(user))) await run();
  };
  return (
    <RowButton
      variant="secondary"
      label="Lift"
      about={`the suspension of ${userName}`}
      busy={isRunning}
      onClick={() => void ask()}
    />
  );
}
