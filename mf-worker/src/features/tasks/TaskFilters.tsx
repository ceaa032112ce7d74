import { t } from '@piecework/i18n';
import { media, Segmented, SelectField, space, VisuallyHidden } from '@piecework/ui';
import type { ListParams } from '@piecework/web-kit/list';
import { styled } from 'styled-components';
import { translatedOptions } from '../../options';
import { FilterToggle } from './FilterToggle';
import { MIN_PAYS, type useTasks } from './useTasks';
import { VIEWS, type View } from './useView';

const payOptions = () => [
  { value: '', label: t('Any pay') },
  ...MIN_PAYS.map((value) => ({ value, label: t('From {coins} coins', { coins: Number(value) }) })),
];

interface TaskFiltersProps {
  params: ListParams;
  tasks: Pick<ReturnType<typeof useTasks>, 'filters'>;
  view: View;
  onView: ((view: View) => void) | undefined;
}

export const TaskFilters = ({ params, tasks: { filters }, view, onView }: TaskFiltersProps) => (
  <Bar role="group" aria-label={t('Filters')}>
    <SelectField
      label={<VisuallyHidden>{t('Minimum pay')}</VisuallyHidden>}
      value={String(filters.minPay ?? '')}
      options={payOptions()}
      onChange={({ currentTarget }) => params.change({ pay: currentTarget.value })}
    />
    <FilterToggle
      label={t('Hide submitted')}
      isOn={filters.fresh !== undefined}
      onChange={(isOn) => params.change({ fresh: isOn ? '1' : '' })}
    />
    <FilterToggle
      label={t('Closing soon')}
      isOn={filters.closing !== undefined}
      onChange={(isOn) => params.change({ closing: isOn ? '1' : '' })}
    />
    {onView && (
      <Segmented label={t('View as')} options={translatedOptions(VIEWS)} value={view} onChange={onView} />
    )}
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
