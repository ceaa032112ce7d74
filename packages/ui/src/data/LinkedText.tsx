import { Fragment } from 'react';
import { linksIn } from './links-in';

/**
 * The text of a user, with its http and https addresses as links; never HTML. No hidden text inside the links: it would be copied with the
 * text around them.
 */
export const LinkedText = ({ text }: { text: string }) =>
  linksIn(text).map((part, at) =>
    part.href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <a key={at} href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {part.text}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <Fragment key={at}>{part.text}</Fragment>
    ),
  );
