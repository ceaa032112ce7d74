import { TITLE_LENGTH } from '@piecework/contracts/constants';
import { SearchField } from '@piecework/ui';
import { useEffect, useRef, useState } from 'react';
import type { ListParams } from './useListParams';

const PAUSE_MS = 250;

interface ListSearchProps {
  label: string;
  hint?: string;
  placeholder?: string;
  params: Pick<ListParams, 'get' | 'change'>;
}

export function ListSearch({ params, ...field }: ListSearchProps) {
  const { change } = params;
  const searched = params.get('q');
  const [text, setText] = useState(searched);
  const seen = useRef(searched);
  const sent = useRef(searched);

  useEffect(() => {
    const isAnother = searched !== seen.current;
    seen.current = searched;
    if (isAnother && searched !== sent.current) {
      sent.current = searched;
      setText(searched);
      return;
    }
    const wanted = text.trim();
    if (wanted === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = wanted;
      change({ q: wanted });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, searched, change]);

  return (
    <SearchField
      {...field}
      value={text}
      maxLength={TITLE_LENGTH}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
