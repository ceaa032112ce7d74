import { styled } from 'styled-components';
import { color, font, radius, space, text } from '../tokens';

export const Centre = styled.div`
  display: grid;
  justify-items: center;
  gap: ${space(2)};
  padding: ${space(10)} ${space(5)};
  border: 2px dashed ${color.line};
  border-radius: ${radius.card};
  text-align: center;
`;

export const CentreTitle = styled.p`
  margin: 0;
  font: 600 ${text.h3} / 1.2 ${font.head};
  text-wrap: balance;
`;

export const CentreText = styled.p`
  max-width: 46ch;
  margin: 0 0 ${space(2)};
  color: ${color.soft};
  text-wrap: pretty;
`;
