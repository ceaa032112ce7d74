import type { OpenThread } from '@piecework/contracts';
import { MAX_MESSAGE_PICTURES, MESSAGE_LENGTH } from '@piecework/contracts/constants';
import { maxUnits, messageRule } from '@piecework/contracts/field-rules';
import { plural, t } from '@piecework/i18n';
import { Button, Notice, Row, Stack, TextArea, VisuallyHidden } from '@piecework/ui';
import { call } from '@piecework/web-kit';
import { DraftNotice, fieldOf, PicturesField, useDraft, useForm, useSubmit, useWatch } from '@piecework/web-kit/forms';
import { refresh } from '@piecework/web-kit/query';
import { type KeyboardEvent, useEffect, useState } from 'react';

interface Values {
  text: string;
  attachments: string[];
}

const NOTHING: Values = { text: '', attachments: [] };
/** Characters from the limit on which they are counted. */
const COUNTED = 200;

const countLeft = (text: string): string | undefined => {
  const left = MESSAGE_LENGTH.max - [...text.trim()].length;
  if (left > COUNTED) return undefined;
  return left < 0
    ? plural(-left, '{count} character too many', '{count} characters too many')
    : plural(left, '{count} character left', '{count} characters left');
};

/** Enter begins a line; with Ctrl or Cmd it sends. What is typed stays until it is sent. */
export function Composer({ thread: { _id: id, otherName } }: { thread: OpenThread }) {
  const form = useForm<Values>({ defaultValues: NOTHING });
  const draft = useDraft(form, `message:${id}`);
  const [sent, setSent] = useState(0);
  const text = useWatch({ control: form.control, name: 'text' });
  const attachments = useWatch({ control: form.control, name: 'attachments' });
  const [wantsPicture, setWantsPicture] = useState(false);
  const submission = useSubmit(form, async (values, { key }) => {
    const body = {
      text: values.text.trim(),
      ...(values.attachments.length > 0 && { attachments: values.attachments }),
    };
    await call('POST /threads/{id}/messages', { params: { id }, body, key });
    draft.clear();
    form.reset(NOTHING);
    setWantsPicture(false);
    setSent((count) => count + 1);
    refresh('GET /threads', 'GET /threads/{id}', 'GET /threads/{id}/messages');
  });
  // The reset registers the field with the next render.
  useEffect(() => {
    if (sent > 0) form.setFocus('text');
  }, [sent, form]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submission.onSubmit();
  };
  const hasPicture = wantsPicture || attachments.length > 0;
  return (
    <Stack as="form" gap={3} noValidate onSubmit={submission.onSubmit}>
      <DraftNotice draft={draft} />
      <TextArea
        label={t('Message to {name}', { name: otherName })}
        hint={countLeft(text)}
        rows={3}
        maxLength={maxUnits(messageRule)}
        onKeyDown={onKeyDown}
        {...fieldOf(form, 'text', messageRule)}
      />
      {hasPicture && (
        <PicturesField
          control={form.control}
          name="attachments"
          label={t('Picture')}
          most={MAX_MESSAGE_PICTURES}
          isOptional={false}
          error={form.formState.errors.attachments?.message}
        />
      )}
      {submission.failure && <Notice tone="bad">{submission.failure}</Notice>}
      <Row justify="space-between">
        <Row>
          {!hasPicture && (
            <Button variant="secondary" icon="upload" onClick={() => setWantsPicture(true)}>
              {t('Add a picture')}
            </Button>
          )}
        </Row>
        <Button type="submit" busy={submission.isSending}>
          {t('Send')}
        </Button>
      </Row>
      <VisuallyHidden role="status">{sent > 0 ? t('Message {number} sent', { number: sent }) : ''}</VisuallyHidden>
    </Stack>
  );
}
