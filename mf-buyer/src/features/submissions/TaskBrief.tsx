import { Day, EnlargeablePicture, LinkedText, Skeleton } from '@piecework/ui';
import { color, font, space, text } from '@piecework/ui/styles';
import { ApiError, pictureSources } from '@piecework/web-kit';
import { formatPace } from '@piecework/web-kit/open-tasks';
import { useApiQuery } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { FormOutline } from './FormOutline';

/** What the buyer asked for. */
export const TaskBrief = ({ taskId }: { taskId: string }) => {
  const task = useApiQuery('GET /tasks/{id}', { params: { id: taskId } });
  return (
    <Frame>
      <h3>Description</h3>
      {task.data ? (
        <>
          <BriefPicture
            {...pictureSources(task.data.taskImageURL, 640)}
            sizes="16rem"
            seed={taskId}
            title={task.data.taskTitle}
          />
          <p>
            <LinkedText text={task.data.taskDetail} />
          </p>
          <h3>What to submit</h3>
          <p>
            <LinkedText text={task.data.submissionInfo} />
          </p>
          {task.data.hasForm && (
            <>
              <h3>Form</h3>
              <FormOutline taskId={taskId} />
            </>
          )}
          <small>
            <span>Due </span>
            <Day iso={task.data.completionDate} />
          </small>
          {task.data.batch?.pace && <small>{`Workers take ${formatPace(task.data.batch.pace)}`}</small>}
        </>
      ) : task.isError ? (
        <p>
          {task.error instanceof ApiError && task.error.status === 404
            ? 'This task has been deleted.'
            : 'The task couldn’t be loaded.'}
        </p>
      ) : (
        <Skeleton shape="text" count={3} />
      )}
    </Frame>
  );
};

const BriefPicture = styled(EnlargeablePicture)`
  width: min(16rem, 100%);
`;

const Frame = styled.div`
  display: grid;
  gap: ${space(2)};

  p {
    margin: 0;
  }
  h3,
  small {
    color: ${color.soft};
    font: 600 ${text.small} / 1.5 ${font.body};
  }
  small {
    font-weight: 400;
  }
  ol {
    color: ${color.soft};
  }
  /* Keeps line breaks; never rendered as HTML. */
  p {
    color: ${color.soft};
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;
