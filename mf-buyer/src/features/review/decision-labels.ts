import type { PageAnswer, Targets } from './page-answers';

interface Labels {
  approveLabel: string;
  rejectLabel: string;
}

/** @param selected number of selected submissions; 0: the buttons are about the open one */
export const plainLabels = (selected: number): Labels => {
  const count = selected > 0 ? ` ${selected}` : '';
  return { approveLabel: `Approve${count}`, rejectLabel: `Reject${count}` };
};

/** Names what the buttons decide: an answer by its number. */
export const pageLabels = (answers: readonly PageAnswer[], { approve, reject }: Targets, chosen: number): Labels => {
  if (answers.length < 2) return plainLabels(0);
  const named = (targets: Targets['approve']): string => {
    const [only, other] = targets;
    if (!only) return '';
    if (other) return ` ${targets.length} answers`;
    return ` #${answers.find(({ id }) => id === only._id)?.number}`;
  };
  const isByAgreement = chosen === 0 && reject.length === 0 && approve.length > 0;
  return {
    approveLabel: isByAgreement ? `Approve ${approve.length} that agree` : `Approve${named(approve)}`,
    rejectLabel: `Reject${named(reject)}`,
  };
};
