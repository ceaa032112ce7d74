import type { Suspension } from '@piecework/contracts';
import { suspensionSentence } from '@piecework/contracts/constants';
import { noteRule } from '@piecework/contracts/field-rules';
import {
  Button,
  Card,
  EmailLink,
  Empty,
  Fact,
  FactGrid,
  Failure,
  LinkedText,
  Notice,
  Pager,
  Row,
  Skeleton,
  Stack,
} from '@piecework/ui';
import { call, dialogs, MESSAGE_MS, useUser } from '@piecework/web-kit';
import { PAGE_SIZE, tableState, useListParams, usePages } from '@piecework/web-kit/list';
import { Moment } from '@piecework/web-kit/moment';
import { refresh, useApiList } from '@piecework/web-kit/query';
import { useState } from 'react';
import { refreshedOnConflict } from '../dialogs/outcomes';
import { TextDialog } from '../dialogs/TextDialog';
import { ListHead } from '../list/list-elements';
import { useHeldRows } from '../list/useHeldRows';
import { REFRESH_MS } from '../refresh-interval';
import { Written } from './TaskBrief';

type Outcome = 'lifted' | 'kept';
interface Decision {
  suspension: Suspension;
  outcome: Outcome;
}

/** Open appeals against suspensions, the longest waiting first (P-1.28). */
export default function SuspensionAppeals() {
  const params = useListParams(PAGE_SIZE);
  const list = useApiList(
    'GET /suspensions',
    { query: { appeal: 'open', sort: 'oldest', ...params.range } },
    { refetchInterval: REFRESH_MS },
  );
  const pages = usePages(params, list);
  const { rows, waiting, show, finish } = useHeldRows<Suspension>(list, params.page);
  const [decision, setDecision] = useState<Decision>();
  const onDone = (id: string) => {
    finish(id);
    setDecision(undefined);
  };
  const { state, error, onRetry } = tableState(list);
  return (
    <>
      <ListHead total={list.data?.total} noun="open appeal" waiting={waiting} onShow={show} />
      {state === 'error' ? (
        <Failure text={error} onRetry={onRetry} />
      ) : state === 'loading' ? (
        <Skeleton shape="card" count={2} />
      ) : rows.length === 0 ? (
        <Empty
          title="No open appeals"
          text="A suspended person can appeal once. Their appeals appear here."
          seed="suspension-appeals"
        />
      ) : (
        <Stack gap={6}>
          {rows.map((suspension) => (
            <SuspensionCard
              key={suspension._id}
              suspension={suspension}
              onDecide={(outcome) => setDecision({ suspension, outcome })}
            />
          ))}
        </Stack>
      )}
      <Pager page={params.page} pages={pages} onPage={params.goTo} label="Appeals" />
      {decision && <DecideDialog {...decision} onDone={onDone} onClose={() => setDecision(undefined)} />}
    </>
  );
}

function SuspensionCard({ suspension, onDecide }: { suspension: Suspension; onDecide(outcome: Outcome): void }) {
  const { _id, userName, userEmail, userRole, reasonCode, text, at, until, appeal, suspendedBy } = suspension;
  const isOwn = useUser()._id === suspendedBy;
  const id = `suspension-${_id}`;
  return (
    <Card as="article" aria-labelledby={id}>
      <Stack gap={4}>
        <h2 id={id} translate="no">
          {userName}
        </h2>
        <FactGrid>
          <Fact label="Email">
            <EmailLink address={userEmail} />
          </Fact>
          <Fact label="Role">{userRole}</Fact>
          <Fact label="Suspended">
            <Moment at={at} form="both" />
          </Fact>
          <Fact label="Ends">{until ? <Moment at={until} form="both" /> : <span>when an admin lifts it</span>}</Fact>
          {appeal && (
            <Fact label="Appealed">
              <Moment at={appeal.filedAt} form="both" />
            </Fact>
          )}
        </FactGrid>
        <Stack as="section" gap={2}>
          <h3>Reason</h3>
          <span>{suspensionSentence(reasonCode)}</span>
          <Written>
            <LinkedText text={text} />
          </Written>
        </Stack>
        <Stack as="section" gap={2}>
          <h3>Appeal</h3>
          <Written>
            <LinkedText text={appeal?.text ?? ''} />
          </Written>
        </Stack>
        {isOwn ? (
          <Notice tone="info">You suspended this account, so another admin decides the appeal.</Notice>
        ) : (
          <Row>
            <Button icon="check" onClick={() => onDecide('lifted')}>
              Lift
            </Button>
            <Button variant="secondary" icon="reject" onClick={() => onDecide('kept')}>
              Keep
            </Button>
          </Row>
        )}
      </Stack>
    </Card>
  );
}

const TEXTS = {
  lifted: {
    title: 'Lift the suspension',
    confirmText: 'Lift',
    effect: 'can use the account again right away. Their tasks, withdrawals and payouts are as they were before.',
    done: 'is no longer suspended.',
  },
  kept: {
    title: 'Keep the suspension',
    confirmText: 'Keep',
    effect: 'stays suspended and can’t appeal again. You can still lift the suspension from Manage Users.',
    done: 'stays suspended and reads your note.',
  },
} as const satisfies Record<Outcome, object>;

interface DecideDialogProps extends Decision {
  /** Called before the message, so that the appeal disappears with the next answer. */
  onDone(id: string): void;
  onClose(): void;
}

function DecideDialog({ suspension: { _id: id, userName }, outcome, onDone, onClose }: DecideDialogProps) {
  const { title, confirmText, effect, done } = TEXTS[outcome];
  const send = async (note: string) => {
    const { modifiedCount } = await refreshedOnConflict(
      call('PATCH /suspensions/{id}', { params: { id }, body: { outcome, note } }),
      'GET /suspensions',
    );
    onDone(id);
    refresh('GET /suspensions', 'GET /users');
    await dialogs.success({
      title: modifiedCount === 0 ? `Already ${outcome}` : 'Updated!',
      text: `${userName} ${done}`,
      ms: MESSAGE_MS.medium,
    });
  };
  return (
    <TextDialog
      title={title}
      field="note"
      label="Note"
      hint={`The person reads this. Explain your decision in ${noteRule.min} to ${noteRule.max} characters.`}
      rule={noteRule}
      confirmText={confirmText}
      danger={outcome === 'kept'}
      onSend={send}
      onClose={onClose}
    >
      <p>{`${userName} ${effect}`}</p>
    </TextDialog>
  );
}
