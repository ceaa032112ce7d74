import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 300;

/** What is typed into a search field: `onSettled` hears it after a pause, and the field follows a value that changes elsewhere. */
export const useTyped = (value: string, onSettled: (value: string) => void) => {
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const settle = useRef(onSettled);
  settle.current = onSettled;
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed.trim() === told.current) return;
    const timer = setTimeout(() => {
      told.current = typed.trim();
      settle.current(told.current);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped] as const;
};
