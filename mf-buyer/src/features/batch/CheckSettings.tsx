import { CHECKS_BEFORE, MAX_CHECKS_PER_PAGE, MAX_HELD_PAGES, MIN_ACCURACY } from '@piecework/contracts/constants';
import { FieldPair, formatCoins, NumberField, Stack } from '@piecework/ui';
import { text } from '@piecework/ui/styles';
import { fieldOf } from '@piecework/web-kit/forms';
import { styled } from 'styled-components';
import { draftRules, type Ruled } from './batch-draft';
import type { StepProps } from './step-props';

/** What happens with the rows whose right answers the file has, and with answers that came too fast. */
export const CheckSettings = ({ form, batch: { file } }: StepProps) => {
  const field = (name: Ruled) => fieldOf(form, name, draftRules[name]);
  const { checks = 0 } = file ?? {};
  return (
    <Stack as="section" aria-labelledby="batch-checks">
      <Heading id="batch-checks">Checks</Heading>
      {checks > 0 ? (
        <>
          <p>
            {`Your file has ${formatCoins(checks)} ${checks === 1 ? 'check' : 'checks'}. They come on top of the rows of a page, at random places, and cost nothing extra.`}
          </p>
          <NumberField
            label="Checks per page (optional)"
            hint={`0 to ${MAX_CHECKS_PER_PAGE}; 1 if you leave it empty. Your file needs ${MAX_HELD_PAGES + 1} checks for each one on a page, so that no worker meets one twice at a time.`}
            {...field('checksPerPage')}
          />
          <FieldPair>
            <NumberField
              label="Accuracy that workers need, in percent (optional)"
              hint={`${MIN_ACCURACY * 100} if you leave it empty. Workers below it get no more pages; their answers stay.`}
              {...field('minAccuracy')}
            />
            <NumberField
              label="After … checks (optional)"
              hint={`${CHECKS_BEFORE} if you leave it empty. No worker is stopped before.`}
              {...field('checksBefore')}
            />
          </FieldPair>
        </>
      ) : (
        <p>
          A column with the right answers to some rows makes them checks, which show how accurate each worker is. You
          choose the column in Data.
        </p>
      )}
      <NumberField
        label="Mark answers in less than … seconds (optional)"
        hint="For a whole page. They are marked for you, and never refused."
        {...field('minSeconds')}
      />
    </Stack>
  );
};

const Heading = styled.h3`
  margin: 0;
  font-size: ${text.h3};
`;
