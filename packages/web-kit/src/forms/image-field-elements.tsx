import { localDigits, t } from '@piecework/i18n';
import { Button } from '@piecework/ui';
import { color, media, motion, quietText, radius, space } from '@piecework/ui/styles';
import { styled } from 'styled-components';
import type { Step } from './useUpload';

export const Frame = styled.div`
  display: grid;
  gap: ${space(2)};
`;

/** The invisible file input covers the zone, so that click, keyboard and drop work natively. */
export const Zone = styled.div<{ $invalid: boolean }>`
  position: relative;
  display: flex;
  gap: ${space(4)};
  align-items: center;
  min-height: 96px;
  padding: ${space(3)};
  border: 1px dashed ${({ $invalid }) => ($invalid ? color.madder : color.edge)};
  border-radius: ${radius.control};
  background: ${color.surface};
  color: ${color.soft};
  transition: background ${motion.fast};

  &:hover, &:focus-within { background: ${color.primarySoft}; }
  &:focus-within { outline: 2px solid ${color.primary}; outline-offset: 2px; }

  input {
    position: absolute;
    inset: 0;
    width: 100%;
    opacity: 0;
    cursor: pointer;
  }
  > svg { flex: none; margin-inline-start: ${space(2)}; }
`;

export const Preview = styled.img`
  flex: none;
  width: 112px;
  height: 84px;
  object-fit: cover;
  border-radius: ${radius.control};
  background: ${color.sunk};
`;

export const Prompt = styled.span`
  min-width: 0;

  strong { color: ${color.primary}; }
`;

export const Tools = styled.div`
  ${quietText}
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)} ${space(3)};
  align-items: center;

  > span:empty { display: none; }
  ${media.phone} { button { min-height: 44px; } }
`;

const Bar = styled.progress`
  flex: 1 1 120px;
  height: 8px;
  border: 0;
  border-radius: ${radius.full};
  background: ${color.line};
  appearance: none;

  &::-webkit-progress-bar { border-radius: ${radius.full}; background: ${color.line}; }
  &::-webkit-progress-value { border-radius: ${radius.full}; background: ${color.primary}; transition: width ${motion.fast}; }
  &::-moz-progress-bar { border-radius: ${radius.full}; background: ${color.primary}; }
`;

export function Meter({ fraction, label = t('Picture upload') }: { fraction: number; label?: string }) {
  return <Bar aria-label={label} max={1} value={fraction} />;
}

export const stepText = (step: Step): string => {
  if (step === 'preparing') return t('Preparing the picture…');
  return step === 'uploading' ? t('Uploading…') : t('Interrupted. Trying again…');
};

/** Beside a `Meter`, which says it to screen readers. */
export function Percent({ fraction }: { fraction: number }) {
  return (
    <span aria-hidden translate="no">
      {localDigits(`${Math.round(fraction * 100)}%`)}
    </span>
  );
}

export const Retry = ({ onClick }: { onClick(): void }) => (
  <Button type="button" variant="secondary" size="small" icon="retry" onClick={onClick}>
    {t('Try again')}
  </Button>
);
