import { useLive } from './live-status';
import { refresh } from './queries';

const show = () => {
  useLive.setState({ newTasks: 0 });
  refresh('GET /tasks');
};
/** Tasks that were published since the list was read; they come in when the person asks for them, so that nothing jumps. */
export const useNewTasks = (): { count: number; show(): void } => ({
  count: useLive((state) => state.newTasks),
  show,
});
