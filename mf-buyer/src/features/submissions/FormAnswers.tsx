export { Answers as default } from '@piecework/web-kit/answer-form';
