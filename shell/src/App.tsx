import { queryClient, startTheme } from '@piecework/web-kit';
import { QueryClientProvider } from '@piecework/web-kit/query';
import { BrowserRouter } from '@piecework/web-kit/router';
import { Pages } from './Pages';

startTheme();

export const App = () => (
  <QueryClientProvider client={queryClient}>
    <BrowserRouter>
      <Pages />
    </BrowserRouter>
  </QueryClientProvider>
);
