import type { DecidedShare, Task } from '@piecework/contracts';
import { MAX_RULE_ITEMS } from '@piecework/contracts/constants';
import {
  Button,
  CheckboxCards,
  Failure,
  Modal,
  Segmented,
  SelectField,
  Skeleton,
  Stack,
  TextField,
} from '@piecework/ui';
import { ApiError, useIdempotencyKey } from '@piecework/web-kit';
import { useApiList, useMutation } from '@piecework/web-kit/query';
import { useState } from 'react';
import { RejectDialog } from '../submissions/RejectDialog';
import type { GivenReason } from '../submissions/rejection-reasons';
import { EstimateView } from './EstimateView';
import { answersText, pagesIn } from './estimate-texts';
import { type RuleBody, startDecisions, useEstimate } from './useDecisions';

interface DecideByRuleProps {
  taskId: string;
  batch: NonNullable<Task['batch']>;
  onClose(): void;
}

type Which = 'all' | 'agreeing' | 'accurate' | 'workers' | 'pages';

/** Share of the fields → label. */
const SHARES = [
  { value: '1', label: 'in every field' },
  { value: '0.8', label: 'in 80% of the fields' },
  { value: '0.5', label: 'in half of the fields' },
];

/** Share of the checks → label. */
const ACCURACIES = [
  { value: '1', label: 'all of their checks right' },
  { value: '0.9', label: '90% of their checks right' },
  { value: '0.8', label: '80% of their checks right' },
  { value: '0.7', label: '70% of their checks right' },
];

/** P-12.20: which answers, what it means in people and coins, then the decision. */
export function DecideByRule({ taskId, batch, onClose }: DecideByRuleProps) {
  const [decision, setDecision] = useState<RuleBody['decision']>('approve');
  const [chosen, setChosen] = useState<Which>('all');
  const [workers, setWorkers] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState('');
  const [agrees, setAgrees] = useState('1');
  const [accuracy, setAccuracy] = useState('0.9');
  const [isExplaining, setExplaining] = useState(false);
  const { key, settle } = useIdempotencyKey();

  const which = decision === 'reject' && !isForBoth(chosen) ? 'workers' : chosen;
  const pages = pagesIn(typed, batch.pages);
  const rule = ruleOf(which, { workers, pages, agreesAtLeast: Number(agrees), accuracyAtLeast: Number(accuracy) });
  const hasChecks = useHasChecks(taskId);
  const all = useEstimate(taskId, EVERYTHING);
  const estimate = useEstimate(taskId, rule && { decision, rule });
  const share = rule && !estimate.isPlaceholderData ? estimate.data?.[decision] : undefined;

  const start = useMutation<void, Error, Partial<GivenReason>>({
    mutationFn: (reason) => startDecisions(taskId, { decision, rule: rule ?? {}, ...reason }, key()),
    onSettled: (_data, error) => settle(error ?? undefined),
    onSuccess: onClose,
  });
  const failure = start.error instanceof ApiError ? start.error.message : null;

  if (isExplaining && share)
    return (
      <RejectDialog
        whose={answersText(share.answers)}
        isSending={start.isPending}
        failure={failure}
        onReject={(reason) => start.mutate(reason)}
        onClose={() => setExplaining(false)}
      />
    );
  return (
    <Modal
      title="Decide by rule"
      open
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          {decision === 'approve' ? (
            <Button
              variant="primary"
              icon="check"
              disabled={!share?.answers}
              busy={start.isPending}
              onClick={() => start.mutate({})}
            >
              {`Approve ${answersText(share?.answers ?? 0)}`}
            </Button>
          ) : (
            <Button variant="danger" icon="reject" disabled={!share?.answers} onClick={() => setExplaining(true)}>
              {`Reject ${answersText(share?.answers ?? 0)} …`}
            </Button>
          )}
        </>
      }
    >
      <Stack>
        <Segmented
          label="Decision"
          value={decision}
          onChange={setDecision}
          options={[
            { value: 'approve', label: 'Approve', icon: 'check' },
            { value: 'reject', label: 'Reject', icon: 'reject' },
          ]}
        />
        <Segmented
          label="Pending answers"
          value={which}
          onChange={setChosen}
          options={[
            ...(decision === 'approve' ? FOR_APPROVAL.filter(({ value }) => value !== 'accurate' || hasChecks) : []),
            { value: 'workers', label: 'Of workers' },
            { value: 'pages', label: 'Of pages' },
          ]}
        />
        {which === 'agreeing' && (
          <SelectField
            label="Answers that agree with most others"
            hint="Choices, numbers and dates are compared. An answer without others to the same page isn’t approved."
            value={agrees}
            options={SHARES}
            onChange={({ currentTarget }) => setAgrees(currentTarget.value)}
          />
        )}
        {which === 'accurate' && (
          <SelectField
            label="Answers by workers who have"
            value={accuracy}
            options={ACCURACIES}
            onChange={({ currentTarget }) => setAccuracy(currentTarget.value)}
          />
        )}
        {which === 'workers' && (
          <WorkersField
            share={all.data?.approve}
            chosen={workers}
            onToggle={(id) => setWorkers(workers.includes(id) ? workers.filter((one) => one !== id) : [...workers, id])}
          />
        )}
        {which === 'pages' && (
          <TextField
            label="Pages"
            hint={`Numbers from 1 to ${batch.pages.toLocaleString('en')}, like 1-20, 35. The results name the page of each row.`}
            value={typed}
            error={pages && pages.length <= MAX_RULE_ITEMS ? undefined : PAGES_FAULT}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
        {failure && !isExplaining && <Failure text={failure} />}
        {rule && (estimate.data ? <EstimateView estimate={estimate.data} /> : <Waiting query={estimate} />)}
      </Stack>
    </Modal>
  );
}

const EVERYTHING: RuleBody = { decision: 'approve', rule: {} };
const PAGES_FAULT = `Give up to ${MAX_RULE_ITEMS.toLocaleString('en')} pages of this batch, like 1-20, 35.`;

/** Rejections name workers or pages. */
const FOR_APPROVAL = [
  { value: 'all', label: 'All' },
  { value: 'agreeing', label: 'That agree' },
  { value: 'accurate', label: 'Of accurate workers' },
] as const;
const isForBoth = (which: Which): boolean => !FOR_APPROVAL.some(({ value }) => value === which);

interface RuleParts {
  workers: readonly string[];
  pages: number[] | null;
  agreesAtLeast: number;
  accuracyAtLeast: number;
}

/** Null: not complete. */
const ruleOf = (which: Which, parts: RuleParts): RuleBody['rule'] | null => {
  const { workers, pages, agreesAtLeast, accuracyAtLeast } = parts;
  if (which === 'all') return {};
  if (which === 'agreeing') return { agreesAtLeast };
  if (which === 'accurate') return { accuracyAtLeast };
  if (which === 'workers') return workers.length > 0 ? { workers: [...workers] } : null;
  return pages && pages.length > 0 && pages.length <= MAX_RULE_ITEMS ? { pages } : null;
};

/** The worker with most answers has met checks, if the batch has some. */
const useHasChecks = (taskId: string): boolean => {
  const { data } = useApiList('GET /tasks/{id}/workers', { params: { id: taskId }, query: { limit: 1 } });
  return data?.rows.some(({ accuracy }) => accuracy) ?? false;
};

const Waiting = ({ query }: { query: ReturnType<typeof useEstimate> }) =>
  query.isError ? <Failure query={query} /> : <Skeleton shape="row" count={1} />;

interface WorkersFieldProps {
  /** Of all pending answers. Undefined while it loads. */
  share: DecidedShare | undefined;
  chosen: readonly string[];
  onToggle(workerId: string): void;
}

const WorkersField = ({ share, chosen, onToggle }: WorkersFieldProps) => {
  if (!share) return <Skeleton shape="row" count={2} />;
  return (
    <CheckboxCards
      label="Workers"
      hint={
        share.people > share.workers.length
          ? `The ${share.workers.length} with most coins. For others, use the reviewed file.`
          : undefined
      }
      name="workers"
      options={share.workers.map(({ workerId, workerName, answers }) => ({
        value: workerId,
        label: <span translate="no">{workerName}</span>,
        hint: `${answersText(answers)} to decide`,
        checked: chosen.includes(workerId),
      }))}
      onChange={({ currentTarget }) => onToggle(currentTarget.value)}
    />
  );
};
