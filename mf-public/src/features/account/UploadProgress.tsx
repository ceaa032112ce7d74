import { color, radius, space, text } from '@piecework/ui';
import { styled } from 'styled-components';

const Frame = styled.div`
  display: grid;
  gap: ${space(1)};
  align-content: start;
  height: 0;
  color: ${color.soft};
  font-size: ${text.small};

  progress { width: 100%; height: ${space(2)}; border-radius: ${radius.full}; accent-color: ${color.primary}; }
`;

export function UploadProgress({ fraction }: { fraction: number | undefined }) {
  const label = fraction === 1 ? 'Creating your account…' : 'Uploading your picture…';
  return (
    <Frame aria-live="polite">
      {fraction !== undefined && (
        <>
          {label}
          <progress value={fraction} aria-label="Picture upload" />
        </>
      )}
    </Frame>
  );
}
