export interface Label {
  eventId: string | undefined;
  type: string | undefined;
  correlationId: string | undefined;
}

/** Never throws on a malformed record. */
export const labelOf = (value: string): Label => {
  const text = (of: unknown) => (typeof of === 'string' && of !== '' ? of.slice(0, 200) : undefined);
  try {
    const json = JSON.parse(value) as Record<keyof Label, unknown> | null;
    return { eventId: text(json?.eventId), type: text(json?.type), correlationId: text(json?.correlationId) };
  } catch {
    return { eventId: undefined, type: undefined, correlationId: undefined };
  }
};
