import type { ComponentType, Ref } from 'react';

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
