import type { ModelCall, SessionCalls } from './session-calls.ts'

interface Asked {
  readonly call: ModelCall
  readonly answer: (needsApproval: boolean) => void
}

/**
 * Asks about calls that a framework presents at the same time: in their order, as one model turn, and with one answer at the end, so
 * that those which may run start together.
 */
export function askTogether({
  needsApproval,
}: Pick<SessionCalls, 'needsApproval'>): (call: ModelCall) => Promise<boolean> {
  let presented: Asked[] = []

  const askAll = async (asked: readonly Asked[]) => {
    const turn = {}
    const answers: boolean[] = []
    // A call that cannot be asked about gets its outcome when it runs.
    for (const { call } of asked) answers.push(await needsApproval(call, turn).catch(() => false))
    for (const [index, { answer }] of asked.entries()) answer(answers[index] ?? false)
  }

  return (call) =>
    new Promise((answer) => {
      presented.push({ call, answer })
      if (presented.length > 1) return
      queueMicrotask(() => {
        const asked = presented
        presented = []
        void askAll(asked)
      })
    })
}
