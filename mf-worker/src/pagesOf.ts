interface PagedQuery {
  data?: { total: number } | undefined;
  /** The page before is shown until the one asked for is there. */
  isPlaceholderData: boolean;
}

/** How many pages a list has, once it has told; `isBeyond` says that a page is past its end for sure. */
export const pagesOf = ({ data, isPlaceholderData }: PagedQuery, pageSize: number) => {
  const pages = data && Math.max(1, Math.ceil(data.total / pageSize));
  return {
    pages,
    isBeyond: (page: number) => pages !== undefined && !isPlaceholderData && page > pages,
  };
};
