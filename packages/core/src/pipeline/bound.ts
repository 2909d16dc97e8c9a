import type { Ending } from './ending.ts'
import type { RunContext } from './run-context.ts'

/** Cuts what is too long for a model, keeping the whole as an artifact. */
export function bound(ending: Ending, context: RunContext): Ending | Promise<Ending> {
  return context.bounder.bound(ending)
}
