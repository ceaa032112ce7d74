import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Icon } from '../icons/Icon';
import { color, font, motion, space, text } from '../tokens';

interface AccordionItem {
  question: string;
  answer: ReactNode;
}

const Item = styled.details`
  border-bottom: 2px dashed ${color.line};

  &:first-child { border-top: 2px dashed ${color.line}; }
  &[open] > summary > svg { transform: rotate(90deg); }
`;

const Question = styled.summary`
  display: flex;
  gap: ${space(4)};
  align-items: center;
  justify-content: space-between;
  min-height: 56px;
  padding: ${space(3)} 0;
  list-style: none;
  cursor: pointer;

  &::-webkit-details-marker { display: none; }
  &:hover { color: ${color.primary}; }

  h3 { margin: 0; font: 600 ${text.lead} / 1.35 ${font.head}; }
  svg { flex: none; color: ${color.primary}; transition: transform ${motion.slow}; }
`;

const Answer = styled.div`
  max-width: 66ch;
  padding: 0 ${space(8)} ${space(5)} 0;
  color: ${color.soft};
  white-space: pre-line;
`;

/** Native <details>: works without a script, and find-in-page opens it. */
export function Accordion({ items }: { items: readonly AccordionItem[] }) {
  return (
    <div>
      {items.map(({ question, answer }) => (
        <Item key={question}>
          <Question>
            <h3>{question}</h3>
            <Icon name="next" />
          </Question>
          <Answer>{answer}</Answer>
        </Item>
      ))}
    </div>
  );
}
