import { rich } from '@piecework/i18n';
import { color, text } from '@piecework/ui/styles';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';

/** Beside the button of a registration, which accepts them (P-1.23). In a new tab: the form keeps what is typed. */
export const TermsNote = () => (
  <Note>
    {rich('By registering, you accept the <terms>terms</terms> and the <privacy>privacy notice</privacy>.', {
      terms: (children) => (
        <Link to="/terms" target="_blank">
          {children}
        </Link>
      ),
      privacy: (children) => (
        <Link to="/privacy" target="_blank">
          {children}
        </Link>
      ),
    })}
  </Note>
);

const Note = styled.p`
  margin: 0;
  color: ${color.soft};
  font-size: ${text.small};
`;
