import type * as LangGraph from '@langchain/langgraph'
import type { ApprovalInterrupt } from './approval-interrupt.ts'

/** The parts of LangGraph that ask a person and say what a node was given. */
export type Interrupter = Pick<typeof LangGraph, 'interrupt' | 'isGraphInterrupt' | 'getCurrentTaskInput'>

/** The way in which a node of a graph can ask a person at this point. */
export interface Interruption {
  /** The values with which the graph was resumed for this node. LangGraph may repeat an earlier one. */
  readonly resumed: readonly unknown[]
  /**
   * Returns the error that interrupts the graph with a value, to be thrown by the tool; undefined outside a graph, and in one without a
   * checkpointer.
   */
  raise(value: ApprovalInterrupt): unknown
}

/**
 * Prepares an interruption in the context of the running node. LangGraph tells a node that it was resumed only where the node
 * interrupts, so the interruption comes first, and gets its value when it is known to be needed.
 */
export function prepareInterruption(graph: Interrupter | undefined): Interruption {
  const resumed: unknown[] = []
  if (graph === undefined) return { resumed, raise: () => undefined }
  for (;;) {
    const value: { -readonly [Key in keyof ApprovalInterrupt]?: ApprovalInterrupt[Key] } = {}
    try {
      resumed.push(graph.interrupt(value))
    } catch (error) {
      const canAsk = graph.isGraphInterrupt(error)
      const raise: Interruption['raise'] = (filled) => {
        Object.assign(value, filled)
        return canAsk ? error : undefined
      }
      return { resumed, raise }
    }
  }
}

/** Loads LangGraph, if it is installed: without it no graph runs, and nothing can be interrupted. */
export async function loadInterrupter(): Promise<Interrupter | undefined> {
  return import('@langchain/langgraph').catch(() => undefined)
}

/** Returns the messages that the running node was given. Undefined outside a graph, and in one without messages. */
export function messagesOfNode(graph: Interrupter | undefined): unknown {
  try {
    return graph?.getCurrentTaskInput<{ readonly messages?: unknown } | undefined>()?.messages
  } catch {
    return undefined
  }
}
