/** Options of a template: their values are those that the builder derives, so that they follow their labels. */
export const choiceOptions = (...labels: readonly string[]) =>
  labels.map((label) => ({ label, value: label.replaceAll(' ', '_') }));
