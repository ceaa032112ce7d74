import type { OperationRequest } from '@piecework/contracts';
import { Button } from '@piecework/ui';
import { dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { addBlock, endBlock } from '@piecework/web-kit/blocks';
import { useAction } from '@piecework/web-kit/query';
import { useNavigate } from '@piecework/web-kit/router';
import { useState } from 'react';
import { paths } from '../paths';

interface BlockWorkerProps {
  name: string;
  /** Where the buyer has met the worker. */
  by: OperationRequest<'createBlock'>['body'];
}

const confirmBlock = (name: string): Promise<boolean> =>
  dialogs.confirm({
    title: `Block ${name}?`,
    text: 'They no longer see your tasks in their lists and can’t take places in them. What they have submitted or hold goes on. They aren’t notified, and you can unblock them at any time.',
    confirmText: 'Block',
  });

/** Keeps a worker out of the buyer's tasks (P-4.34). Right after it the same button takes that back. */
export const BlockWorker = ({ name, by }: BlockWorkerProps) => {
  const [blockId, setBlockId] = useState<string>();
  const navigate = useNavigate();
  const { run, isRunning } = useAction(async () => {
    if (blockId !== undefined) {
      await endBlock(blockId);
      return setBlockId(undefined);
    }
    if (!(await confirmBlock(name))) return;
    setBlockId(await addBlock(by));
    const open = () => void navigate(paths.blockedWorkers);
    const link = { label: 'Blocked workers', href: paths.blockedWorkers, open };
    dialogs.toast({ icon: 'success', title: `${name} is blocked`, ms: MESSAGE_MS.long, link });
  });
  const label = blockId === undefined ? 'Block' : 'Unblock';
  return (
    <Button variant="quiet" size="small" busy={isRunning} aria-label={`${label} ${name}`} onClick={() => void run()}>
      {label}
    </Button>
  );
};
