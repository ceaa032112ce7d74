/** First views: prerendered HTML of the shell and its remotes, put into the page that the shell serves (docs/adr/0049). */
export interface FirstView {
  html: string;
  css: string;
}

export interface PageView extends FirstView {
  /** Paths of the gateway. */
  reads: readonly string[];
}

/** What a remote's build emits (packages/web-kit/src/first-view.tsx): page → view. */
export type Views = Readonly<Record<string, PageView>>;

const isView = (value: unknown): value is PageView => {
  const { html, css, reads } = (value ?? {}) as Partial<PageView>;
  return typeof html === 'string' && typeof css === 'string' && Array.isArray(reads);
};

export const isViews = (value: unknown): value is Views =>
  typeof value === 'object' && value !== null && Object.values(value).every(isView);
