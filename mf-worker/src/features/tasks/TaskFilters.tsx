import { media, Segmented, SelectField, space, VisuallyHidden } from '@piecework/ui';
import type { ListParams } from '@piecework/web-kit/list';
import { styled } from 'styled-components';
import { FilterToggle } from './FilterToggle';
import { MIN_PAYS, type useTasks } from './useTasks';
import { VIEWS, type View } from './useView';

const PAY_OPTIONS = [
  { value: '', label: 'Any pay' },
  ...MIN_PAYS.map((value) => ({ value, label: `From ${value} coins` })),
];

interface TaskFiltersProps {
  params: ListParams;
  tasks: Pick<ReturnType<typeof useTasks>, 'filters'>;
  view: View;
  onView: ((view: View) => void) | undefined;
}

export const TaskFilters = ({ params, tasks: { filters }, view, onView }: TaskFiltersProps) => (
  <Bar role="group" aria-label="Filters">
    <SelectField
      label={<VisuallyHidden>Minimum pay</VisuallyHidden>}
      value={String(filters.minPay ?? '')}
      options={PAY_OPTIONS}
      onChange={({ currentTarget }) => params.change({ pay: currentTarget.value })}
    />
    <FilterToggle
      label="Hide done"
      isOn={filters.fresh !== undefined}
      onChange={(isOn) => params.change({ fresh: isOn ? '1' : '' })}
    />
    <FilterToggle
      label="Closing soon"
      isOn={filters.closing !== undefined}
      onChange={(isOn) => params.change({ closing: isOn ? '1' : '' })}
    />
    {onView && <Segmented label="Show as" options={VIEWS} value={view} onChange={onView} />}
  </Bar>
);

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)} ${space(3)};
  align-items: center;

  > fieldset { margin-inline-start: auto; }
  /* Its label is hidden. */
  > :first-child { gap: 0; }
  ${media.phone} {
    > :first-child { flex: 1 1 100%; }
  }
`;
