import { t } from '@piecework/i18n';
import { color, space, text } from '@piecework/ui/styles';
import { Meter } from '@piecework/web-kit/forms';
import { styled } from 'styled-components';

const Frame = styled.div`
  display: grid;
  gap: ${space(1)};
  align-content: start;
  height: 0;
  color: ${color.soft};
  font-size: ${text.small};
`;

export function UploadProgress({ fraction }: { fraction: number | null | undefined }) {
  const label =
    fraction === null
      ? t('Interrupted. Trying again…')
      : fraction === 1
        ? t('Creating your account…')
        : t('Uploading your picture…');
  return (
    <Frame aria-live="polite">
      {fraction !== undefined && (
        <>
          <span>{label}</span>
          <Meter fraction={fraction ?? 0} />
        </>
      )}
    </Frame>
  );
}
