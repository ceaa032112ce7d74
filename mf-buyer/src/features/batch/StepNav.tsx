import type { Batch } from '@piecework/contracts';
import { Icon, VisuallyHidden } from '@piecework/ui';
import { color, font, media, plainList, radius, space, text } from '@piecework/ui/styles';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { paths } from '../paths';
import { isComplete, STEP_TEXTS, STEPS, type Step } from './steps';

interface StepNavProps {
  batch: Batch;
  current: Step;
  /** Have something that publishing refused. */
  faulty: ReadonlySet<Step>;
}

export const StepNav = ({ batch, current, faulty }: StepNavProps) => (
  <nav aria-label="Steps">
    <List>
      {STEPS.map((step, at) => (
        <li key={step}>
          <StepLink to={paths.batch(batch._id, step)} aria-current={step === current ? 'step' : undefined}>
            <Mark aria-hidden>
              {faulty.has(step) ? (
                <Icon name="alert" size="1rem" />
              ) : isComplete(step, batch) ? (
                <Icon name="check" size="1rem" />
              ) : (
                at + 1
              )}
            </Mark>
            <span>{STEP_TEXTS[step].label}</span>
            <VisuallyHidden>
              {faulty.has(step) ? ', needs a change' : isComplete(step, batch) ? ', complete' : ''}
            </VisuallyHidden>
          </StepLink>
        </li>
      ))}
    </List>
  </nav>
);

const List = styled.ol`
  ${plainList}
  display: grid;
  /* In rem, so that large text turns one row into two. */
  grid-template-columns: repeat(auto-fit, minmax(4.6rem, 1fr));
  gap: ${space(2)};
  max-width: 64rem;
`;
const StepLink = styled(Link)`
  display: flex;
  gap: ${space(2)};
  align-items: center;
  min-height: 44px;
  padding: ${space(1)} ${space(2)};
  border-bottom: 3px solid ${color.line};
  color: ${color.soft};
  font: 600 ${text.body} / 1.2 ${font.body};
  text-decoration: none;

  &:hover { color: ${color.ink}; }
  &[aria-current] { border-color: ${color.primary}; color: ${color.primary}; }
  ${media.phone} { padding-inline: 0; }
`;
const Mark = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  width: 1.75rem;
  height: 1.75rem;
  border: 2px dashed currentColor;
  border-radius: ${radius.full};
  font-variant-numeric: tabular-nums;

  ${media.phone} { width: 1.5rem; height: 1.5rem; }
`;
