import { formatMoment, formatRelative, formatUtc, isRecent } from '@piecework/ui';
import { useServerNow } from '@piecework/web-kit';
import { styled } from 'styled-components';

export interface MomentProps {
  /** ISO 8601. */
  at: string;
  /**
   * `absolute`: 'Sat 28 Nov, 9:14'. `both`, of a deadline: 'Sat 28 Nov, 9:14, in 45 hours'. `relative`, of news: '2 hours ago', after a week
   * absolute.
   */
  form?: 'absolute' | 'relative' | 'both';
}

const wordsOf = ({ at, form }: MomentProps, now: number): string => {
  if (form === undefined || form === 'absolute' || !isRecent(at, now)) return formatMoment(at, now);
  // The server's clock is read once in a while: news may be newer than its last reading.
  const relative = formatRelative(at, form === 'relative' ? Math.max(now, Date.parse(at)) : now);
  return form === 'relative' ? relative : `${formatMoment(at, now)}, ${relative}`;
};

/** A moment in the reader's time zone, in UTC in its title (P-9.15). The relative form follows the server's clock. */
export const Moment = (props: MomentProps) => {
  const now = useServerNow();
  const words = wordsOf(props, now);
  const utc = formatUtc(props.at);
  return (
    // The key: browser translators replace the text node.
    <Time
      key={words}
      dateTime={props.at}
      title={props.form === 'relative' ? `${formatMoment(props.at, now)} (${utc})` : utc}
      data-form={props.form}
      // The passing of time is no news in a live region.
      aria-live="off"
    >
      {words}
    </Time>
  );
};

const Time = styled.time`
  font-variant-numeric: tabular-nums;

  &:not([data-form='both']) { white-space: nowrap; }
`;
