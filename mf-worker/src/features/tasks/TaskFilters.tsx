import { t } from '@piecework/i18n';
import { Segmented } from '@piecework/ui';
import type { ListParams } from '@piecework/web-kit/list';
import { FilterToggle, FinderFilters } from '@piecework/web-kit/open-tasks';
import { translatedOptions } from '../../options';
import type { useTasks } from './useTasks';
import { VIEWS, type View } from './useView';

interface TaskFiltersProps {
  params: ListParams;
  tasks: Pick<ReturnType<typeof useTasks>, 'finder'>;
  view: View;
  onView: ((view: View) => void) | undefined;
}

export const TaskFilters = ({ params, tasks: { finder }, view, onView }: TaskFiltersProps) => (
  <FinderFilters params={params} finder={finder}>
    <FilterToggle
      label={t('Hide submitted')}
      isOn={finder.filters.fresh !== undefined}
      onChange={(isOn) => params.change({ fresh: isOn ? '1' : '' })}
    />
    {onView && <Segmented label={t('View as')} options={translatedOptions(VIEWS)} value={view} onChange={onView} />}
  </FinderFilters>
);
