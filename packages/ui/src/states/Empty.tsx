import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Mark } from '../brand/Mark';
import { PatchBlock } from '../brand/PatchBlock';
import type { Elements } from '../layout/elements';
import { radius, space } from '../tokens';
import { Centre, CentreText, CentreTitle } from './Centre';

const Block = styled.div`
  width: 72px;
  height: 72px;
  margin-bottom: ${space(2)};
  overflow: hidden;
  border-radius: ${radius.control};
  rotate: -4deg;
`;

interface EmptyProps {
  title: string;
  text?: ReactNode;
  action?: Elements;
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
