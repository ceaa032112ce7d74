import type { DecisionRun } from '@piecework/contracts';
import { formatCoins, Notice, Stack } from '@piecework/ui';
import { Meter } from '@piecework/web-kit/forms';
import { Moment } from '@piecework/web-kit/moment';
import { useApiList } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { doneOf, outcomeText } from './estimate-texts';

/** Milliseconds: without the live stream it moves as well. */
const LOOK_AGAIN_MS = 5_000;
const SHOWN = 3;

/** Runs of decisions that go on, and the outcome of the last one. The server has them: the page may be left. */
export default function RunProgress({ taskId }: { taskId: string }) {
  const { data } = useApiList(
    'GET /tasks/{id}/decisions',
    { params: { id: taskId }, query: { limit: SHOWN } },
    { refetchInterval: ({ state }) => (state.data?.rows.some(isRunning) ? LOOK_AGAIN_MS : false) },
  );
  const shown = (data?.rows ?? []).filter((run, at) => at === 0 || isRunning(run));
  if (shown.length === 0) return null;
  return (
    <Stack as="section" aria-label="Decisions">
      {shown.map((run) => (
        <Notice key={run._id} tone={isRunning(run) ? 'info' : 'good'}>
          <Line>
            {isRunning(run) ? <Going run={run} /> : <span>{`Decided: ${outcomeText(run)}`}</span>}
            <Moment at={run.finishedAt ?? run.startedAt} />
          </Line>
        </Notice>
      ))}
    </Stack>
  );
}

const isRunning = ({ finishedAt }: DecisionRun): boolean => finishedAt === undefined;

const Going = ({ run }: { run: DecisionRun }) => {
  const text = `${formatCoins(doneOf(run))} of ${formatCoins(run.total)} answers decided. You can leave this page.`;
  return (
    <>
      <Meter fraction={run.total === 0 ? 0 : doneOf(run) / run.total} label="Decisions" />
      <span>{text}</span>
    </>
  );
};

const Line = styled.div`
  display: grid;
  gap: 0.25rem;
`;
