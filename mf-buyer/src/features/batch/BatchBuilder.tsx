import type { Batch } from '@piecework/contracts';
import { Empty, Failure, Notice, Page, Skeleton, Stack } from '@piecework/ui';
import { ApiError, usePageTitle } from '@piecework/web-kit';
import { DraftNotice } from '@piecework/web-kit/forms';
import { LinkButton } from '@piecework/web-kit/link-button';
import { useApiQuery } from '@piecework/web-kit/query';
import { useNavigate, useParams, useSearchParams } from '@piecework/web-kit/router';
import { useEffect, useRef, useState } from 'react';
import { paths } from '../paths';
import { titleOf } from './BatchList';
import DataStep from './DataStep';
import FormStep from './FormStep';
import type { Fault } from './faults';
import type { Trial } from './figures';
import PayStep from './PayStep';
import { SaveStatus } from './SaveStatus';
import { StepFrame } from './StepFrame';
import { StepNav } from './StepNav';
import type { StepProps } from './step-props';
import { STEPS, type Step, stepOf } from './steps';
import { type BatchForm, useBatchForm } from './useBatchForm';
import { useSaving } from './useSaving';
import WhatStep from './WhatStep';

export default function BatchBuilder() {
  const { batchId: id = '' } = useParams();
  const batch = useApiQuery('GET /batches/{id}', { params: { id } });
  usePageTitle(batch.data ? titleOf(batch.data) : 'Batch');
  const { error } = batch;
  if (error instanceof ApiError && error.status === 404) return <NoDraft />;
  if (error instanceof ApiError && error.code === 'already-published') return <Published />;
  if (!batch.data)
    return (
      <Page title="Batch">{batch.isPending ? <Skeleton shape="card" count={2} /> : <Failure query={batch} />}</Page>
    );
  return <Builder key={id} batch={batch.data} />;
}

/** Each step begins with it, and has to fit below it on a phone. */
const TITLE_LENGTH = 60;
const shortened = (title: string): string => (title.length > TITLE_LENGTH ? `${title.slice(0, TITLE_LENGTH)}…` : title);

const NoDraft = () => (
  <Page title="Batch">
    <Empty
      title="This draft isn’t here"
      text="It was deleted, or it belongs to another buyer."
      action={<LinkButton variant="primary" to={paths.batches} label="Your drafts" />}
    />
  </Page>
);

const Published = () => (
  <Page title="Batch">
    <Empty
      title="This batch is published"
      text="So its draft can’t be changed. You’ll find the task and its answers in My Task's."
      action={<LinkButton variant="primary" to={paths.tasks} label="My Task's" />}
    />
  </Page>
);

const VIEWS: Readonly<Record<Step, (props: StepProps) => React.ReactNode>> = {
  what: WhatStep,
  form: FormStep,
  data: DataStep,
  pay: PayStep,
};

function Builder({ batch }: { batch: Batch }) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const step = stepOf(params.get('step'), batch);
  const { form, draft, sentForm } = useBatchForm(batch);
  const saving = useSaving(form, batch, sentForm);
  const [faults, setFaults] = useFaults(form, batch);
  const [isSending, setSending] = useState(false);
  const isLocked = isSending || batch.isPublishing === true;
  const [trial, setTrial] = useState<Trial>();
  /** The steps begin with the browser's draft, which is there after the first effects; a discarded one begins them again. */
  const [visit, setVisit] = useState(0);
  useEffect(() => setVisit(1), []);
  const hasMoved = useSavedMoves(step, saving.save);
  const View = VIEWS[step];
  const discard = () => {
    draft.discard();
    setVisit((count) => count + 1);
  };
  return (
    <Page title={shortened(titleOf(batch))} actions={<SaveStatus saving={saving} />}>
      <Stack gap={6}>
        <StepNav batch={batch} current={step} faulty={new Set(faults.map((fault) => fault.step))} />
        {draft.isRestored && <DraftNotice draft={{ ...draft, discard }} />}
        {batch.isPublishing && <Publishing />}
        {visit > 0 && (
          <StepFrame key={`${step}-${visit}`} {...{ step, form, faults, hasMoved, isLocked }}>
            <View
              batch={batch}
              form={form}
              saving={saving}
              faults={faults}
              onFaults={setFaults}
              isLocked={isLocked}
              onSending={setSending}
              onNext={() => void navigate(paths.batch(batch._id, STEPS[STEPS.indexOf(step) + 1]))}
              onPublished={draft.clear}
              trial={trial}
              onTrial={setTrial}
            />
          </StepFrame>
        )}
      </Stack>
    </Page>
  );
}

const Publishing = () => (
  <Notice tone="info">
    The coins of this batch are being set aside, so it can’t be changed. If that takes long, publish it again in the
    last step: it becomes one task.
  </Notice>
);

/** What publishing refused, until it is changed. */
const useFaults = (form: BatchForm, { file }: Batch) => {
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          const isStill = ({ field }: Fault) => field.split('.')[0] !== name;
          setFaults((now) => (now.every(isStill) ? now : now.filter(isStill)));
        },
      }),
    [form],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file has other faults
  useEffect(() => setFaults((now) => now.filter(({ step }) => step !== 'data')), [file]);
  return [faults, setFaults] as const;
};

/** Saves when a step is left. @returns whether one was */
const useSavedMoves = (step: Step, save: () => Promise<boolean>): boolean => {
  const last = useRef(step);
  const [moves, setMoves] = useState(0);
  useEffect(() => {
    if (last.current === step) return;
    last.current = step;
    setMoves((count) => count + 1);
    void save();
  }, [step, save]);
  return moves > 0 || last.current !== step;
};
