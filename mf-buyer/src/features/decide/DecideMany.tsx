import type { Task } from '@piecework/contracts';
import { useState } from 'react';
import { ActionMenu } from '../results/ActionMenu';
import { DecideByRule } from './DecideByRule';
import { ReviewedFile } from './ReviewedFile';

interface DecideManyProps {
  taskId: string;
  batch: NonNullable<Task['batch']>;
}

export default function DecideMany({ taskId, batch }: DecideManyProps) {
  const [how, setHow] = useState<'rule' | 'file'>();
  const close = () => setHow(undefined);
  return (
    <>
      <ActionMenu
        label="Decide many"
        icon="check"
        items={[
          { label: 'By rule', onSelect: () => setHow('rule') },
          { label: 'By a reviewed file', onSelect: () => setHow('file') },
        ]}
      />
      {how === 'rule' && <DecideByRule taskId={taskId} batch={batch} onClose={close} />}
      {how === 'file' && <ReviewedFile taskId={taskId} onClose={close} />}
    </>
  );
}
