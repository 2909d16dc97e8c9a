import type { Ending } from './ending.ts'
import type { RunContext } from './run-context.ts'

/** One stage of the exit: it runs for every outcome, whatever ended the call. */
export type Exit = (ending: Ending, context: RunContext) => Ending | Promise<Ending>
