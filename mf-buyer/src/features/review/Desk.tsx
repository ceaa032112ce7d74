import type { Submission } from '@piecework/contracts';
import { preloadPictures, usePageRows } from '@piecework/web-kit/answer-form';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { RejectDialog } from '../submissions/RejectDialog';
import { isSentBack } from '../submissions/review-state';
import type { Verdict } from '../submissions/useDecisions';
import { useIsRead } from '../submissions/useIsRead';
import { useShortcuts } from '../submissions/useShortcuts';
import { useWorkerPhotos } from '../submissions/useWorkerPhotos';
import { confirmUnread, countOf } from './confirm-unread';
import { DeskActions } from './DeskActions';
import type { BufferState, DecisionBuffer } from './decision-buffer';
import { Aside, Columns, Position, Reading } from './desk-elements';
import { FoldedBrief } from './FoldedBrief';
import { HeldBar } from './HeldBar';
import { OpenSubmission } from './OpenSubmission';
import { QueueList } from './QueueList';
import { SendBackDialog } from './SendBackDialog';
import { ShortcutHelp } from './ShortcutHelp';
import { useSelection } from './useSelection';

interface DeskProps {
  /** Undecided submissions. */
  rows: readonly Submission[];
  /** Number of decisions in this visit. */
  decided: number;
  /** Number of submissions that are not loaded yet. */
  more: number;
  isWaiting(id: string): boolean;
  openId: string | undefined;
  onOpen(id: string | undefined): void;
  buffer: DecisionBuffer;
  state: BufferState;
}

type Dialog = 'reject' | 'send-back' | 'help';

export function Desk({ rows, decided, more, isWaiting, openId, onOpen, buffer, state }: DeskProps) {
  const selection = useSelection(rows);
  const { chosen } = selection;
  const [readIds, setReadIds] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const article = useRef<HTMLElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const photoOf = useWorkerPhotos();

  const at = Math.max(
    0,
    rows.findIndex(({ _id }) => _id === openId),
  );
  const open = rows[at];
  const next = rows[at + 1];
  // Its rows and their pictures are there when it opens.
  const { data: nextPage } = usePageRows(next?.taskId ?? '', next?.page);
  useEffect(() => {
    if (nextPage) preloadPictures(nextPage);
  }, [nextPage]);
  const isRead = useIsRead(end, open?._id);
  const isGone = open !== undefined && !isWaiting(open._id);
  const subjects = chosen.length > 0 ? chosen : open && !isGone ? [open] : [];
  const rejectable = subjects.filter((submission) => !isSentBack(submission));

  useEffect(() => {
    if (open && isRead) setReadIds((ids) => new Set(ids).add(open._id));
  }, [open, isRead]);
  // Otherwise a change of the list would replace the first one while it is read.
  useEffect(() => {
    if (open && open._id !== openId) onOpen(open._id);
  }, [open, openId, onOpen]);
  useFocusOnChange(article, open?._id);

  const step = (by: number) => onOpen(rows[Math.min(Math.max(at + by, 0), rows.length - 1)]?._id);

  const decide = (submissions: readonly Submission[], verdict: Verdict) => {
    const gone = new Set(submissions.map(({ _id }) => _id));
    const following = [...rows.slice(at), ...rows.slice(0, at).reverse()].find(({ _id }) => !gone.has(_id));
    setDialog(null);
    selection.clear();
    buffer.hold(submissions, verdict);
    onOpen(following?._id);
  };
  const approve = async () => {
    if (await confirmUnread(chosen, readIds)) decide(subjects, { status: 'approved' });
  };
  /** Scrolls to the end of the answer first, while it has not been in view. */
  const byKey = (act: () => void) => () => {
    if (chosen.length > 0 || isRead) act();
    else end.current?.scrollIntoView?.({ block: 'end', behavior: 'smooth' });
  };
  const undo = () => {
    const [first] = buffer.undo();
    if (first) onOpen(first._id);
  };
  const canSendBack = open !== undefined && !isGone && !open.revision && chosen.length === 0;

  useShortcuts(
    {
      j: () => step(1),
      k: () => step(-1),
      a: subjects.length > 0 ? byKey(() => void approve()) : undefined,
      r: rejectable.length > 0 ? byKey(() => setDialog('reject')) : undefined,
      s: canSendBack ? () => setDialog('send-back') : undefined,
      u: undo,
      x: open && (() => selection.toggle(open._id)),
      'shift+x': selection.toggleAll,
      '?': () => setDialog('help'),
    },
    'page',
  );

  const held = <HeldBar held={state.held} onUndo={undo} onSend={() => buffer.flush()} />;
  if (!open) return held;
  const back = state.returned.get(open._id);
  return (
    <>
      <Columns>
        <Reading>
          <Position
            at={decided + at + 1}
            of={decided + rows.length + more}
            noun="submission"
            onStep={step}
            onHelp={() => setDialog('help')}
          />
          <OpenSubmission
            key={open._id}
            ref={article}
            end={end}
            submission={open}
            photo={photoOf(open.workerEmail)}
            returned={back}
            isGone={isGone}
            isRead={isRead}
          />
          <DeskActions
            selected={chosen.length}
            canApprove={subjects.length > 0}
            canReject={rejectable.length > 0}
            canSendBack={canSendBack}
            onApprove={() => void approve()}
            onReject={() => setDialog('reject')}
            onSendBack={() => setDialog('send-back')}
            onClear={selection.clear}
          >
            {held}
          </DeskActions>
        </Reading>
        <Aside>
          <FoldedBrief key={open.taskId} taskId={open.taskId} title={open.taskTitle} />
          <QueueList
            rows={rows}
            openId={open._id}
            selected={selection.ids}
            returned={state.returned}
            more={more}
            onOpen={onOpen}
            onSelect={selection.toggle}
          />
        </Aside>
      </Columns>
      {dialog === 'reject' && (
        <RejectDialog
          whose={rejectable.length === 1 ? `${rejectable[0]?.workerName}’s submission` : countOf(rejectable.length)}
          draft={back?.verdict.status === 'reject' ? back.verdict : undefined}
          onReject={(reason) => decide(rejectable, { status: 'reject', ...reason })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'send-back' && (
        <SendBackDialog
          submission={open}
          onSent={() => {
            setDialog(null);
            step(at + 1 < rows.length ? 1 : -1);
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'help' && <ShortcutHelp onClose={() => setDialog(null)} />}
    </>
  );
}

/** Screen readers start with the next answer; a second Enter does not press the button of the last decision. */
const useFocusOnChange = (element: RefObject<HTMLElement | null>, id: string | undefined) => {
  const shownId = useRef(id);
  useEffect(() => {
    const isFirst = shownId.current === undefined;
    if (shownId.current === id) return;
    shownId.current = id;
    if (isFirst) return;
    element.current?.focus({ preventScroll: true });
    element.current?.scrollIntoView?.({ block: 'nearest' });
  }, [element, id]);
};
