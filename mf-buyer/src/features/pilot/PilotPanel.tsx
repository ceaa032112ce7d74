import type { Task } from '@piecework/contracts';
import { Button, Card, formatCoins, Row, Stack } from '@piecework/ui';
import { text } from '@piecework/ui/styles';
import { call, dialogs, loadable, MESSAGE_MS } from '@piecework/web-kit';
import { useTaskForm } from '@piecework/web-kit/answer-form';
import { refresh, useAction } from '@piecework/web-kit/query';
import { useState } from 'react';
import { styled } from 'styled-components';

// Few buyers correct texts.
const CorrectTexts = loadable(() => import('./CorrectTexts'), null);

interface PilotPanelProps {
  task: Task;
  /** Answers that were submitted and not rejected. */
  answers: number;
}

/** The pilot of a batch, as long as it lasts (P-12.21). */
export const PilotPanel = ({ task, answers }: PilotPanelProps) => {
  const { batch, closed } = task;
  if (batch?.pilotPages === undefined || closed) return null;
  const pages = batch.pilotPages === 1 ? '1 page' : `${formatCoins(batch.pilotPages)} pages`;
  const waiting = batch.pages - batch.pilotPages;
  return (
    <Card as="section" aria-labelledby="pilot">
      <Stack>
        <Heading id="pilot">Pilot</Heading>
        <p>
          {`${formatCoins(answers)} of ${formatCoins(batch.pilotPages * batch.overlap.max)} answers to the first ${pages} submitted. ${waiting === 1 ? 'The other page waits' : `The other ${formatCoins(waiting)} pages wait`} until you offer ${waiting === 1 ? 'it' : 'them'}.`}
        </p>
        <Acts task={task} />
      </Stack>
    </Card>
  );
};

const Acts = ({ task }: { task: Task }) => {
  const id = task._id;
  const form = useTaskForm(id, true);
  const [isCorrecting, setCorrecting] = useState(false);
  const { run, isRunning } = useAction(async () => {
    const isConfirmed = await dialogs.confirm({
      title: 'Offer all pages?',
      text: 'Workers can take all pages from now on, and the texts can no longer be corrected.',
      confirmText: 'Offer all pages',
    });
    if (!isConfirmed) return;
    await call('POST /tasks/{id}/pilot/end', { params: { id } });
    refresh('GET /tasks', 'GET /tasks/{id}');
    dialogs.toast({ icon: 'success', title: 'All pages are offered', ms: MESSAGE_MS.medium });
  });
  return (
    <Row>
      <Button variant="primary" busy={isRunning} onClick={() => void run()}>
        Offer all pages
      </Button>
      <Button variant="secondary" icon="edit" disabled={!form.data} onClick={() => setCorrecting(true)}>
        Correct the texts
      </Button>
      {isCorrecting && form.data && (
        <CorrectTexts task={task} fields={form.data.fields} onClose={() => setCorrecting(false)} />
      )}
    </Row>
  );
};

const Heading = styled.h2`
  margin: 0;
  font-size: ${text.h3};
`;
