export interface Fact {
  label: string;
  value: string;
}

export interface Confirmation {
  title?: string;
  text: string;
  detail?: string;
  warning?: string | undefined;
  facts?: readonly Fact[];
  confirmText: string;
  danger?: boolean;
}
export interface Message {
  title: string;
  text?: string;
  ms?: number;
}
export interface Toast extends Message {
  icon: 'success' | 'error' | 'warning';
  ms: number;
  /** `open` follows it without loading the page again. */
  link?: { label: string; href: string; open(): void };
}
