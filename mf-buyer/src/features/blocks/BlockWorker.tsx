import type { OperationRequest } from '@piecework/contracts';
import { Button } from '@piecework/ui';
import { call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { refresh, useAction } from '@piecework/web-kit/query';
import { useNavigate } from '@piecework/web-kit/router';
import { useState } from 'react';
import { paths } from '../paths';
import { confirmBlock, unblock } from './blocking';

interface BlockWorkerProps {
  name: string;
  /** Where the buyer has met the worker. */
  by: OperationRequest<'createBlock'>['body'];
}

/** Keeps a worker out of the buyer's tasks (P-4.34). Right after it the same button takes that back. */
export const BlockWorker = ({ name, by }: BlockWorkerProps) => {
  const [blockId, setBlockId] = useState<string>();
  const navigate = useNavigate();
  const { run, isRunning } = useAction(async () => {
    if (blockId !== undefined) {
      await unblock(blockId);
      return setBlockId(undefined);
    }
    if (!(await confirmBlock(name))) return;
    const { insertedId } = await call('POST /blocks', { body: by });
    refresh('GET /blocks');
    setBlockId(insertedId);
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
