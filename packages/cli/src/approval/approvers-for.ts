import type { Approver, Questioner } from '@drawbridge/core'
import { type InTurn, takeTurns } from '@drawbridge/room'
import type { ApproverTools } from '@drawbridge/sdk'
import type { Io } from '../io/io.ts'
import type { ApproveFlag } from '../session/session-flags.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** The approvers of one command, to be disposed when it ends. */
export interface Approvers extends Disposable {
  /** True if anyone can be asked. */
  readonly anybody: boolean
  /** @param tools Of the Drawbridge that asks. */
  approvers(tools: ApproverTools): readonly Approver[]
  /** Carry the questions of `ask.user`. */
  readonly questioners: readonly Questioner[]
}

/** Returns the approvers for `--approve`. Without a terminal `ask` is `never`, because no one can be asked. */
export async function approversFor(
  approve: ApproveFlag,
  io: Pick<Io, 'openTerminal'>,
  options: { readonly inputIsData: boolean },
): Promise<Approvers> {
  switch (approve) {
    case 'never':
      return nobody
    // The Drawbridge itself brings that one along.
    case 'desk':
      return { ...nobody, anybody: true }
    case 'always': {
      const { approveEverything } = await import('@drawbridge/core')
      return { ...nobody, anybody: true, approvers: () => [approveEverything] }
    }
    case 'ask': {
      const terminal = io.openTerminal(options)
      if (terminal === undefined) return nobody
      // One terminal: approvals and questions wait for each other.
      const inTurn = takeTurns()
      return {
        anybody: true,
        approvers: (tools) => [loadWhenAsked(terminal, tools, inTurn)],
        questioners: [questionsAt(terminal, inTurn)],
        [Symbol.dispose]: () => terminal[Symbol.dispose](),
      }
    }
    default:
      return approve satisfies never
  }
}

const nobody: Approvers = { anybody: false, approvers: () => [], questioners: [], [Symbol.dispose]: () => undefined }

/** Most commands never ask; what asking takes is loaded by the first question. */
function loadWhenAsked(terminal: Terminal, tools: ApproverTools, inTurn: InTurn): Approver {
  let loaded: Promise<Approver> | undefined
  return {
    id: 'terminal',
    human: true,
    async *ask(requests, signal) {
      loaded ??= load(terminal, tools, inTurn)
      yield* (await loaded).ask(requests, signal)
    },
  }
}

async function load(terminal: Terminal, tools: ApproverTools, inTurn: InTurn): Promise<Approver> {
  const [{ createTerminalApprover }, { previewOfRequest }] = await Promise.all([
    import('./create-terminal-approver.ts'),
    import('@drawbridge/sdk/preview'),
  ])
  return createTerminalApprover({
    terminal,
    previewChange: (request) => previewOfRequest(request, tools),
    scrubber: tools.scrubber,
    inTurn,
  })
}

function questionsAt(terminal: Terminal, inTurn: InTurn): Questioner {
  return {
    id: 'terminal',
    ask: async (request, signal) => {
      const { createTerminalQuestioner } = await import('@drawbridge/questions/terminal')
      return createTerminalQuestioner({ terminal, inTurn }).ask(request, signal)
    },
  }
}
