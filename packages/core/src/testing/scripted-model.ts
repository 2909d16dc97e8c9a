import { DrawbridgeError } from '../error/drawbridge-error.ts'
import type { Outcome } from '../outcome/outcome.ts'

/** The model's output in one turn: calls to make, or text that ends the run. */
export interface ScriptedTurn {
  readonly text?: string
  readonly calls?: readonly unknown[]
  /** Checks the outcomes of the previous turn; throws if they are not those that the script expects. */
  readonly expect?: (outcomes: readonly Outcome[]) => void
}

/** A model that follows a script. It fails on a turn that the script does not have, and `done` on turns that were never reached. */
export interface ScriptedModel {
  next(outcomes: readonly Outcome[]): ScriptedTurn
  done(): void
}

/** Creates a model from its turns. `next` throws `unexpected_call` after the last turn, and `done` throws `unconsumed_steps` before it. */
export function createScriptedModel(turns: readonly ScriptedTurn[]): ScriptedModel {
  const remaining = [...turns]
  return {
    next: (outcomes) => {
      const turn = remaining.shift()
      if (turn === undefined) {
        throw new DrawbridgeError(
          'unexpected_call',
          `The script has only ${turns.length} turns, and another was asked for.`,
        )
      }
      turn.expect?.(outcomes)
      return turn
    },
    done: () => {
      if (remaining.length === 0) return
      throw new DrawbridgeError(
        'unconsumed_steps',
        `${remaining.length} of ${turns.length} turns of the script were never reached.`,
      )
    },
  }
}
