import type { Trust } from '../result/label.ts'

/** The owner of what is kept. An empty text means: all users of the agent, or no project. */
export interface KnowledgeOwner {
  readonly agent: string
  readonly user: string
  readonly project: string
}

/** A text from which facts may be learned. */
export interface LearnedText {
  readonly owner: KnowledgeOwner
  readonly text: string
  /** E.g. the path of a document, a URL, or a session. Facts that are known from it are withdrawn by its name. */
  readonly source: string
  readonly trust: Trust
  /** The time at which it was said, in milliseconds since the Unix epoch: "today" in it means this day. */
  readonly timeMs: number
}

/** The graphs of facts, as other rooms use them. */
export interface Knowledge {
  /** Has a job learn the facts of a text. Resolves once the job is kept; does nothing if no model can read it. */
  learn(text: LearnedText): Promise<void>
  /** Takes back everything that one source said. Resolves to how many statements that were. */
  withdraw(owner: KnowledgeOwner, source: string): Promise<number>
}
