import type { Submission } from '@piecework/contracts';
import { REVISION_HOURS } from '@piecework/contracts/constants';
import { maxUnits, noteRule } from '@piecework/contracts/field-rules';
import { Button, Modal, Notice, Stack, TextArea } from '@piecework/ui';
import { ApiError, call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { refresh } from '@piecework/web-kit/query';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

interface SendBackDialogProps {
  submission: Submission;
  onSent(): void;
  onClose(): void;
}

/** Asks the worker for a new version, once. It is sent at once: the note is the confirmation. */
export function SendBackDialog({ submission: { _id, workerName }, onSent, onClose }: SendBackDialogProps) {
  const [note, setNote] = useState('');
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);
  // Two presses can come before the next render.
  const isBusy = useRef(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const formId = useId();
  // After showModal, which focuses the button to close.
  useEffect(() => field.current?.focus(), []);

  const send = async () => {
    const noteFault = noteRule.faultOf(note);
    if (noteFault !== null) return setFault(noteFault);
    if (isBusy.current) return;
    isBusy.current = true;
    setSending(true);
    setFault(undefined);
    setFailure(undefined);
    try {
      await call('POST /submissions/{id}/revision', { params: { id: _id }, body: { note: note.trim() } });
      dialogs.toast({ icon: 'success', title: `Sent back to ${workerName}`, ms: MESSAGE_MS.short });
      onSent();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.fields.note);
      setFailure(error.fields.note ? undefined : error.message);
    } finally {
      isBusy.current = false;
      setSending(false);
      refresh('GET /submissions', 'GET /totals');
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key === 'Enter' && (ctrlKey || metaKey)) void send();
  };

  return (
    <Modal
      title={`Send back to ${workerName}`}
      open
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={isSending}>
            Send back
          </Button>
        </>
      }
    >
      <Stack as="form" id={formId} noValidate onSubmit={onSubmit} onKeyDown={onKeyDown}>
        <TextArea
          ref={field}
          label="What should change?"
          hint={`The worker gets ${REVISION_HOURS} hours to submit a revision. You can send a submission back only once, and you can still approve it as it is.`}
          rows={4}
          maxLength={maxUnits(noteRule)}
          value={note}
          error={fault}
          onChange={(event) => {
            setNote(event.currentTarget.value);
            setFault(undefined);
          }}
        />
        {failure && <Notice tone="bad">{failure}</Notice>}
      </Stack>
    </Modal>
  );
}
