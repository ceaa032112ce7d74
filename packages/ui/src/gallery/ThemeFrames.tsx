import { useState } from 'react';
import { styled } from 'styled-components';
import { color, Row, Segmented, space, Wordmark } from '..';

const Top = styled.header`
  padding: ${space(4)} ${space(6)};
`;

const Pair = styled.div<{ $width: string }>`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, ${({ $width }) => $width}));
  gap: ${space(4)};
  justify-content: center;
  height: calc(100dvh - 90px);
  padding: 0 ${space(4)} ${space(4)};

  iframe { width: 100%; height: 100%; border: 1px solid ${color.line}; }
`;

/** Both themes side by side, in frames because media queries follow the window's width. */
export function ThemeFrames() {
  const [width, setWidth] = useState<'1fr' | '390px'>('1fr');
  return (
    <>
      <Row as={Top} justify="space-between">
        <Wordmark />
        <Segmented
          label="Width"
          options={[
            { value: '1fr', label: 'Desk' },
            { value: '390px', label: 'Phone' },
          ]}
          value={width}
          onChange={setWidth}
        />
      </Row>
      <Pair $width={width}>
        <iframe src="?theme=light" title="Light" />
        <iframe src="?theme=dark" title="Dark" />
      </Pair>
    </>
  );
}
