import { styled } from 'styled-components';
import { color, Grid, Row, radius, Stack, space, type TextSize, text } from '../..';
import { Section, Show } from './Section';

const Swatch = styled.div<{ $colour: string }>`
  display: grid;
  gap: ${space(1)};
  font-size: ${text.small};

  &::before {
    content: '';
    height: 56px;
    border: 1px solid ${color.line};
    border-radius: ${radius.control};
    background: ${({ $colour }) => $colour};
  }
`;

const Line = styled.p<{ $size: TextSize }>`
  margin: 0;
  font-size: ${({ $size }) => text[$size]};
  line-height: 1.3;
`;

export function Tokens() {
  return (
    <Section title="Tokens">
      <Show name="Colour">
        <Grid min="7rem" gap={3}>
          {Object.entries(color).map(([name, value]) => (
            <Swatch key={name} $colour={value}>
              {name}
            </Swatch>
          ))}
        </Grid>
      </Show>
      <Show name="Type">
        <Row gap={10} align="flex-start">
          <Stack gap={2}>
            <h1>Every piece counts</h1>
            <h2>Every piece counts</h2>
            <h3>Every piece counts</h3>
          </Stack>
          <Stack gap={1}>
            {(['small', 'body', 'lead', 'h3', 'h2'] as const).map((size) => (
              <Line key={size} $size={size}>
                {size}: many hands sew small pieces, <a href="#link">and a link</a>
              </Line>
            ))}
          </Stack>
        </Row>
      </Show>
    </Section>
  );
}
