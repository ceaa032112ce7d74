import type { ReportCase } from '@piecework/contracts';
import {
  needsReportReason,
  REPORT_OUTCOMES,
  REPORT_REASONS,
  type ReportOutcome,
  type ReportReason,
  reportSentence,
} from '@piecework/contracts/constants';
import { requiredFault } from '@piecework/contracts/field-rules';
import { SelectField } from '@piecework/ui';
import { call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { FormDialog, fieldOf, type UseFormReturn, useForm, useSubmit } from '@piecework/web-kit/forms';
import { refresh } from '@piecework/web-kit/query';
import { refreshedOnConflict } from '../dialogs/outcomes';
import { NO_SUSPENSION, SuspensionFields, type SuspensionValues, suspensionOf } from '../users/SuspensionFields';
import { OUTCOME_EFFECTS, OUTCOME_LABELS, REASON_LABELS, subjectOf } from './report-labels';

interface Values extends SuspensionValues {
  outcome: ReportOutcome | '';
  /** Read by the responsible person. */
  finding: ReportReason;
}

/** The body names the reason of the decision like that of the suspension in it. */
const fieldOfPath = (path: string) => (path === 'reasonCode' ? 'finding' : path.replace(/^suspension\./, ''));

const outcomesFor = ({ subject, owner }: ReportCase) =>
  REPORT_OUTCOMES.filter((outcome) => {
    if (outcome === 'pause-task' || outcome === 'close-task') return subject.type === 'task';
    return outcome !== 'suspend' || !(owner.isClosed || owner.isSuspended);
  });

interface DecideDialogProps {
  of: ReportCase;
  /** Called before the message, so that the case disappears with the next answer. */
  onDone(id: string): void;
  onClose(): void;
}

export default function DecideDialog({ of, onDone, onClose }: DecideDialogProps) {
  const form = useForm<Values>({
    defaultValues: { ...NO_SUSPENSION, outcome: '', finding: of.reports[0]?.reasonCode ?? 'other' },
  });
  const submission = useSubmit(
    form,
    async ({ outcome, finding, ...rest }) => {
      if (!outcome) return;
      const suspension = outcome === 'suspend' ? suspensionOf(rest) : undefined;
      const { modifiedCount } = await refreshedOnConflict(
        call('PATCH /reports/{id}', {
          params: { id: of._id },
          body: {
            outcome,
            ...(needsReportReason(outcome) && { reasonCode: finding }),
            ...(suspension && { suspension }),
          },
        }),
        'GET /reports',
      );
      onDone(of._id);
      refresh('GET /reports', 'GET /tasks', 'GET /users');
      await dialogs.success({
        title: modifiedCount === 0 ? 'Already decided' : 'Updated!',
        text: 'Everyone who reported it is notified, without the details.',
        ms: MESSAGE_MS.medium,
      });
    },
    { fieldOf: fieldOfPath },
  );
  const outcome = form.watch('outcome');
  const options = outcomesFor(of).map((value) => ({ value, label: OUTCOME_LABELS[value] }));
  return (
    <FormDialog
      title="Decide the reports"
      confirmText="Decide"
      danger={outcome === 'close-task' || outcome === 'suspend'}
      submission={submission}
      onClose={onClose}
    >
      <p>
        <strong>{subjectOf(of)}</strong>
      </p>
      <SelectField
        label="Outcome"
        hint={outcome ? OUTCOME_EFFECTS[outcome] : 'All reports of it are decided together.'}
        options={[{ value: '', label: 'Choose an outcome' }, ...options]}
        {...fieldOf(form, 'outcome', undefined, { validate: (chosen) => chosen !== '' || requiredFault('Outcome') })}
      />
      {outcome && needsReportReason(outcome) && (
        <SelectField
          label="Reason"
          hint={`${of.owner.userName} reads: “${reportSentence(form.watch('finding'))}”`}
          options={REPORT_REASONS.map((value) => ({ value, label: REASON_LABELS[value] }))}
          {...fieldOf(form, 'finding')}
        />
      )}
      {outcome === 'suspend' && (
        // The form has more fields than these.
        <SuspensionFields form={form as unknown as UseFormReturn<SuspensionValues>} />
      )}
    </FormDialog>
  );
}
