import { refresh } from '../queries/queries';
import { useLive } from './live-status';

const show = () => {
  useLive.setState({ newTasks: 0 });
  refresh('GET /tasks');
};
/** Tasks published since the list was read. They appear on request, so that no card moves. */
export const useNewTasks = (): { count: number; show(): void } => ({ count: useLive((state) => state.newTasks), show });
