import type { ApprovalDecision, ApprovalRequest } from '../approval/approval-request.ts'
import type { Approver } from '../approval/approver.ts'
import { DrawbridgeError } from '../error/drawbridge-error.ts'

/** One expected request, by the tool's canonical name, and what is answered. */
export interface ApprovalStep extends Omit<ApprovalDecision, 'requestId'> {
  readonly tool: string
}

/** An approver that answers by a script, in order. `done` throws if a step was never requested. */
export interface ScriptedApprover extends Approver {
  readonly requests: readonly ApprovalRequest[]
  done(): void
}

/** Creates an approver from its steps. Its `ask` throws `unexpected_call` for a request that is not the next step, and `done` throws `unconsumed_steps`. */
export function createScriptedApprover(steps: readonly ApprovalStep[]): ScriptedApprover {
  const requests: ApprovalRequest[] = []
  const remaining = [...steps]
  return {
    id: 'scripted',
    human: true,
    requests,
    async *ask(batch) {
      for (const request of batch) {
        requests.push(request)
        const step = remaining.shift()
        if (step === undefined || step.tool !== request.tool) throw unexpected(request, step)
        const { tool: _tool, ...decision } = step
        yield { requestId: request.id, ...decision }
      }
    },
    done: () => {
      if (remaining.length === 0) return
      const names = remaining.map((step) => step.tool).join(', ')
      throw new DrawbridgeError('unconsumed_steps', `The script expected approvals that nobody asked for: ${names}.`)
    },
  }
}

function unexpected(request: ApprovalRequest, step: ApprovalStep | undefined): DrawbridgeError {
  const expected = step === undefined ? 'no further request' : `a request for "${step.tool}"`
  return new DrawbridgeError('unexpected_call', `The script expected ${expected}, not one for "${request.tool}".`)
}
