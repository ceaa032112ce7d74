// Forms of tasks: the fields in which a worker answers, and answers as people read them. Not shared: each build bundles what it uses.

export { AnswerFields } from './AnswerFields';
export { type AnswerValues, answerFieldOf, answersOf, emptyAnswers } from './answer-values';
export { SubmittedAnswers } from './SubmittedAnswers';
export { useTaskForm } from './useTaskForm';
