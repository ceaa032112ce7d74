import { localDigits, t } from '@piecework/i18n';
import type { Rectangle } from './geometry';

export interface Box extends Rectangle {
  /** The value of a {@link BoxLabel}. */
  label: string;
}

export interface BoxLabel {
  value: string;
  label: string;
}

/** Behind white text, on any picture and in both themes. */
const COLORS = ['#b3261e', '#0b57d0', '#146c2e', '#7b1fa2', '#8a4b00', '#00677d', '#a8005c', '#444746'] as const;

/** Colors repeat: each box also shows its label. */
export const colorOf = (labels: readonly BoxLabel[], label: string): string =>
  COLORS[
    Math.max(
      0,
      labels.findIndex(({ value }) => value === label),
    ) % COLORS.length
  ] ?? COLORS[0];

export const nameOf = (labels: readonly BoxLabel[], label: string): string =>
  labels.find(({ value }) => value === label)?.label ?? label;

const percent = (fraction: number): string => localDigits(String(Math.round(fraction * 1000) / 10));

/** For readers who do not see the picture. */
export const spokenBox = (name: string, at: number, count: number, { x, y, width, height }: Rectangle): string =>
  t('Box {number} of {count}: {label}, {left}% from the left, {top}% from the top, {width}% wide, {height}% high', {
    number: at + 1,
    count,
    label: name,
    left: percent(x),
    top: percent(y),
    width: percent(width),
    height: percent(height),
  });
