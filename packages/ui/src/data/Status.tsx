import { msg, translated } from '@piecework/i18n';
import { styled } from 'styled-components';
import { color, radius, space, text } from '../tokens';

/** The glyph distinguishes the states without colour. */
const GLYPHS = {
  waiting: 'M8 4.5V8l2.3 1.6',
  going: 'M5 8h.01M8 8h.01M11 8h.01',
  done: 'M4.8 8.3L7 10.5l4.3-4.8',
  gone: 'M5.5 5.5l5 5M10.5 5.5l-5 5',
  noted: 'M5 6.5h6M5 9.5h3.5',
  held: 'M6 5.25v5.5M10 5.25v5.5',
  shut: 'M5 8h6',
  apart: 'M5 6.3h6M5 9.7h6M9.7 4.6L6.3 11.4',
} as const;

type Style = readonly [glyph: keyof typeof GLYPHS, colour: string, ground: string];

const WAITING: Style = ['waiting', color.marigold, color.marigoldBg];
const NOTED: Style = ['noted', color.marigold, color.marigoldBg];
const DONE: Style = ['done', color.sage, color.sageBg];
const GONE: Style = ['gone', color.soft, color.sunk];

/** The English word is the API's value as it is, except for `holds` and `review`. */
const STATES: Record<string, readonly [word: string, ...Style]> = {
  pending: [msg('pending'), 'waiting', color.madder, color.madderBg],
  onProgress: [msg('onProgress'), 'going', color.marigold, color.marigoldBg],
  held: [msg('held'), ...WAITING],
  review: [msg('in review'), ...WAITING],
  late: [msg('late'), 'waiting', color.madder, color.madderBg],
  queued: [msg('queued'), ...WAITING],
  recorded: [msg('recorded'), ...NOTED],
  due: [msg('due'), ...NOTED],
  failed: [msg('failed'), 'gone', color.madder, color.madderBg],
  broken: [msg('broken'), 'gone', color.madder, color.madderBg],
  paid: [msg('paid'), ...DONE],
  completed: [msg('completed'), ...DONE],
  approved: [msg('approved'), ...DONE],
  credited: [msg('credited'), ...DONE],
  sent: [msg('sent'), ...DONE],
  holds: [msg('OK'), ...DONE],
  agreed: [msg('agreed'), ...DONE],
  answered: [msg('answered'), ...NOTED],
  disputed: [msg('disputed'), 'apart', color.plum, color.plumBg],
  open: [msg('open'), 'going', color.soft, color.sunk],
  reject: [msg('reject'), ...GONE],
  canceled: [msg('canceled'), ...GONE],
  reversed: [msg('reversed'), ...GONE],
  expired: [msg('expired'), ...GONE],
  paused: [msg('paused'), 'held', color.soft, color.sunk],
  closed: [msg('closed'), 'shut', color.soft, color.sunk],
};

const Chip = styled.span<{ $colour: string; $ground: string }>`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  padding: 3px ${space(2)} 3px 5px;
  border-radius: ${radius.control};
  background: ${({ $ground }) => $ground};
  color: ${({ $colour }) => $colour};
  font-size: ${text.small};
  font-weight: 600;
  line-height: 1.4;
  white-space: nowrap;
  overflow-wrap: normal;
  vertical-align: middle;

  svg { flex: none; }
`;

export function Status({ status }: { status: string }) {
  const [word, glyph, colour, ground] = STATES[status] ?? ([status, 'noted', color.soft, color.sunk] as const);
  return (
    <Chip $colour={colour} $ground={ground}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden focusable="false">
        <rect
          x="1"
          y="1"
          width="14"
          height="14"
          rx="3"
          fill="currentColor"
          transform={glyph === 'going' ? 'rotate(45 8 8) translate(1.5 1.5) scale(.81)' : undefined}
        />
        <path
          d={GLYPHS[glyph]}
          fill="none"
          stroke={ground}
          strokeWidth={glyph === 'going' ? 2 : 1.75}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span>{translated(word)}</span>
    </Chip>
  );
}
