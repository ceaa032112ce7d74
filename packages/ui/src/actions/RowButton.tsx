import { styled } from 'styled-components';
import { plainButton } from '../mixins';
import { color, space } from '../tokens';

/** Opens the row of a table that it names. As tall as a touch target on a phone. */
export const RowButton = styled.button.attrs({ type: 'button', 'aria-haspopup': 'dialog' })`
  ${plainButton}
  margin: -${space(3)} 0;
  padding: ${space(3)} 0;
  font-weight: 600;
  text-align: start;
  text-decoration: underline;
  text-decoration-color: ${color.edge};
  text-underline-offset: 0.25em;
  overflow-wrap: anywhere;

  &:hover { color: ${color.primary}; text-decoration-color: currentColor; }
`;
