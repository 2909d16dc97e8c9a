export { ApiProblem, type ProblemBody, type ProblemCode } from './api-problem.ts'
export { type Client, type ClientOptions, createClient, type FullAnswer } from './create-client.ts'
export type {
  AnswerOf,
  ItemOf,
  ListOperation,
  OperationName,
  RequestArguments,
  RequestOf,
  RequestOptions,
} from './operation-types.ts'
export type { Operations, Schemas } from './operations.ts'
export type { StreamEvent } from './read-events.ts'
