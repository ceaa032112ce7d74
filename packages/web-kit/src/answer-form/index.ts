// Forms of tasks: the fields in which a worker answers, and answers as people read them. Not shared: each build bundles what it uses.

export { AnswerFields } from './AnswerFields';
export { Answers } from './Answers';
export { type AnswerValues, answerFieldOf, answersOf, emptyAnswers, inputNameOf } from './answer-values';
export { PICTURE_SIZES } from './picture-sizes';
export { preloadPictures, RowPictures, RowTexts, RowValues } from './RowValues';
export { rowName, rowTitle } from './row-title';
export { SubmittedAnswers } from './SubmittedAnswers';
export { usePageRows, useTaskForm } from './useTaskForm';
