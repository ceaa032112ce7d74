import type { ReportCase } from '@piecework/contracts';
import { Failure, LinkedText, Skeleton, Stack, Thumbnails } from '@piecework/ui';
import { pictureSources } from '@piecework/web-kit';
import { SubmittedAnswers } from '@piecework/web-kit/answer-form';
import { useApiList } from '@piecework/web-kit/query';
import { LoadedBrief, TaskBrief, Written } from '../appeals/TaskBrief';

/** What was reported, as it is now. Of a person the task in which they met. */
export function ReportedThing({ of: { subject, taskId } }: { of: ReportCase }) {
  if (subject.type === 'task') return <LoadedBrief taskId={subject.id} />;
  return (
    <Stack gap={3}>
      {subject.type === 'submission' && <ReportedSubmission id={subject.id} />}
      {taskId !== undefined && <TaskBrief taskId={taskId} />}
    </Stack>
  );
}

function ReportedSubmission({ id }: { id: string }) {
  const { data, error, refetch } = useApiList('GET /submissions', { query: { submission: id } });
  if (error) return <Failure text={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton shape="text" count={3} />;
  const [submission] = data.rows;
  if (!submission) return <p>This submission is no longer there.</p>;
  const { attachments = [] } = submission;
  return (
    <SubmittedAnswers {...submission}>
      <Written>
        <LinkedText text={submission.submissionDetails} />
      </Written>
      {attachments.length > 0 && (
        <Thumbnails label="Pictures" pictures={attachments.map((url) => pictureSources(url, 320))} />
      )}
    </SubmittedAnswers>
  );
}
