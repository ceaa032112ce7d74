import type { Submission } from '@piecework/contracts';
import { media, quietText } from '@piecework/ui/styles';
import { styled } from 'styled-components';
import { agreementText, type PageAnswer, type Targets } from './page-answers';

interface PageHintProps {
  answers: readonly PageAnswer[];
  targets: Targets;
  chosen: readonly Submission[];
}

/** What the next decision is about; screen readers announce each change. */
export const PageHint = (props: PageHintProps) => <Hint role="status">{hintOf(props)}</Hint>;

const hintOf = ({ answers, targets: { approve, reject }, chosen }: PageHintProps): string => {
  const open = answers.filter((answer) => answer.open);
  if (open.length === 0 || answers.length === 1) return '';
  const named = (id: string | undefined, before: string) => {
    const answer = answers.find((one) => one.id === id);
    return answer ? `${before} ${answer.number}, ${answer.workerName}: ${agreementText(answer)}` : '';
  };
  if (chosen.length > 1) return `${chosen.length} answers chosen`;
  if (chosen.length === 1) return named(chosen[0]?._id, 'Answer');
  if (reject.length > 0 || open.length === 1) return named(approve[0]?._id, 'Left: answer');
  if (approve.length === 0) return 'No answers agree in every field. Choose one by its number.';
  const [one] = approve;
  return approve.length === 1
    ? named(one?._id, 'Answer')
    : `${approve.length} of ${open.length} agree. Choose one by its number.`;
};

const Hint = styled.p`
  ${quietText}
  flex: 1 1 12rem;
  margin: 0;
  overflow-wrap: anywhere;

  ${media.phone} {
    flex-basis: 100%;
    min-height: 1.5em;
  }
`;
