import { t, translated } from '@piecework/i18n';
import { Button, type Elements, Empty, ListTools, Segmented, SelectField, VisuallyHidden } from '@piecework/ui';
import { media, space } from '@piecework/ui/styles';
import { type ListParams, ListSearch } from '@piecework/web-kit/list';
import { styled } from 'styled-components';
import { FilterToggle } from './FilterToggle';
import { type Finder, MIN_HOURLY_DOLLARS, MIN_PAYS, NO_FILTERS, TASK_SORTS } from './sorts-and-filters';

interface FinderProps {
  params: ListParams;
  finder: Pick<Finder, 'sort' | 'filters'>;
}

const sorts = () => TASK_SORTS.map(({ value, label }) => ({ value, label: translated(label) }));

/** The search and the order of a list of open tasks. */
export const FinderTools = ({ params, finder: { sort } }: FinderProps) => (
  <ListTools>
    <ListSearch label={t('Search tasks')} placeholder={t('Photos, receipts, a buyer’s name …')} params={params} />
    <Segmented
      label={t('Sort by')}
      options={sorts()}
      value={sort}
      onChange={(next) => params.change({ sort: next === 'newest' ? '' : next })}
    />
  </ListTools>
);

const payOptions = () => [
  { value: '', label: t('Any pay') },
  ...MIN_PAYS.map((value) => ({ value, label: t('From {coins} coins', { coins: Number(value) }) })),
];

/** Filters that do not depend on the reader; `children` are further ones. */
export const FinderFilters = ({ params, finder: { filters }, children }: FinderProps & { children?: Elements }) => (
  <Bar role="group" aria-label={t('Filters')}>
    <SelectField
      label={<VisuallyHidden>{t('Minimum pay')}</VisuallyHidden>}
      value={String(filters.minPay ?? '')}
      options={payOptions()}
      onChange={({ currentTarget }) => params.change({ pay: currentTarget.value })}
    />
    <FilterToggle
      label={t('At least {dollars} an hour', { dollars: `$${MIN_HOURLY_DOLLARS}` })}
      isOn={filters.minHourly !== undefined}
      onChange={(isOn) => params.change({ hourly: isOn ? '1' : '' })}
    />
    <FilterToggle
      label={t('Closing soon')}
      isOn={filters.closing !== undefined}
      onChange={(isOn) => params.change({ closing: isOn ? '1' : '' })}
    />
    {children}
  </Bar>
);

/** No task matches; the button shows all. */
export const NothingFound = ({ params, q }: { params: ListParams; q: string }) => (
  <Empty
    title={t('No open tasks match')}
    text={q ? t('Try a shorter word, or browse all tasks.') : t('Try other filters, or browse all tasks.')}
    seed={`none ${q}`}
    action={<Button onClick={() => params.change(NO_FILTERS)}>{t('Show all tasks')}</Button>}
  />
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
