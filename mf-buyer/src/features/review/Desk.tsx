import type { Submission } from '@piecework/contracts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { RejectDialog } from '../submissions/RejectDialog';
import { isSentBack } from '../submissions/review-state';
import type { Verdict } from '../submissions/useDecisions';
import { useIsRead } from '../submissions/useIsRead';
import { type Shortcuts, useShortcuts } from '../submissions/useShortcuts';
import { useWorkerPhotos } from '../submissions/useWorkerPhotos';
import { confirmUnread, countOf } from './confirm-unread';
import { DeskActions } from './DeskActions';
import type { BufferState, DecisionBuffer } from './decision-buffer';
import { pageLabels, plainLabels } from './decision-labels';
import { Aside, Columns, Position, Reading } from './desk-elements';
import { FoldedBrief } from './FoldedBrief';
import { HeldBar } from './HeldBar';
import { OpenSubmission } from './OpenSubmission';
import { PageHint } from './PageHint';
import { PageUnderReview } from './PageUnderReview';
import { targetsOf } from './page-answers';
import { QueueList } from './QueueList';
import { isPage, type ReviewSubject, subjectKey } from './review-subjects';
import { SendBackDialog } from './SendBackDialog';
import { ShortcutHelp } from './ShortcutHelp';
import { usePageReview } from './usePageReview';
import { useSelection } from './useSelection';

interface DeskProps {
  /** With undecided submissions only. */
  subjects: readonly ReviewSubject[];
  /** Number of subjects that were decided in this visit. */
  decided: number;
  /** Number of submissions that are not loaded yet. */
  more: number;
  isWaiting(id: string): boolean;
  openKey: string | undefined;
  onOpen(key: string | undefined): void;
  /** Chosen at first, of a page. */
  submissionId: string | undefined;
  buffer: DecisionBuffer;
  state: BufferState;
}

type Dialog = 'reject' | 'send-back' | 'help';

export function Desk(props: DeskProps) {
  const { subjects, decided, more, isWaiting, openKey, onOpen, submissionId, buffer, state } = props;
  const [readIds, setReadIds] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const article = useRef<HTMLElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const photoOf = useWorkerPhotos();

  const at = Math.max(
    0,
    subjects.findIndex(({ key }) => key === openKey),
  );
  const open = subjects[at];
  const review = usePageReview(open, subjects[at + 1], state, isWaiting);
  const waiting = open?.submissions.filter(({ _id }) => isWaiting(_id)) ?? [];
  const isGone = open !== undefined && waiting.length === 0;
  const selection = useSelection(review ? waiting : plainOf(subjects), review && submissionId);
  const { chosen } = selection;
  // A page stays open while some of its answers are undecided: the keys wait as they do for the next submission.
  const isRead = useIsRead(end, review && !review.shown ? undefined : open && `${open.key} ${waiting.length}`);

  const plain = chosen.length > 0 ? chosen : waiting;
  const targets = review
    ? targetsOf(review.shown?.answers ?? [], chosen)
    : { approve: plain, reject: plain.filter((one) => !isSentBack(one)) };
  const [sendable, another] = review ? targets.reject : chosen.length > 0 ? [] : targets.reject;
  const canSendBack = sendable !== undefined && !another && !sendable.revision;

  const shownIds = waiting.map(({ _id }) => _id).join(' ');
  useEffect(() => {
    if (isRead) setReadIds((ids) => new Set([...ids, ...shownIds.split(' ')]));
  }, [shownIds, isRead]);
  // Otherwise a change of the list would replace the first one while it is read.
  const shownKey = open?.key;
  useEffect(() => {
    if (shownKey !== undefined && shownKey !== openKey) onOpen(shownKey);
  }, [shownKey, openKey, onOpen]);
  useFocusOnChange(article, shownKey);

  const goTo = (key: string | undefined) => {
    if (review) selection.clear();
    onOpen(key);
  };
  const step = (by: number) => goTo(subjects[Math.min(Math.max(at + by, 0), subjects.length - 1)]?.key);

  const decide = (submissions: readonly Submission[], verdict: Verdict) => {
    const gone = new Set(submissions.map(({ _id }) => _id));
    const following = [...subjects.slice(at), ...subjects.slice(0, at).reverse()].find((subject) =>
      subject.submissions.some(({ _id }) => !gone.has(_id)),
    );
    setDialog(null);
    selection.clear();
    buffer.hold(submissions, verdict);
    onOpen(following?.key);
  };
  const approve = async () => {
    if (await confirmUnread(chosen, readIds)) decide(targets.approve, { status: 'approved' });
  };
  /** Scrolls to the end of the answer first, while it has not been in view. */
  const byKey = (act: () => void) => () => {
    if ((chosen.length > 0 && !review) || isRead) act();
    else end.current?.scrollIntoView?.({ block: 'end', behavior: 'smooth' });
  };
  const undo = () => {
    const [first] = buffer.undo();
    if (first) goTo(subjectKey(first));
  };
  const enlarge = () =>
    article.current?.querySelector<HTMLElement>('button[aria-label^="Enlarge the picture"]')?.click();
  const choose = (number: number) => {
    const answer = review?.shown?.answers[number - 1];
    if (answer?.open) selection.only(answer.id);
  };

  useShortcuts(
    {
      j: () => step(1),
      k: () => step(-1),
      a: targets.approve.length > 0 ? byKey(() => void approve()) : undefined,
      r: targets.reject.length > 0 ? byKey(() => setDialog('reject')) : undefined,
      s: canSendBack ? () => setDialog('send-back') : undefined,
      u: undo,
      ...(review
        ? { z: enlarge, Escape: selection.clear, ...digitsFor(choose) }
        : { x: open && (() => selection.toggle(open.submissions[0]._id)) }),
      'shift+x': selection.toggleAll,
      '?': () => setDialog('help'),
    },
    'page',
  );

  const held = <HeldBar held={state.held} onUndo={undo} onSend={() => buffer.flush()} />;
  if (!open) return held;
  const [first] = open.submissions;
  const [rejected] = targets.reject;
  const answered = review?.shown?.answers ?? [];
  const back = rejected && state.returned.get(rejected._id);
  return (
    <>
      <Columns $isPage={review !== undefined}>
        <Reading>
          <Position
            at={decided + at + 1}
            of={decided + subjects.length + (review ? 0 : more)}
            isPart={review !== undefined && more > 0}
            noun={review ? 'page' : 'submission'}
            onStep={step}
            onHelp={() => setDialog('help')}
          />
          {review ? (
            <PageUnderReview
              key={open.key}
              ref={article}
              end={end}
              subject={open}
              review={review}
              chosen={selection.ids}
              returned={state.returned}
              isGone={isGone}
              isRead={isRead}
              onChoose={selection.only}
            />
          ) : (
            <OpenSubmission
              key={open.key}
              ref={article}
              end={end}
              submission={first}
              photo={photoOf(first.workerEmail)}
              returned={state.returned.get(first._id)}
              isGone={isGone}
              isRead={isRead}
            />
          )}
          <DeskActions
            {...(review ? pageLabels(answered, targets, chosen.length) : plainLabels(chosen.length))}
            hint={review?.shown && <PageHint answers={answered} targets={targets} chosen={chosen} />}
            canApprove={targets.approve.length > 0}
            canReject={targets.reject.length > 0}
            canSendBack={canSendBack}
            onApprove={() => void approve()}
            onReject={() => setDialog('reject')}
            onSendBack={() => setDialog('send-back')}
            onClear={!review && chosen.length > 0 ? selection.clear : undefined}
          >
            {held}
          </DeskActions>
        </Reading>
        <Aside $isPage={review !== undefined}>
          <FoldedBrief
            key={`${first.taskId} ${review !== undefined}`}
            taskId={first.taskId}
            title={first.taskTitle}
            isPage={review !== undefined}
          />
          <QueueList
            subjects={subjects}
            openKey={open.key}
            selected={selection.ids}
            returned={state.returned}
            more={more}
            onOpen={goTo}
            onSelect={selection.toggle}
          />
        </Aside>
      </Columns>
      {dialog === 'reject' && (
        <RejectDialog
          whose={targets.reject.length === 1 ? `${rejected?.workerName}’s submission` : countOf(targets.reject.length)}
          draft={back?.verdict.status === 'reject' ? back.verdict : undefined}
          onReject={(reason) => decide(targets.reject, { status: 'reject', ...reason })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'send-back' && sendable && (
        <SendBackDialog
          submission={sendable}
          onSent={() => {
            setDialog(null);
            selection.clear();
            if (waiting.length === 1) step(at + 1 < subjects.length ? 1 : -1);
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'help' && <ShortcutHelp isPage={review !== undefined} onClose={() => setDialog(null)} />}
    </>
  );
}

/** Those that X and the checkboxes select; a page has a selection of its own. */
const plainOf = (subjects: readonly ReviewSubject[]): Submission[] =>
  subjects.flatMap((subject) => (isPage(subject) ? [] : subject.submissions));

/** 1 to 9, and 0 for the tenth. */
const digitsFor = (choose: (number: number) => void): Shortcuts =>
  Object.fromEntries(Array.from({ length: 10 }, (_, at) => [String((at + 1) % 10), () => choose(at + 1)]));

/** Screen readers start with the next answer; a second Enter does not press the button of the last decision. */
const useFocusOnChange = (element: RefObject<HTMLElement | null>, key: string | undefined) => {
  const shownKey = useRef(key);
  useEffect(() => {
    const isFirst = shownKey.current === undefined;
    if (shownKey.current === key) return;
    shownKey.current = key;
    if (isFirst) return;
    element.current?.focus({ preventScroll: true });
    element.current?.scrollIntoView?.({ block: 'nearest' });
  }, [element, key]);
};
