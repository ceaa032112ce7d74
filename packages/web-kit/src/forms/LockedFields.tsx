import type { Elements } from '@piecework/ui';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';

interface LockedFieldsProps {
  isLocked: boolean;
  children: Elements;
}

/** Fields that can't be changed while their values are sent. A locked field can't get the focus: the first faulty one gets it afterwards. */
export function LockedFields({ isLocked, children }: LockedFieldsProps) {
  const element = useRef<HTMLFieldSetElement>(null);
  const wasLocked = useRef(isLocked);
  useEffect(() => {
    if (wasLocked.current && !isLocked) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    wasLocked.current = isLocked;
  }, [isLocked]);
  return (
    <Fields ref={element} disabled={isLocked}>
      {children}
    </Fields>
  );
}

/** Its content takes part in the layout around it. */
const Fields = styled.fieldset`
  display: contents;
`;
