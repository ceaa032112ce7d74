import { AUTO_APPROVE_HOURS } from '@piecework/contracts/constants';
import {
  Button,
  DateField,
  FormActions,
  FormCard,
  media,
  Notice,
  NumberField,
  Page,
  space,
  TextArea,
  TextField,
} from '@piecework/ui';
import { ApiError, call, dialogs, MESSAGE_MS, usePageTitle, useUser } from '@piecework/web-kit';
import { DraftNotice, ImageField, useDraft, useForm, useSubmit } from '@piecework/web-kit/forms';
import { refresh } from '@piecework/web-kit/query';
import { useNavigate } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { paths } from '../paths';
import { TaskCost } from './TaskCost';
import { costOf, IMAGE_REQUIRED, isAffordable, postingRules, today } from './task-rules';

interface Posting {
  taskTitle: string;
  taskDetail: string;
  requiredWorkers: string;
  payableAmount: string;
  completionDate: string;
  submissionInfo: string;
  autoApproveHours: string;
  taskImageURL: string;
}

const EMPTY: Posting = {
  taskTitle: '',
  taskDetail: '',
  requiredWorkers: '',
  payableAmount: '',
  completionDate: '',
  submissionInfo: '',
  autoApproveHours: String(AUTO_APPROVE_HOURS.default),
  taskImageURL: '',
};

export default function AddTask() {
  usePageTitle('Add new Tasks');
  const form = useForm<Posting>({ defaultValues: EMPTY });
  const draft = useDraft(form, 'add-task');
  const { onSubmit, isSending, failure } = usePosting(form, draft.clear);
  const { register, control, watch, formState } = form;
  const [places, pay] = watch(['requiredWorkers', 'payableAmount']);
  const errorOf = (field: keyof Posting) => formState.errors[field]?.message;

  return (
    <Page title="Add new Tasks" lead="Describe the work, what it pays, and what a good submission includes.">
      <Form onSubmit={onSubmit} aria-label="New task">
        {draft.isRestored && <DraftNotice draft={draft} />}
        <TextField
          label="Task Title"
          error={errorOf('taskTitle')}
          {...register('taskTitle', postingRules.taskTitle)}
        />
        <TextArea
          label="Task Detail"
          hint="What a worker has to do, step by step."
          rows={5}
          error={errorOf('taskDetail')}
          {...register('taskDetail', postingRules.taskDetail)}
        />
        <Pair>
          <NumberField
            label="Required Workers"
            min={1}
            inputMode="numeric"
            error={errorOf('requiredWorkers')}
            {...register('requiredWorkers', postingRules.requiredWorkers)}
          />
          <NumberField
            label="Payable Amount"
            hint="Coins for each worker."
            min={1}
            inputMode="numeric"
            error={errorOf('payableAmount')}
            {...register('payableAmount', postingRules.payableAmount)}
          />
        </Pair>
        <TaskCost places={places} pay={pay} cost={costOf(places, pay)} />
        <DateField
          label="Completion Date"
          min={today()}
          error={errorOf('completionDate')}
          {...register('completionDate', postingRules.completionDate)}
        />
        <TextArea
          label="Submission Info"
          hint="What a worker submits, for example a link or a screenshot."
          rows={3}
          error={errorOf('submissionInfo')}
          {...register('submissionInfo', postingRules.submissionInfo)}
        />
        <NumberField
          label="Approve automatically after … hours"
          hint="Workers are paid then if you have not decided. 168 hours are a week; 0 means never."
          min={0}
          max={AUTO_APPROVE_HOURS.max}
          error={errorOf('autoApproveHours')}
          {...register('autoApproveHours', postingRules.autoApproveHours)}
        />
        <ImageField
          control={control}
          name="taskImageURL"
          label="Task Image"
          error={errorOf('taskImageURL')}
          required={IMAGE_REQUIRED}
          upload="now"
        />
        {failure && <Notice tone="bad">{failure}</Notice>}
        <FormActions>
          <Button variant="primary" type="submit" busy={isSending}>
            Add Task
          </Button>
        </FormActions>
      </Form>
    </Page>
  );
}

type PostingForm = ReturnType<typeof useForm<Posting>>;

const usePosting = (form: PostingForm, clearDraft: () => void) => {
  const navigate = useNavigate();
  const { userAvailableCoin: balance } = useUser();

  /** P-12.3: the draft stays, so that nothing is typed twice after the purchase. */
  const sendToPurchase = async ({ taskTitle, requiredWorkers, payableAmount }: Posting) => {
    await dialogs.failure({ title: 'Submission Fail', text: 'Please Purchase coin' });
    const cost = costOf(requiredWorkers, payableAmount) ?? 0;
    await navigate(paths.purchaseCoin, { state: { task: { title: taskTitle.trim(), cost } } });
  };

  const post = async (values: Posting, { key }: { key: string }) => {
    const cost = costOf(values.requiredWorkers, values.payableAmount) ?? 0;
    if (!isAffordable(cost, balance)) return sendToPurchase(values);
    const title = values.taskTitle.trim();
    try {
      const { insertedId } = await call('POST /tasks', { body: { ...values, ...numbersOf(values) }, key });
      clearDraft();
      refresh('GET /tasks', 'GET /totals', 'GET /user');
      const results = paths.results(insertedId);
      dialogs.toast({
        icon: 'success',
        title: 'Successfully submitted',
        ms: MESSAGE_MS.long,
        link: { label: 'See its results', href: results, open: () => void navigate(results) },
      });
      await navigate(paths.tasks);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Another tab spent the coins.
      if (error.code === 'insufficient-coins') return sendToPurchase(values);
      if (error.code !== 'still-underway') throw error;
      clearDraft();
      refresh('GET /tasks', 'GET /totals');
      await navigate(paths.tasks, { state: { underway: title } });
    }
  };
  // Without a kept key a repeat after a reload would post, and pay, twice.
  return useSubmit(form, post, { keepKeyAs: 'add-task' });
};

const numbersOf = ({ requiredWorkers, payableAmount, autoApproveHours }: Posting) => ({
  requiredWorkers: Number(requiredWorkers),
  payableAmount: Number(payableAmount),
  autoApproveHours: Number(autoApproveHours),
});

/** On a phone the cost follows its numbers; on a desk it is a sticky column. */
const Form = styled(FormCard)`
  ${media.desk} {
    grid-template-columns: minmax(0, 1fr) 19rem;
    column-gap: ${space(8)};
    max-width: 64rem;

    > * {
      grid-column: 1;
    }
    > section {
      position: sticky;
      top: ${space(24)};
      grid-column: 2;
      grid-row: 1 / span 7;
      align-self: start;
    }
  }
`;
const Pair = styled.div`
  display: grid;
  align-items: start;
  gap: ${space(4)};

  ${media.tablet} {
    grid-template-columns: 1fr 1fr;
  }
`;
