import { Email } from '@piecework/ui';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { paths } from '../../paths';
import { WholeWords } from '../list/list-elements';

interface PersonLinkProps {
  /** Id or email. */
  of: string;
  /** Shown instead of `of`. */
  name?: string;
  /** In {@link LinkedRows}: the whole row leads there, for a pointer. */
  isRow?: boolean;
}

/** Each name and email of the admin area leads to the page of the person. */
export const PersonLink = ({ of, name = of, isRow = false }: PersonLinkProps) => (
  <Plain to={paths.person(of)} $isRow={isRow}>
    {name.includes('@') ? <Email address={name} /> : <WholeWords translate="no">{name}</WholeWords>}
  </Plain>
);

const Plain = styled(Link).withConfig({ shouldForwardProp: (name) => name !== '$isRow' })<{ $isRow: boolean }>`
  color: inherit;
  text-decoration: none;

  /* Not the link itself, whose underline ends at an inline block. */
  > span {
    text-decoration: underline;
    text-decoration-color: color-mix(in srgb, currentColor 35%, transparent);
    text-underline-offset: 0.2em;
  }
  &:hover > span { text-decoration-color: currentColor; }
  ${({ $isRow }) => $isRow && "&::after { content: ''; position: absolute; inset: 0; }"}
`;

/** Around a table whose rows have a link with `isRow`. Controls stay above it. */
export const LinkedRows = styled.div`
  display: contents;

  tbody tr { position: relative; }
  td :is(button, select, input, a):not(td[data-primary] a) { position: relative; }
`;
