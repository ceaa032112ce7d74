import { Button, type Elements, Modal, Stack } from '@piecework/ui';
import { CsvField } from './CsvField';
import { UploadProgress } from './UploadProgress';
import type { useCsvUpload } from './useCsvUpload';

interface CsvDialogProps {
  title: string;
  intro?: string;
  /** About the file. */
  hint: string;
  csv: ReturnType<typeof useCsvUpload<unknown>>;
  /** Behind a failure: what stays as it was. */
  kept: string;
  /** Of the button that confirms what the checked file does. */
  action: string;
  canAct: boolean;
  isActing: boolean;
  onAct(): void;
  onClose(): void;
  /** What the checked file does. */
  children?: Elements;
}

/** A CSV file takes effect once it is checked and confirmed. */
export const CsvDialog = (props: CsvDialogProps) => {
  const { title, intro, hint, csv, kept, action, canAct, isActing, onAct, onClose, children } = props;
  const { upload, send, cancel } = csv;
  return (
    <Modal
      title={title}
      open
      wide={upload.kind === 'faulty'}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" icon="check" disabled={!canAct} busy={isActing} onClick={onAct}>
            {action}
          </Button>
        </>
      }
    >
      <Stack>
        {intro && <p>{intro}</p>}
        <CsvField
          hint={hint}
          current={upload.kind === 'idle' ? undefined : upload.name}
          disabled={upload.kind === 'sending' || isActing}
          onChoose={send}
        />
        <UploadProgress upload={upload} kept={kept} onCancel={cancel} onRetry={send} />
        {children}
      </Stack>
    </Modal>
  );
};
