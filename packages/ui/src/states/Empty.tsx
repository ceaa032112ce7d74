import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Mark } from '../brand/Mark';
import { PatchBlock } from '../brand/PatchBlock';
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

const Block = styled.div`
  width: 72px;
  height: 72px;
  margin-bottom: ${space(2)};
  overflow: hidden;
  border-radius: ${radius.control};
  rotate: -4deg;
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

interface EmptyProps {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** Seed of the quilt block; without one, the logo. */
  seed?: string;
}

export function Empty({ title, text: description, action, seed }: EmptyProps) {
  return (
    <Centre>
      <Block>{seed ? <PatchBlock seed={seed} /> : <Mark size={72} />}</Block>
      <CentreTitle>{title}</CentreTitle>
      {description && <CentreText>{description}</CentreText>}
      {action}
    </Centre>
  );
}
