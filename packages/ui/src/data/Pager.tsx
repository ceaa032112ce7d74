import { localDigits, t } from '@piecework/i18n';
import { styled } from 'styled-components';
import { Icon } from '../icons/Icon';
import { plainList } from '../mixins';
import { color, media, motion, radius, space } from '../tokens';

interface PagerProps {
  /** 1-based */
  page: number;
  pages: number;
  onPage(page: number): void;
  label: string;
}

const List = styled.ul`
  ${plainList}
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)};

  ${media.phone} {
    gap: 0;
    /* Between two gaps the arrows lead to the neighbours. */
    > li[data-near] { display: none; }
  }
`;

const Step = styled.button`
  display: grid;
  place-items: center;
  min-width: 44px;
  height: 44px;
  padding: 0 ${space(2)};
  border: 1px solid transparent;
  border-radius: ${radius.control};
  background: none;
  color: ${color.ink};
  font-variant-numeric: tabular-nums;
  cursor: pointer;
  transition: background ${motion.fast};

  &:hover { background: ${color.sunk}; }
  &[aria-current] { border-color: ${color.primary}; background: ${color.primarySoft}; color: ${color.primary}; font-weight: 700; }
  &:disabled { opacity: 0.4; cursor: default; background: none; }
`;

const Gap = styled.li`
  display: grid;
  place-items: center;
  width: ${space(6)};
  height: 44px;
  color: ${color.soft};
`;

/** 0 stands for a gap. A gap of one page shows that page. */
export function pagesToShow(page: number, pages: number): number[] {
  const wanted = new Set([1, pages, page - 1, page, page + 1]);
  const shown: number[] = [];
  for (let at = 1; at <= pages; at++) {
    const bridges = wanted.has(at - 1) && wanted.has(at + 1);
    if (wanted.has(at) || bridges) shown.push(at);
    else if (shown.at(-1) !== 0) shown.push(0);
  }
  return shown;
}

/** Without a separator of thousands. */
const inDigits = (page: number): string => localDigits(String(page));

export function Pager({ page, pages, onPage, label }: PagerProps) {
  if (pages < 2) return null;
  const shown = pagesToShow(page, pages);
  const isCrowded = shown.filter((at) => at === 0).length === 2;
  return (
    <nav aria-label={t('{label}, pages', { label })}>
      <List>
        <li>
          <Step type="button" aria-label={t('Previous page')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <Icon name="previous" />
          </Step>
        </li>
        {shown.map((at, index) =>
          at === 0 ? (
            <Gap key={`gap-${index < 3 ? 'before' : 'after'}`} aria-hidden>
              …
            </Gap>
          ) : (
            <li key={at} data-near={(isCrowded && Math.abs(at - page) === 1) || undefined}>
              <Step
                type="button"
                translate="no"
                aria-label={t('Page {page}', { page: inDigits(at) })}
                aria-current={at === page ? 'page' : undefined}
                onClick={() => at !== page && onPage(at)}
              >
                {inDigits(at)}
              </Step>
            </li>
          ),
        )}
        <li>
          <Step type="button" aria-label={t('Next page')} disabled={page >= pages} onClick={() => onPage(page + 1)}>
            <Icon name="next" />
          </Step>
        </li>
      </List>
    </nav>
  );
}
