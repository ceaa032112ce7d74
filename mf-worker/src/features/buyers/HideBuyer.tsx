import type { Task } from '@piecework/contracts';
import { t } from '@piecework/i18n';
import { Button, FactNote } from '@piecework/ui';
import { dialogs } from '@piecework/web-kit';
import { addBlock, endBlock } from '@piecework/web-kit/blocks';
import { useAction } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { useState } from 'react';
import { HIDDEN_BUYERS } from '../../paths';

/** Keeps the tasks of a buyer out of the worker's lists (P-4.34), or takes that back. */
export const HideBuyer = ({ task }: { task: Pick<Task, '_id' | 'buyerName' | 'buyerBlock'> }) => {
  // The task service learns of a change a moment later, so the own change counts. Null: none.
  const [changed, setChanged] = useState<string | null>();
  const blockId = changed === undefined ? task.buyerBlock : changed;
  const { run, isRunning } = useAction(async () => {
    if (blockId) {
      await endBlock(blockId);
      return setChanged(null);
    }
    const isSure = await dialogs.confirm({
      title: t('Hide this buyer?'),
      text: t(
        'You no longer see the tasks of {name} in your lists. What you’ve submitted goes on. They aren’t notified, and you can show them again at any time.',
        { name: task.buyerName },
      ),
      confirmText: t('Hide'),
    });
    if (!isSure) return;
    setChanged(await addBlock({ taskId: task._id }));
  });
  return (
    <>
      <FactNote role="status">{blockId && <Link to={HIDDEN_BUYERS}>{t('Hidden from your lists')}</Link>}</FactNote>
      <Button variant="quiet" size="small" busy={isRunning} onClick={() => void run()}>
        {blockId ? t('Show this buyer again') : t('Hide this buyer')}
      </Button>
    </>
  );
};
