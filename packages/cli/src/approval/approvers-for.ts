import type { Approver } from '@drawbridge/core'
import type { ApproveFlag } from '../call/call-flags.ts'
import type { Io } from '../io/io.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** The approvers of one command, to be disposed when it ends. */
export interface Approvers extends Disposable {
  readonly approvers: readonly Approver[]
}

/** Who answers for `--approve`. `ask` where nobody sits at a terminal is `never`: there is nobody to ask. */
export async function approversFor(
  approve: ApproveFlag,
  io: Pick<Io, 'openTerminal'>,
  options: { readonly inputIsData: boolean },
): Promise<Approvers> {
  switch (approve) {
    case 'never':
      return nobody
    case 'always': {
      const { approveAlways } = await import('@drawbridge/core')
      return { ...nobody, approvers: [approveAlways] }
    }
    case 'ask': {
      const terminal = io.openTerminal(options)
      if (terminal === undefined) return nobody
      return {
        approvers: [loadWhenAsked(terminal)],
        [Symbol.dispose]: () => terminal[Symbol.dispose](),
      }
    }
    default:
      return approve satisfies never
  }
}

const nobody: Approvers = { approvers: [], [Symbol.dispose]: () => undefined }

/** Most commands never ask; what asking takes is loaded by the first question. */
function loadWhenAsked(terminal: Terminal): Approver {
  let loaded: Promise<Approver> | undefined
  return {
    id: 'terminal',
    human: true,
    async *ask(requests, signal) {
      loaded ??= load(terminal)
      yield* (await loaded).ask(requests, signal)
    },
  }
}

async function load(terminal: Terminal): Promise<Approver> {
  const [{ createTerminalApprover }, { previewOfRequest }, { createScrubber }] = await Promise.all([
    import('./create-terminal-approver.ts'),
    import('./preview-of-request.ts'),
    import('@drawbridge/core'),
  ])
  const scrubber = createScrubber()
  return createTerminalApprover({
    terminal,
    previewChange: (request) => previewOfRequest(request, scrubber),
    scrubber,
  })
}
