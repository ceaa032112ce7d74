import { Icon } from '@piecework/ui';
import { color, plainFieldset, radius, space, text } from '@piecework/ui/styles';
import type { ComponentType, Ref } from 'react';
import { styled } from 'styled-components';

export const CardGroup = styled.fieldset`
  ${plainFieldset}
  display: grid;

  > legend {
    margin-bottom: ${space(2)};
    padding: 0;
    font-weight: 600;
  }
`;

export const CardBox = styled.div<{ $isBad: boolean }>`
  overflow: hidden;
  border: 1px solid ${({ $isBad }) => ($isBad ? color.madder : color.edge)};
  border-radius: ${radius.control};

  &:focus-within {
    outline: 2px solid ${color.primary};
    outline-offset: 2px;
  }
`;

export const CARD_ERROR_ID = 'card-error';

/** Always rendered, because screen readers announce only changes of an existing live region. */
export const CardError = ({ error }: { error: string | null }) => (
  <div id={CARD_ERROR_ID} role="alert">
    {error && (
      <Refusal>
        <Icon name="alert" />
        <span>{error}</span>
      </Refusal>
    )}
  </div>
);

const Refusal = styled.p`
  display: flex;
  gap: ${space(1)};
  margin: ${space(2)} 0 0;
  color: ${color.madder};
  font-size: ${text.small};
  font-weight: 600;

  svg {
    flex: none;
  }
`;

interface Billing {
  name: string;
  email: string;
}

export type CardResult =
  /** Charged: the processor's id of the payment. */
  | { intent: string }
  /** Refused: the processor's message. Nothing was charged. */
  | { declined: string };

export interface CardHandle {
  /** @throws ApiError when the outcome is unknown; a retry with the same secret is safe */
  pay(clientSecret: string): Promise<CardResult>;
}

export interface CardFormProps {
  ref: Ref<CardHandle>;
  billing: Billing;
  /** In dollars. */
  amount: number;
  disabled: boolean;
  error: string | null;
  onChange(): void;
}

export type CardForm = ComponentType<CardFormProps>;
