/** Their addresses. */
export type Pictures = readonly string[] | undefined;

/** A list without pictures is not kept. */
export const picturesIn = (attachments: Pictures): { attachments?: Pictures } =>
  attachments && attachments.length > 0 ? { attachments } : {};
