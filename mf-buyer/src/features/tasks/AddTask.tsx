import { taskRules } from '@piecework/contracts/field-rules';
import {
  Button,
  DateField,
  Failure,
  FieldPair,
  FormActions,
  FormCard,
  NumberField,
  Page,
  RadioCards,
  Skeleton,
  TextArea,
  TextField,
} from '@piecework/ui';
import { media, space } from '@piecework/ui/styles';
import { ApiError, call, dialogs, loadable, MESSAGE_MS, usePageTitle, useUser } from '@piecework/web-kit';
import { useTaskForm } from '@piecework/web-kit/answer-form';
import { DraftNotice, fieldOf, ImageField, useDraft, useForm, useSubmit } from '@piecework/web-kit/forms';
import { LinkButton } from '@piecework/web-kit/link-button';
import { refresh, useApiQuery } from '@piecework/web-kit/query';
import { Link, useNavigate, useSearchParams } from '@piecework/web-kit/router';
import { useEffect, useMemo, useState } from 'react';
import { styled } from 'styled-components';
import type { FormBuilderProps } from '../form-builder/FormBuilder';
import { paths } from '../paths';
import { copyOf, templateOf } from './initial-values';
import { bodyOf, costOf, EMPTY_TASK, isAffordable, type Posting, postingRules, type TaskDraft, today } from './posting';
import { TaskCost } from './TaskCost';
import { TaskSettings } from './TaskSettings';

const FormBuilder = loadable(() => import('../form-builder/FormBuilder'), <Skeleton shape="card" count={2} />);

export default function AddTask() {
  usePageTitle('Add new Tasks');
  const form = useForm<TaskDraft>({ defaultValues: EMPTY_TASK });
  const draft = useDraft(form, 'add-task');
  const { retry } = useTemplate(form, draft.isRestored);
  const { onSubmit, isSending, failure, refused } = usePosting(form, draft.clear);
  const [places, pay, answerBy] = form.watch(['requiredWorkers', 'payableAmount', 'answerBy']);
  const field = (name: Exclude<keyof Posting, 'afterCompletion'>) => fieldOf(form, name, postingRules[name]);

  return (
    <Page
      title="Add new Tasks"
      lead="Describe the work, what it pays, and what a good submission includes."
      actions={<LinkButton variant="secondary" icon="upload" to={paths.importTasks} label="Import tasks" />}
    >
      <p>
        <span>Many of the same task? </span>
        <Link to={paths.batches}>Post a batch from a file</Link>
      </p>
      <Form onSubmit={onSubmit} aria-label="New task">
        {draft.isRestored && <DraftNotice draft={draft} />}
        {retry && <Failure title="The form of your task didn’t load" onRetry={() => void retry()} />}
        <TextField label="Task Title" {...field('taskTitle')} />
        <TextArea label="Task Detail" hint="Explain what to do, step by step." rows={5} {...field('taskDetail')} />
        <FieldPair>
          <NumberField label="Required Workers" {...field('requiredWorkers')} />
          <NumberField label="Payable Amount" hint="Coins for each worker." {...field('payableAmount')} />
        </FieldPair>
        <TaskCost places={places} pay={pay} cost={costOf(places, pay)} />
        <DateField label="Completion Date" min={today()} {...field('completionDate')} />
        <TextArea
          label="Submission Info"
          hint="What workers submit, such as a link or a screenshot."
          rows={3}
          {...field('submissionInfo')}
        />
        <RadioCards
          label="How do workers answer?"
          options={[
            { value: 'text', label: 'With a text', hint: 'One box for text and links, and up to 5 pictures.' },
            { value: 'form', label: 'With a form', hint: 'Fields that you define. We check each answer.' },
          ]}
          {...form.register('answerBy')}
        />
        <AnswerForm isShown={answerBy === 'form'} form={form} name={form.register('form').name} refused={refused} />
        <ImageField
          control={form.control}
          name="taskImageURL"
          label="Task Image"
          error={form.formState.errors.taskImageURL?.message}
          required={taskRules.taskImageURL.required}
          upload="now"
        />
        <TaskSettings form={form} />
        <FormActions failure={failure}>
          <Button variant="primary" type="submit" busy={isSending}>
            Add Task
          </Button>
        </FormActions>
      </Form>
    </Page>
  );
}

type PostingForm = ReturnType<typeof useForm<TaskDraft>>;

/** Registered in the order of the page, also while it is not shown: the first fault gets the focus. */
const AnswerForm = ({ isShown, ...props }: FormBuilderProps & { isShown: boolean }) =>
  isShown && <FormBuilder {...props} />;

/** P-12.13: fills the form with a template or with another task of the buyer, unless it holds a draft. */
const useTemplate = ({ setValue }: PostingForm, hasDraft: boolean) => {
  const [params] = useSearchParams();
  const copied = useCopiedTask(params.get('copy'));
  const name = params.get('template');
  const template = useMemo(() => templateOf(name), [name]) ?? copied.task;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; a draft that is discarded leaves an empty form
  useEffect(() => {
    if (!template || hasDraft) return;
    for (const [field, value] of Object.entries(template))
      setValue(field as keyof TaskDraft, value, { shouldDirty: true });
  }, [template, setValue]);
  return copied;
};

const useCopiedTask = (id: string | null) => {
  const params = { id: id ?? '' };
  const { data: task } = useApiQuery('GET /tasks/{id}', { params }, { enabled: id !== null });
  const { data: form, isError, refetch } = useTaskForm(task?._id ?? '', task?.hasForm === true);
  const isWhole = task && (!task.hasForm || form);
  return {
    task: useMemo(() => (isWhole ? copyOf(task, form) : undefined), [isWhole, task, form]),
    /** The task without its form would be another one. */
    retry: isError ? refetch : undefined,
  };
};

const formFaultsIn = ({ fields }: ApiError) =>
  Object.fromEntries(Object.entries(fields).filter(([path]) => /^form\b/.test(path)));

/** What the builder holds, as the body has it. */
const formIn = async ({ answerBy, form }: TaskDraft) => {
  if (answerBy === 'text') return {};
  const { draftsIn, formOf } = await import('../form-builder/FormBuilder');
  return { form: formOf(draftsIn(form)) };
};

const usePosting = (form: PostingForm, clearDraft: () => void) => {
  const navigate = useNavigate();
  const [refused, setRefused] = useState<FormBuilderProps['refused']>({ form: '', fields: {} });
  const { userAvailableCoin: balance } = useUser();

  /** P-12.3: the draft stays, so that nothing is typed twice after the purchase. */
  const sendToPurchase = async ({ taskTitle, requiredWorkers, payableAmount }: Posting) => {
    await dialogs.failure({ title: 'Submission Fail', text: 'Please Purchase coin' });
    const cost = costOf(requiredWorkers, payableAmount) ?? 0;
    await navigate(paths.purchaseCoin, { state: { task: { title: taskTitle.trim(), cost } } });
  };

  const post = async (values: TaskDraft, { key }: { key: string }) => {
    const cost = costOf(values.requiredWorkers, values.payableAmount) ?? 0;
    if (!isAffordable(cost, balance)) return sendToPurchase(values);
    const title = values.taskTitle.trim();
    try {
      const body = { ...bodyOf(values), ...(await formIn(values)) };
      const { insertedId } = await call('POST /tasks', { body, key });
      clearDraft();
      refresh('GET /tasks', 'GET /totals', 'GET /user');
      const results = paths.results(insertedId);
      dialogs.toast({
        icon: 'success',
        title: 'Successfully submitted',
        ms: MESSAGE_MS.long,
        link: { label: 'View results', href: results, open: () => void navigate(results) },
      });
      await navigate(paths.tasks);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused({ form: values.form, fields: formFaultsIn(error) });
      // Another tab spent the coins.
      if (error.code === 'insufficient-coins') return sendToPurchase(values);
      if (error.code !== 'still-underway') throw error;
      clearDraft();
      refresh('GET /tasks', 'GET /totals');
      await navigate(paths.tasks, { state: { underway: title } });
    }
  };
  // Without a kept key a repeat after a reload would post, and pay, twice.
  return { ...useSubmit(form, post, { keepKeyAs: 'add-task' }), refused };
};

/** On a phone the cost follows its numbers; on a desk it is a sticky column. */
const Form = styled(FormCard)`
  ${media.desk} {
    grid-template-columns: minmax(0, 1fr) min(19rem, 45%);
    column-gap: ${space(8)};
    max-width: 64rem;

    > * {
      grid-column: 1;
    }
    > [data-builder] {
      grid-column: 1 / -1;
    }
    > section {
      position: sticky;
      top: ${space(24)};
      grid-column: 2;
      grid-row: 1 / span 10;
      align-self: start;
    }
    /* Stays above the builder, which takes both columns. */
    &:has([data-builder]) > section {
      position: static;
      grid-row-end: span 7;
    }
  }
  ${media.wide} {
    &:has([data-builder]) {
      grid-template-columns: minmax(0, 1fr) 27rem;
      max-width: 76rem;
    }
  }
`;
