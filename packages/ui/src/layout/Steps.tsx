import { currentLanguage } from '@piecework/i18n';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { plainList, sheet } from '../mixins';
import { color, font, media, radius, space, text } from '../tokens';

const List = styled.ol`
  ${plainList}
  display: grid;
  gap: ${space(4)};
  counter-reset: step;

  ${media.desk} { grid-auto-columns: minmax(0, 1fr); grid-auto-flow: column; }
`;

const Step = styled.li`
  ${sheet}
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space(1)} ${space(4)};
  align-content: start;
  padding: ${space(5)};
  counter-increment: step;

  &::before {
    display: grid;
    grid-row: span 2;
    width: ${space(10)};
    height: ${space(10)};
    border: 2px dashed ${color.primary};
    border-radius: ${radius.full};
    background: ${color.primarySoft};
    color: ${color.primary};
    font: 700 ${text.lead} / 1 ${font.head};
    content: ${() => (currentLanguage() === 'bn' ? 'counter(step, bengali)' : 'counter(step)')};
    place-items: center;
  }
`;

const Title = styled.strong`
  font: 600 ${text.lead} / 1.3 ${font.head};
`;

const Text = styled.span`
  color: ${color.soft};
`;

export interface StepText {
  title: string;
  text: ReactNode;
}

/** Numbered steps, side by side on a desk. */
export function Steps({ label, steps }: { label: string; steps: readonly StepText[] }) {
  return (
    <List aria-label={label}>
      {steps.map(({ title, text: description }) => (
        <Step key={title}>
          <Title>{title}</Title>
          <Text>{description}</Text>
        </Step>
      ))}
    </List>
  );
}
