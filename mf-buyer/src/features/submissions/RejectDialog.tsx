import { REJECTION_REASONS, type RejectionReason } from '@piecework/contracts/constants';
import { maxUnits, rejectionTextRule } from '@piecework/contracts/field-rules';
import { Button, Icon, Modal, Notice, Stack, TextArea } from '@piecework/ui';
import { color, plainFieldset, quietText, radius, space, text } from '@piecework/ui/styles';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { faultOf, type GivenReason, givenReason, REASON_LABELS, reasonOfKey } from './rejection-reasons';

interface RejectDialogProps {
  /** 'Mia’s submission', or '12 submissions'. */
  whose: string;
  /** The reason of a rejection that the server refused. */
  draft?: Partial<GivenReason> | undefined;
  isSending?: boolean;
  failure?: string | null;
  onReject(reason: GivenReason): void;
  onClose(): void;
}

/** A rejection always has a reason: the number keys of the others reject right away, that of `other` asks for a text. */
export function RejectDialog({ whose, draft, isSending, failure, onReject, onClose }: RejectDialogProps) {
  const [code, setCode] = useState(draft?.reasonCode);
  const [typed, setTyped] = useState(draft?.reasonText ?? '');
  const [isAsked, setAsked] = useState(false);
  const note = useRef<HTMLTextAreaElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const formId = useId();
  // After showModal, which focuses the button to close.
  useEffect(() => first.current?.focus(), []);
  const fault = faultOf(code, typed);

  const reject = (chosen: RejectionReason | undefined) => {
    setCode(chosen);
    if (chosen && !faultOf(chosen, typed)) return onReject(givenReason(chosen, typed));
    setAsked(true);
    if (chosen) note.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, repeat } = event;
    const isTyping = event.target === note.current;
    if (isTyping && key === 'Enter' && (ctrlKey || metaKey)) return reject(code);
    if (isTyping || ctrlKey || metaKey || altKey || repeat) return;
    const chosen = reasonOfKey(key);
    if (!chosen) return;
    event.preventDefault();
    if (chosen !== 'other' || typed.trim()) return reject(chosen);
    setCode(chosen);
    note.current?.focus();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    reject(code);
  };

  return (
    <Modal
      title={`Why are you rejecting ${whose}?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" icon="reject" type="submit" form={formId} busy={isSending ?? false}>
            Reject
          </Button>
        </>
      }
    >
      <Stack as="form" id={formId} noValidate onSubmit={onSubmit} onKeyDown={onKeyDown}>
        <Reasons>
          <legend>Reason</legend>
          {REJECTION_REASONS.map((value, at) => (
            <Reason key={value}>
              <input
                type="radio"
                name="reason"
                value={value}
                checked={code === value}
                ref={(code ?? REJECTION_REASONS[0]) === value ? first : undefined}
                aria-keyshortcuts={String(at + 1)}
                onChange={() => setCode(value)}
              />
              <span>
                <strong>{REASON_LABELS[value][0]}</strong>
                <small>{REASON_LABELS[value][1]}</small>
              </span>
              <kbd translate="no">{at + 1}</kbd>
            </Reason>
          ))}
        </Reasons>
        {isAsked && !code && (
          <Missing role="alert">
            <Icon name="alert" /> <span>{fault}</span>
          </Missing>
        )}
        <TextArea
          ref={note}
          label={code === 'other' ? 'Your reason' : 'Note to the worker (optional)'}
          hint="The worker sees your reason and your note."
          rows={3}
          maxLength={maxUnits(rejectionTextRule)}
          value={typed}
          error={isAsked && code ? fault : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {failure && <Notice tone="bad">{failure}</Notice>}
      </Stack>
    </Modal>
  );
}

const Reasons = styled.fieldset`
  ${plainFieldset}
  display: grid;
  gap: 2px;

  legend {
    margin-bottom: ${space(1)};
    padding: 0;
    font-weight: 600;
  }
`;
const Reason = styled.label`
  display: flex;
  gap: ${space(3)};
  align-items: center;
  min-height: 44px;
  padding: ${space(1)} ${space(3)};
  border: 1px solid transparent;
  border-radius: ${radius.control};
  cursor: pointer;

  &:hover {
    background: ${color.sunk};
  }
  &:has(:checked) {
    border-color: ${color.madder};
    background: ${color.madderBg};
  }
  &:has(:focus-visible) {
    outline: 2px solid ${color.primary};
    outline-offset: -2px;
  }
  input {
    flex: none;
    width: 18px;
    height: 18px;
    margin: 0;
    accent-color: ${color.madder};
  }
  > span {
    display: grid;
    flex: 1;
    min-width: 0;
    line-height: 1.35;
  }
  small {
    ${quietText}
  }
  &:has(:checked) small {
    color: ${color.ink};
  }
  kbd {
    padding: 0 ${space(1.5)};
    border: 1px solid ${color.edge};
    border-radius: 4px;
    font: inherit;
    font-size: ${text.small};
  }
  @media (hover: none) {
    kbd {
      display: none;
    }
  }
`;
const Missing = styled.p`
  display: flex;
  gap: ${space(1)};
  align-items: center;
  margin: 0;
  color: ${color.madder};
  font-weight: 600;
`;
