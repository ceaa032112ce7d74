import { type Elements, Stack } from '@piecework/ui';
import { text } from '@piecework/ui/styles';
import { LockedFields } from '@piecework/web-kit/forms';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { type Fault, showFaults } from './faults';
import { STEP_TEXTS, type Step } from './steps';
import type { BatchForm } from './useBatchForm';

interface StepFrameProps {
  step: Step;
  form: BatchForm;
  /** Of all steps, as publishing found them. */
  faults: readonly Fault[];
  /** Whether the buyer came from another step. */
  hasMoved: boolean;
  isLocked: boolean;
  children: Elements;
}

/** Shows the faults of its fields; the first of them gets the focus, else the heading. */
export const StepFrame = ({ step, form, faults, hasMoved, isLocked, children }: StepFrameProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit
  useEffect(() => {
    const isFaulty = showFaults(form, faults, step);
    if (hasMoved && !isFaulty) heading.current?.focus();
  }, []);
  return (
    <Stack as="section" gap={5} aria-labelledby="batch-step">
      <Title id="batch-step" ref={heading} tabIndex={-1}>
        {STEP_TEXTS[step].title}
      </Title>
      {/* The last step locks its fields itself: what is underway can be published again. */}
      <LockedFields isLocked={isLocked && step !== 'pay'}>{children}</LockedFields>
    </Stack>
  );
};

const Title = styled.h2`
  margin: 0;
  font-size: ${text.h2};
`;
