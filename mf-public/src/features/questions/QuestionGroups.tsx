import { Accordion } from '@piecework/ui';
import { media, space, text } from '@piecework/ui/styles';
import { styled } from 'styled-components';
import { questions } from './questions';

const Columns = styled.div`
  display: grid;
  gap: ${space(10)};
  align-items: start;

  ${media.desk} { grid-template-columns: 1fr 1fr; gap: ${space(14)}; }
`;

const Group = styled.div`
  min-width: 0;

  > h2, > h3 { margin: 0 0 ${space(3)}; font-size: ${text.h3}; }
`;

/** The heading level depends on the page. */
export function QuestionGroups({ heading: Heading }: { heading: 'h2' | 'h3' }) {
  return (
    <Columns>
      {questions().map(({ title, items }) => (
        <Group key={title}>
          <Heading>{title}</Heading>
          <Accordion items={items} />
        </Group>
      ))}
    </Columns>
  );
}
