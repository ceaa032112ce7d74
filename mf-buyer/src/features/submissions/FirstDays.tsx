import { Card, Coins, GridList, Stack, Steps, type StepText } from '@piecework/ui';
import { font, space, text } from '@piecework/ui/styles';
import { LinkButton } from '@piecework/web-kit/link-button';
import { styled } from 'styled-components';
import { paths } from '../paths';
import { costOf } from '../tasks/posting';
import { TEMPLATE_NAMES, TEMPLATES } from '../tasks/task-templates';

const STEPS: readonly StepText[] = [
  { title: 'Post a task', text: 'Describe the work, how many workers you need, and what you pay each one.' },
  {
    title: 'Review submissions',
    text: 'Approve good work. Reject with a reason, or send it back once for a revision.',
  },
  { title: 'Keep the results', text: 'Approved submissions stay available. Coins for unused places are refunded.' },
];

/** In place of totals that are all zero (P-12.13). */
export default function FirstDays() {
  return (
    <Stack gap={8}>
      <Steps label="Your first steps" steps={STEPS} />
      <section aria-labelledby="templates">
        <Heading id="templates">Start from a template</Heading>
        <GridList min="20rem">
          {TEMPLATE_NAMES.map((name) => {
            const { label, text: description, values } = TEMPLATES[name];
            return (
              <Template as="li" key={name}>
                <strong>{label}</strong>
                <span>{description}</span>
                <span>
                  <span>{`${values.requiredWorkers} workers, `}</span>
                  <Coins amount={costOf(values.requiredWorkers, values.payableAmount) ?? 0} />
                  <span> in total</span>
                </span>
                <LinkButton
                  to={paths.addFrom(name)}
                  variant="secondary"
                  aria-label={`Use this template: ${label}`}
                  label="Use this template"
                />
              </Template>
            );
          })}
        </GridList>
      </section>
    </Stack>
  );
}

const Heading = styled.h2`
  margin: 0 0 ${space(3)};
  font-size: ${text.h3};
`;

const Template = styled(Card)`
  display: grid;
  gap: ${space(2)};
  justify-items: start;

  strong { font: 600 ${text.h3} / 1.3 ${font.head}; }
  > :last-child { margin-top: ${space(2)}; }
`;
