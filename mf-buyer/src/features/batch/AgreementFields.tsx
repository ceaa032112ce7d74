import { AGREEMENT, MAX_OVERLAP } from '@piecework/contracts/constants';
import { parseWholeNumber } from '@piecework/contracts/text';
import { FieldPair, formatCoins, NumberField, SelectField, Stack } from '@piecework/ui';
import { text } from '@piecework/ui/styles';
import { fieldOf, useWatch } from '@piecework/web-kit/forms';
import { styled } from 'styled-components';
import { costOf } from '../tasks/posting';
import { faultOf } from './batch-draft';
import { figuresOf } from './figures';
import type { StepProps } from './step-props';

const SHARES = [AGREEMENT.default, 0.75, 0.6, AGREEMENT.min];
const shareText = (share: number) => (share === 1 ? 'All of them' : `At least ${Number((share * 100).toFixed(1))}%`);

/** When a page has enough answers, and what happens with those that agree. */
export const AgreementFields = ({ form, batch }: StepProps) => {
  const [rowsPerPage, overlap, fewest, pay, agreement] = useWatch({
    control: form.control,
    name: ['rowsPerPage', 'overlap', 'fewestAnswers', 'payableAmount', 'agreement'],
  });
  const costWith = (answers: string) =>
    costOf(String(figuresOf(batch.file?.rows ?? 0, { rowsPerPage, overlap: answers })?.places ?? ''), pay);
  const [least, most] = [costWith(fewest), costWith(overlap)];
  const shares = [...new Set([...SHARES, Number(agreement)])].sort((a, b) => b - a);
  return (
    <Stack as="section" aria-labelledby="batch-agreement">
      <Heading id="batch-agreement">Answers that agree</Heading>
      <FieldPair>
        <NumberField
          label="Ask for at least … answers; stop when they agree (optional)"
          hint={`Of each page. 1 to ${MAX_OVERLAP}; leave it empty to always get all answers.`}
          {...fieldOf(form, 'fewestAnswers', {
            faultOf: (typed) => faultOf('fewestAnswers', { ...form.getValues(), fewestAnswers: typed }),
          })}
        />
        <SelectField
          label="How many must agree"
          hint="In each choice, number and date. Texts, pictures and boxes aren’t compared."
          options={shares.map((share) => ({ value: String(share), label: shareText(share) }))}
          {...fieldOf(form, 'agreement')}
        />
      </FieldPair>
      {parseWholeNumber(fewest) < parseWholeNumber(overlap) && least !== null && most !== null && (
        <p role="status">
          {`You set aside ${formatCoins(most)} coins, which is the most it can cost. If no page needs more than the fewest answers, it costs ${formatCoins(least)}. The coins for answers that aren’t needed are refunded when the batch closes.`}
        </p>
      )}
      <SelectField
        label="Approve answers that agree right away"
        hint="The workers are paid as soon as the page is complete. Other answers wait for you. It needs at least 2 answers per page."
        options={[
          { value: 'no', label: 'No, I decide about each answer' },
          { value: 'yes', label: 'Yes' },
        ]}
        {...fieldOf(form, 'approveOnAgreement')}
      />
    </Stack>
  );
};

const Heading = styled.h3`
  margin: 0;
  font-size: ${text.h3};
`;
