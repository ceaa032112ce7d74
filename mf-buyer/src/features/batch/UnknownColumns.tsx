import type { Batch } from '@piecework/contracts';
import { Notice } from '@piecework/ui';
import { useWatch } from '@piecework/web-kit/forms';
import { namedColumns, unknownColumns } from './faults';
import type { BatchForm } from './useBatchForm';

/** A warning before publishing refuses it. */
export const UnknownColumns = ({ batch, form }: { batch: Batch; form: BatchForm }) => {
  const detail = useWatch({ control: form.control, name: 'taskDetail' });
  const unknown = batch.file ? unknownColumns(detail, batch.form, batch) : [];
  if (unknown.length === 0) return null;
  return (
    <Notice tone="warn">
      {`Your texts name ${namedColumns(unknown)}, but your file has no such column. Correct the name in the task detail or the form, or upload a file that has it.`}
    </Notice>
  );
};
