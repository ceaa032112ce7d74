import type { PayoutRate } from '@piecework/contracts';
import { payoutRateRule } from '@piecework/contracts/field-rules';
import { Card, Fact, Facts, Row, TextField } from '@piecework/ui';
import { call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { FormDialog, fieldOf, useForm, useSubmit } from '@piecework/web-kit/forms';
import { Moment } from '@piecework/web-kit/moment';
import { refresh, useApiQuery } from '@piecework/web-kit/query';
import { useState } from 'react';
import { styled } from 'styled-components';
import { RowButton, SecondaryLine } from '../list/list-elements';

/** P-5.17. Payment systems that pay in another currency than dollars; nothing where there is none. */
export const PayoutRates = () => {
  const [changed, setChanged] = useState<PayoutRate>();
  const rates = useApiQuery('GET /payout-rates').data ?? [];
  if (rates.length === 0) return null;
  return (
    <Narrow aria-labelledby="payout-rates">
      <h2 id="payout-rates">Payout rates</h2>
      <p>An approval keeps the rate of its moment. Workers see about how much they’ll get.</p>
      <Facts>
        {rates.map((rate) => (
          <Fact key={rate.paymentSystem} label={rate.paymentSystem}>
            <Row gap={3}>
              <span>
                <span>
                  {rate.perDollar ? `$1 = ${rate.perDollar} ${rate.currency}` : `No rate of ${rate.currency}`}
                </span>
                {rate.setAt && (
                  <SecondaryLine>
                    <span>since </span>
                    <Moment at={rate.setAt} />
                  </SecondaryLine>
                )}
              </span>
              <RowButton
                variant="quiet"
                label={rate.perDollar === undefined ? 'Set' : 'Change'}
                about={`the rate of ${rate.paymentSystem}`}
                onClick={() => setChanged(rate)}
              />
            </Row>
          </Fact>
        ))}
      </Facts>
      {changed && <RateDialog rate={changed} onClose={() => setChanged(undefined)} />}
    </Narrow>
  );
};

const RateDialog = ({ rate, onClose }: { rate: PayoutRate; onClose(): void }) => {
  const { paymentSystem: system, currency, perDollar = '' } = rate;
  const form = useForm({ defaultValues: { perDollar } });
  const submission = useSubmit(form, async (body) => {
    await call('PUT /payout-rates/{system}', { params: { system }, body });
    onClose();
    refresh('GET /payout-rates');
    dialogs.toast({ icon: 'success', title: 'The rate was saved', ms: MESSAGE_MS.short });
  });
  return (
    <FormDialog title={`Rate of ${system}`} confirmText="Save" submission={submission} onClose={onClose}>
      <TextField
        label={`${currency} per dollar`}
        hint="Like 122.50. Approvals from now on keep it; earlier ones don’t change. It’s recorded in the admin trail."
        inputMode="decimal"
        autoComplete="off"
        {...fieldOf(form, 'perDollar', payoutRateRule)}
      />
    </FormDialog>
  );
};

const Narrow = styled(Card)`
  max-width: 40rem;
`;
