import { styled } from 'styled-components';
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
      <span key={at}>{part.text}</span>
    ),
  );

const Lines = styled.p`
  max-width: 68ch;
  margin: 0;
  white-space: pre-line;
  overflow-wrap: anywhere;
`;

/** A long text of a user with its line breaks, at a readable width. */
export function LinkedParagraph({ text }: { text: string }) {
  return (
    <Lines>
      <LinkedText text={text} />
    </Lines>
  );
}
