import { coinsToDollars, MAX_OVERLAP, MAX_ROWS_PER_PAGE, RESERVE_MINUTES } from '@piecework/contracts/constants';
import {
  Button,
  Card,
  Fact,
  FactGrid,
  FieldPair,
  FormActions,
  FormCard,
  formatCoins,
  formatDollars,
  Notice,
  NumberField,
  SelectField,
  Stack,
} from '@piecework/ui';
import { media, space, text } from '@piecework/ui/styles';
import { call, dialogs, loadable } from '@piecework/web-kit';
import { fieldOf, LockedFields, useWatch } from '@piecework/web-kit/forms';
import { useAction } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { useState } from 'react';
import { styled } from 'styled-components';
import { paths } from '../paths';
import { costOf } from '../tasks/posting';
import { TaskCost } from '../tasks/TaskCost';
import { AgreementFields } from './AgreementFields';
import { draftRules, type Ruled } from './batch-draft';
import { CheckSettings } from './CheckSettings';
import type { Fault } from './faults';
import { figuresOf, paceOf } from './figures';
import { PilotField } from './PilotField';
import type { StepProps } from './step-props';
import { STEP_TEXTS } from './steps';
import type { TryItProps } from './TryIt';
import { UnknownColumns } from './UnknownColumns';
import { usePublish } from './usePublish';

const TryIt = loadable(() => import('./TryIt'), null);

export default function PayStep(props: StepProps) {
  const { form, batch, faults } = props;
  const { onSubmit, isSending, failure } = usePublish(props);
  const field = (name: Ruled) => fieldOf(form, name, draftRules[name]);
  return (
    <Form aria-label="Pay and publish" onSubmit={onSubmit}>
      <LockedFields isLocked={props.isLocked}>
        <FieldPair>
          <NumberField
            label="Rows per page"
            hint={`A worker answers the rows of a page together. 1 to ${MAX_ROWS_PER_PAGE}.`}
            {...field('rowsPerPage')}
          />
          <NumberField
            label="Answers per page"
            hint={`Different workers who answer each page. 1 to ${MAX_OVERLAP}.`}
            {...field('overlap')}
          />
        </FieldPair>
        <NumberField label="Pay per page" hint="Coins for each answer to a page." {...field('payableAmount')} />
        <Figures {...props} />
        <Cost {...props} />
        <AgreementFields {...props} />
        <NumberField
          label="Approve automatically after … hours"
          hint="The worker is paid if you haven’t decided by then. 168 hours is a week; 0 means never."
          {...field('autoApproveHours')}
        />
        <NumberField
          label="Hold a page for … minutes"
          hint={`A worker holds a page while answering it. ${RESERVE_MINUTES.min} to ${RESERVE_MINUTES.max.toLocaleString('en')} minutes.`}
          {...field('reserveMinutes')}
        />
        <NumberField
          label="Minimum approval rate, in percent"
          hint="0 lets every worker answer. Workers with fewer than five decided submissions can always answer."
          {...field('minApprovalRate')}
        />
        <NumberField
          label="Most pages per worker (optional)"
          hint="Leave it empty to let each worker answer as many pages as there are."
          {...field('maxPagesPerWorker')}
        />
        <PilotField form={form} />
        <CheckSettings {...props} />
        <SelectField
          label="After the completion date"
          hint="Closing refunds the coins for open places. You can also close the batch yourself at any time."
          options={[
            { value: 'close', label: 'Close the batch' },
            { value: 'stay', label: 'Keep it open' },
          ]}
          {...form.register('afterCompletion')}
        />
        <UnknownColumns batch={batch} form={form} />
      </LockedFields>
      {faults.length > 0 && <Faults faults={faults} batchId={batch._id} />}
      <FormActions failure={failure}>
        <Button variant="primary" type="submit" busy={isSending}>
          Publish
        </Button>
      </FormActions>
    </Form>
  );
}

const Faults = ({ faults, batchId }: { faults: readonly Fault[]; batchId: string }) => (
  <Notice tone="bad">
    <p>Before you can publish:</p>
    <ul>
      {faults.map(({ step, field, message }) => (
        <li key={field + message}>
          <Link to={paths.batch(batchId, step)}>{STEP_TEXTS[step].label}</Link>
          <span>{`: ${message}`}</span>
        </li>
      ))}
    </ul>
  </Notice>
);

const useNumbers = ({ form }: StepProps) => {
  const [rowsPerPage, overlap, payableAmount] = useWatch({
    control: form.control,
    name: ['rowsPerPage', 'overlap', 'payableAmount'],
  });
  return { rowsPerPage, overlap, payableAmount };
};

const Cost = (props: StepProps) => {
  const numbers = useNumbers(props);
  const places = String(figuresOf(props.batch.file?.rows ?? 0, numbers)?.places ?? '');
  return (
    <TaskCost
      places={places}
      pay={numbers.payableAmount}
      cost={costOf(places, numbers.payableAmount)}
      units={['answer', 'answers']}
      lack={props.batch.file ? 'Enter pages and pay to see the total.' : 'Upload your rows to see the total.'}
    />
  );
};

const Figures = (props: StepProps) => {
  const { batch, trial } = props;
  const numbers = useNumbers(props);
  const figures = figuresOf(batch.file?.rows ?? 0, numbers);
  const cost = costOf(String(figures?.places ?? ''), numbers.payableAmount);
  const pace = trial && paceOf(trial, numbers);
  const shown = (count: number | null | undefined) => (typeof count === 'number' ? formatCoins(count) : '–');
  return (
    <Card as="section" aria-labelledby="batch-figures">
      <Stack>
        <Heading id="batch-figures">What you’ll get</Heading>
        <FactGrid>
          <Fact label="Rows">{shown(batch.file?.rows)}</Fact>
          <Fact label="Pages">{shown(figures?.pages)}</Fact>
          <Fact label="Answers">{shown(figures?.places)}</Fact>
          <Fact label="Workers receive">{cost === null ? '–' : formatDollars(coinsToDollars(cost))}</Fact>
        </FactGrid>
        <p role="status">
          {pace
            ? `About ${formatCoins(pace.seconds)} s per page, ${formatDollars(pace.dollars)} an hour.`
            : 'Answer a page yourself to see how long it takes, and what it pays an hour.'}
        </p>
        <TryButton {...props} />
      </Stack>
    </Card>
  );
};

const TryButton = ({ batch, saving, onTrial }: StepProps) => {
  const [page, setPage] = useState<TryItProps['page']>();
  const canTry = batch.file !== undefined && batch.form !== undefined;
  const { run, isRunning } = useAction(async () => {
    // The server makes the page from its draft.
    if (!(await saving.save()))
      return dialogs.failure({ text: 'We couldn’t save the last changes. Try again in a moment.' });
    const preview = await call('GET /batches/{id}/preview', { params: { id: batch._id }, query: { page: 1 } });
    setPage(preview.page);
  });
  return (
    <div>
      <Button variant="secondary" icon="play" busy={isRunning} disabled={!canTry} onClick={() => void run()}>
        Try it yourself
      </Button>
      {!canTry && <p>This needs a form and your rows.</p>}
      {page && batch.form && (
        <TryIt
          page={page}
          fields={batch.form.fields}
          onClose={() => setPage(undefined)}
          onDone={(seconds) => {
            onTrial({ seconds, rows: page.rows.length });
            setPage(undefined);
          }}
        />
      )}
    </div>
  );
};

const Heading = styled.h3`
  margin: 0;
  font-size: ${text.h3};
`;
const Form = styled(FormCard)`
  ul { margin: 0; padding-inline-start: 1.4em; }
  p { margin: 0; }
  ${media.desk} {
    grid-template-columns: minmax(0, 1fr) min(20rem, 45%);
    column-gap: ${space(8)};
    max-width: 66rem;

    > *, > fieldset > * { grid-column: 1; }
    section[aria-label='Total cost'] {
      position: sticky;
      top: ${space(24)};
      grid-column: 2;
      grid-row: 1 / span 8;
      align-self: start;
    }
  }
`;
