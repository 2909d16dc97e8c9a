import { readFileSync } from 'node:fs'

/** A tool of a recorded suite, with the labels of this project: whether it acts, and which arguments decide. */
export interface TraceTool {
  readonly name: string
  readonly description: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly sideEffect: boolean
  /** Absent: not labelled, so names and formats tell. */
  readonly sinkArgs?: readonly string[]
}

export interface TraceCall {
  readonly fn: string
  readonly args: Readonly<Record<string, unknown>>
  readonly result?: string
  /** The places in the result that a stranger can write. */
  readonly vectors?: readonly string[]
}

export interface Task {
  readonly prompt?: string
  readonly goal?: string
  readonly calls: readonly TraceCall[]
  /** True if the calls are not the suite's own, and hold placeholders. */
  readonly handmade?: boolean
}

export interface Suite {
  readonly tools: readonly TraceTool[]
  readonly user: Readonly<Record<string, Task>>
  readonly injection: Readonly<Record<string, Task>>
}

/** A user task in which an injected text makes the model do another task. */
export interface Pair {
  readonly suite: string
  readonly user: string
  readonly injection: string
  /** The injected text is read with this call of the user task. */
  readonly injectAfterCall: number
  readonly injCalls: readonly TraceCall[]
}

export interface Corpus {
  readonly suites: Readonly<Record<string, Suite>>
  readonly pairs: readonly Pair[]
  /** The user tasks that let a stranger's words decide by construction, by suite. */
  readonly dependent: Readonly<Record<string, readonly string[]>>
}

/** Reads recorded suites. @param dependent Written `banking:0,2,12`. */
export function readCorpus(traces: string, pairs: string, dependent: readonly string[]): Corpus {
  const lists = dependent.map((each): readonly [string, readonly string[]] => {
    const [suite = '', tasks = ''] = each.split(':')
    return [suite, tasks.split(',').map((task) => `user_task_${task.trim()}`)]
  })
  return {
    suites: JSON.parse(readFileSync(traces, 'utf8')) as Corpus['suites'],
    pairs: JSON.parse(readFileSync(pairs, 'utf8')) as readonly Pair[],
    dependent: Object.fromEntries(lists),
  }
}
