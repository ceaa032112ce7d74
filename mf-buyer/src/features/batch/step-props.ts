import type { Batch } from '@piecework/contracts';
import type { Fault } from './faults';
import type { Trial } from './figures';
import type { BatchForm } from './useBatchForm';
import type { Saving } from './useSaving';

export interface StepProps {
  batch: Batch;
  form: BatchForm;
  saving: Saving;
  faults: readonly Fault[];
  onFaults(faults: readonly Fault[]): void;
  /** The batch is being published. */
  isLocked: boolean;
  onSending(isSending: boolean): void;
  onNext(): void;
  onPublished(): void;
  trial: Trial | undefined;
  onTrial(trial: Trial): void;
}
