import { formatCoins, Stack } from '@piecework/ui';
import { color, plainList, quietText, radius, space } from '@piecework/ui/styles';
import { styled } from 'styled-components';

export type Places = Record<'approved' | 'pending' | 'reserved' | 'open' | 'rejected', number>;

/** Above this number a bar of shares is easier to read than patches. */
const MOST_PATCHES = 24;

const KINDS = {
  approved: { label: 'approved', ink: color.sage, ground: color.sageBg, mark: 'M5.5 10.5l3 3 6-6.5' },
  pending: { label: 'to review', ink: color.madder, ground: color.madderBg, mark: 'M10 5.5V10l3 2' },
  reserved: { label: 'held', ink: color.marigold, ground: color.marigoldBg, mark: 'M7 5.5h6v9l-3-2.4-3 2.4z' },
  open: { label: 'open', ink: color.edge, ground: 'transparent', mark: '' },
  rejected: { label: 'rejected', ink: color.soft, ground: color.sunk, mark: 'M6.5 6.5l7 7M13.5 6.5l-7 7' },
} as const satisfies Record<keyof Places, object>;
const NAMES = Object.keys(KINDS) as (keyof Places)[];

/** One patch per submission, reservation and open place. A rejected one, and one that Piecework paid after an appeal, uses no place: its patch comes on top. */
export const PlacesQuilt = ({ places }: { places: Places }) => {
  const shown = NAMES.filter((name) => places[name] > 0);
  const total = shown.reduce((sum, name) => sum + places[name], 0);
  return (
    <Stack gap={3}>
      {total > MOST_PATCHES ? (
        <Bar aria-hidden>
          {shown.map((name) => (
            <Share key={name} style={{ flexGrow: places[name] }} $kind={name} />
          ))}
        </Bar>
      ) : (
        <Patches aria-hidden>
          {shown.flatMap((name) =>
            Array.from({ length: places[name] }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: patches have no identity
              <Patch key={`${name}${at}`} kind={name} size={36} />
            )),
          )}
        </Patches>
      )}
      <Legend aria-label="Places">
        {shown.map((name) => (
          <li key={name}>
            <Patch kind={name} size={18} />
            <span>{`${formatCoins(places[name])} ${KINDS[name].label}`}</span>
          </li>
        ))}
      </Legend>
    </Stack>
  );
};

const Patch = ({ kind, size }: { kind: keyof Places; size: number }) => {
  const { ink, ground, mark } = KINDS[kind];
  return (
    <svg viewBox="0 0 20 20" width={size} height={size} fill="none" aria-hidden focusable="false">
      <rect
        x="1.5"
        y="1.5"
        width="17"
        height="17"
        rx="2.5"
        fill={ground}
        stroke={ink}
        strokeWidth="1.25"
        strokeDasharray={kind === 'open' ? '2.6 2.2' : undefined}
      />
      <path d={mark} stroke={ink} strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
};

const Patches = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 2px;
`;
const Bar = styled.div`
  display: flex;
  gap: 2px;
  height: ${space(5)};
  overflow: hidden;
  border-radius: ${radius.control};
`;
const Share = styled.span<{ $kind: keyof Places }>`
  flex-basis: 4px;
  border: 1px ${({ $kind }) => ($kind === 'open' ? 'dashed' : 'solid')} ${({ $kind }) => KINDS[$kind].ink};
  background: ${({ $kind }) => ($kind === 'open' ? 'transparent' : KINDS[$kind].ink)};
`;
const Legend = styled.ul`
  ${plainList}
  ${quietText}
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(5)};

  li {
    display: flex;
    gap: ${space(1.5)};
    align-items: center;
  }
`;
