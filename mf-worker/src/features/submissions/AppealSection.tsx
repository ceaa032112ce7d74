import type { Submission } from '@piecework/contracts';
import { appealRule, maxUnits } from '@piecework/contracts/field-rules';
import { lengthOf } from '@piecework/contracts/text';
import { t, withNodes } from '@piecework/i18n';
import { Button, formatDuration, ModalActions, Notice, Row, Stack, TextArea } from '@piecework/ui';
import { ApiError, call, dialogs, MESSAGE_MS, useServerNow } from '@piecework/web-kit';
import { DraftNotice, fieldOf, useDraft, useForm, useSubmit } from '@piecework/web-kit/forms';
import { Moment } from '@piecework/web-kit/moment';
import { refresh } from '@piecework/web-kit/query';
import { type ReactNode, useId, useState } from 'react';
import { Quote } from './RejectionReason';
import { SectionTitle } from './SectionTitle';
import { appealTimeLeft } from './submission-state';

/** The appeal against a rejection: its state, or the button that files it. */
export const AppealSection = ({ submission }: { submission: Submission }) => {
  const now = useServerNow();
  const [isOpen, setOpen] = useState(false);
  const left = appealTimeLeft(submission, now);
  if (submission.appeal) return <Filed appeal={submission.appeal} submission={submission} />;
  if (left === undefined) return null;
  return (
    <Stack as="section" gap={3}>
      <SectionTitle>{t('Was this a mistake?')}</SectionTitle>
      <span>
        {t(
          'An admin reviews the task, your submission, and your reasons, and can approve your payment. You can appeal once, and only before you submit this task again.',
        )}
      </span>
      {isOpen ? (
        <AppealForm key={submission._id} submission={submission} onCancel={() => setOpen(false)} />
      ) : (
        <Row>
          <Button variant="secondary" onClick={() => setOpen(true)}>
            {t('Appeal ({time} left)', { time: formatDuration(left) })}
          </Button>
        </Row>
      )}
    </Stack>
  );
};

type FiledAppeal = NonNullable<Submission['appeal']>;

const stateOf = (
  { state, decidedAt, paidBy }: FiledAppeal,
  { payableAmount: coins, reversal }: Submission,
): ReactNode => {
  if (state === 'open' || !decidedAt) return t('An admin will decide. You’ll see the outcome here.');
  const when = <Moment at={decidedAt} />;
  if (reversal?.state === 'made')
    return withNodes(t('The buyer took the rejection back on {when}, so no admin had to decide.'), { when });
  if (state === 'dismissed')
    return withNodes(t('An admin dismissed your appeal on {when}. The rejection stands.'), { when });
  return paidBy === 'platform'
    ? withNodes(t('An admin upheld your appeal on {when}. Piecework paid you {coins} coins.', { coins }), { when })
    : withNodes(t('An admin upheld your appeal on {when}. You were paid {coins} coins from the task.', { coins }), {
        when,
      });
};
const TONES = { open: 'info', upheld: 'good', dismissed: 'warn' } as const;

const Filed = ({ appeal, submission }: { appeal: FiledAppeal; submission: Submission }) => (
  <Stack as="section" gap={3}>
    <SectionTitle>{withNodes(t('Your appeal from {when}'), { when: <Moment at={appeal.filedAt} /> })}</SectionTitle>
    <Quote>{appeal.text}</Quote>
    <Notice tone={TONES[appeal.state]}>
      <span>{stateOf(appeal, submission)}</span>
      {appeal.note && <Quote>{appeal.note}</Quote>}
    </Notice>
  </Stack>
);

const { min, max } = appealRule;

const AppealForm = ({ submission: { _id: id }, onCancel }: { submission: Submission; onCancel(): void }) => {
  const formId = useId();
  const form = useForm({ defaultValues: { text: '' } });
  const draft = useDraft(form, `appeal-${id}`);
  const { onSubmit, isSending, failure } = useSubmit(form, async (body) => {
    try {
      await call('POST /submissions/{id}/appeal', { params: { id }, body });
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) refresh('GET /submissions');
      throw error;
    }
    draft.clear();
    refresh('GET /submissions');
    await dialogs.success({
      title: t('Your appeal was sent'),
      text: t('An admin will review it. You’ll see the outcome with this submission.'),
      ms: MESSAGE_MS.medium,
    });
  });
  const length = lengthOf(form.watch('text').trim());
  return (
    <Stack as="form" id={formId} gap={4} noValidate onSubmit={onSubmit} aria-label={t('Appeal')}>
      {draft.isRestored && <DraftNotice draft={draft} />}
      <TextArea
        label={t('Why should you be paid for this?')}
        hint={
          length < min
            ? t(
                'Explain what you did and where to find it, in {min} to {max} characters. The buyer and the admin will read this.',
                { min, max },
              )
            : t('{count} characters left.', { count: Math.max(0, max - length) })
        }
        maxLength={maxUnits(appealRule)}
        {...fieldOf(form, 'text', appealRule)}
      />
      {failure && <Notice tone="bad">{failure}</Notice>}
      <ModalActions>
        <Button type="submit" form={formId} busy={isSending}>
          {t('Send appeal')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('Not now')}
        </Button>
      </ModalActions>
    </Stack>
  );
};
