import type { ComponentType, Ref } from 'react';

/** Who pays, as the processor writes it on the receipt. */
interface Billing {
  name: string;
  email: string;
}

export type CardResult =
  /** Charged: the processor's id of the payment. */
  | { intent: string }
  /** Refused, and nothing was charged: what the processor says about it. */
  | { declined: string };

export interface CardHandle {
  /** @throws ApiError when it is not known whether the card was charged; the same secret can be tried again without harm */
  pay(clientSecret: string): Promise<CardResult>;
}

export interface CardFormProps {
  ref: Ref<CardHandle>;
  billing: Billing;
  /** Dollars, for what the processor asks while it authenticates. */
  amount: number;
  /** While a payment is being made. */
  disabled: boolean;
  /** The processor's message, shown in red under the card field. */
  error: string | null;
  onChange(): void;
}

/** The card fields of one processor. */
export type CardForm = ComponentType<CardFormProps>;
