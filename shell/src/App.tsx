import { startTheme } from '@piecework/web-kit';
import { BrowserRouter } from '@piecework/web-kit/router';
import { Pages } from './Pages';

startTheme();

export const App = () => (
  <BrowserRouter>
    <Pages />
  </BrowserRouter>
);
