import type { Task } from '@piecework/contracts';
import { taskRules } from '@piecework/contracts/field-rules';
import {
  Button,
  Card,
  Empty,
  EnlargeablePicture,
  Fact,
  Facts,
  Failure,
  FormActions,
  FormCard,
  formatCoins,
  Page,
  Skeleton,
  Status,
  TextArea,
  TextField,
} from '@piecework/ui';
import { color, media, space } from '@piecework/ui/styles';
import {
  ApiError,
  call,
  dialogs,
  imageSrc,
  pictureSources,
  showFailure,
  usePageTitle,
  useUser,
} from '@piecework/web-kit';
import { DraftNotice, fieldOf, useDraft, useForm, useSubmit } from '@piecework/web-kit/forms';
import { LinkButton } from '@piecework/web-kit/link-button';
import { refresh, useApiQuery } from '@piecework/web-kit/query';
import { useNavigate, useParams } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { paths } from '../paths';
import { TaskTerms } from './TaskTerms';

export default function UpdateTask() {
  usePageTitle('Update task');
  const { id = '' } = useParams();
  const task = useApiQuery('GET /tasks/{id}', { params: { id } });
  const { userEmail } = useUser();

  return (
    <Page title="Update task">
      {task.data?.buyerEmail === userEmail ? (
        <Editor key={id} task={task.data} />
      ) : task.isPending ? (
        <Skeleton shape="card" count={2} />
      ) : task.data || isGone(task.error) ? (
        <NotEditable />
      ) : (
        <Failure onRetry={() => void task.refetch()} />
      )}
    </Page>
  );
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

const NotEditable = () => (
  <Empty
    title="This task can’t be updated"
    text="It was deleted, or it belongs to another buyer."
    action={<LinkButton variant="primary" to={paths.tasks} label="My Task's" />}
  />
);

type Texts = Pick<Task, 'taskTitle' | 'taskDetail' | 'submissionInfo'>;

function Editor({ task }: { task: Task }) {
  const { taskTitle, taskDetail, submissionInfo } = task;
  const form = useForm<Texts>({
    values: { taskTitle, taskDetail, submissionInfo },
    // Follows what another tab saved, except in fields that are being edited.
    resetOptions: { keepDirtyValues: true },
  });
  const draft = useDraft(form, `update-task-${task._id}`);
  const { onSubmit, isSending, failure } = useUpdate(form, task._id, draft.clear);
  const field = (name: keyof Texts) => fieldOf(form, name, taskRules[name]);
  return (
    <Layout>
      <FormCard onSubmit={onSubmit} noValidate aria-label="Task">
        {draft.isRestored && <DraftNotice draft={draft} />}
        <TextField label="Task Title" {...field('taskTitle')} />
        <TextArea label="Task Detail" rows={6} {...field('taskDetail')} />
        <TextArea label="Submission Info" rows={4} {...field('submissionInfo')} />
        <FormActions failure={failure}>
          <Button variant="primary" type="submit" busy={isSending}>
            Update Task
          </Button>
          <LinkButton variant="quiet" to={paths.tasks} label="Back to My Task's" />
        </FormActions>
      </FormCard>
      <ReadOnlyFields task={task} />
    </Layout>
  );
}

type TextsForm = ReturnType<typeof useForm<Texts>>;

const useUpdate = (form: TextsForm, id: string, clearDraft: () => void) => {
  const navigate = useNavigate();
  return useSubmit(form, async (values) => {
    const isConfirmed = await dialogs.confirm({
      title: 'Are you sure?',
      text: 'Workers will see the new text.',
      detail: `“${values.taskTitle.trim()}”`,
      confirmText: 'Yes, update it!',
    });
    if (!isConfirmed) return;
    try {
      await call('PATCH /tasks/{id}', { params: { id }, body: values });
    } catch (error) {
      showFailure(error, 'Update Unsuccessful');
      throw error;
    }
    clearDraft();
    refresh('GET /tasks', 'GET /tasks/{id}');
    await dialogs.success({ title: 'Update Successful' });
    await navigate(paths.tasks);
  });
};

/** Fixed after posting, because the escrowed coins depend on them. */
const ReadOnlyFields = ({ task }: { task: Task }) => (
  <ReadOnlyCard as="section" aria-label="Fixed details">
    <EnlargeablePicture
      {...pictureSources(task.taskImageURL, 640)}
      sizes="(min-width: 1024px) 320px, 100vw"
      seed={task._id}
      title={task.taskTitle}
      ratio={16 / 10}
    />
    <Facts>
      <Fact label="Status">
        <Status status={task.taskStatus} />
      </Fact>
      <Fact label="Required Workers">{formatCoins(task.requiredWorkers)}</Fact>
      <TaskTerms task={task} />
      <Fact label="Task Image URL">
        <a href={imageSrc(task.taskImageURL)} target="_blank" rel="noopener noreferrer">
          {task.taskImageURL}
        </a>
      </Fact>
    </Facts>
    <small>These can’t be changed after posting.</small>
  </ReadOnlyCard>
);

const Layout = styled.div`
  display: grid;
  gap: ${space(6)};
  align-items: start;

  ${media.desk} {
    grid-template-columns: minmax(0, 40rem) minmax(0, 20rem);
  }
`;
const ReadOnlyCard = styled(Card)`
  display: grid;
  gap: ${space(4)};

  small {
    color: ${color.soft};
  }
`;
