import type { Task } from '@piecework/contracts';
import { Avatar, type Elements, FactNote } from '@piecework/ui';
import { space } from '@piecework/ui/styles';
import { imageSrc } from '@piecework/web-kit';
import { useApiQuery } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { recordOf, rejectionsOf } from './task-facts';

/** Milliseconds; photos change rarely. */
const FRESH_MS = 300_000;

const useBuyerPhoto = (email: string | undefined): string | undefined => {
  const { data } = useApiQuery(
    'GET /user',
    { query: { email: email ?? '' } },
    { enabled: email !== undefined, staleTime: FRESH_MS },
  );
  return data?.userPhotoURL && imageSrc(data.userPhotoURL, 80);
};

interface BuyerStripProps {
  task: Task;
  size?: number;
  /** Also says what was rejected. */
  hasRejections?: boolean;
  children?: Elements;
}

/** Who pays, and how that buyer has decided so far (P-3.11). */
export const BuyerStrip = ({ task, size = 32, hasRejections = false, children }: BuyerStripProps) => {
  const { buyerName, buyerEmail, buyerStats } = task;
  const photo = useBuyerPhoto(buyerEmail);
  return (
    <Strip>
      <Avatar name={buyerName} src={photo} size={size} />
      <div>
        <Name translate="no">{buyerName}</Name>
        {children}
        {buyerStats && <FactNote>{recordOf(buyerStats)}</FactNote>}
        {buyerStats && hasRejections && <FactNote>{rejectionsOf(buyerStats)}</FactNote>}
      </div>
    </Strip>
  );
};

const Strip = styled.div`
  display: flex;
  gap: ${space(3)};
  align-items: center;
  min-width: 0;

  > div { display: grid; justify-items: start; min-width: 0; }
`;

const Name = styled.span`
  overflow-wrap: anywhere;
`;
