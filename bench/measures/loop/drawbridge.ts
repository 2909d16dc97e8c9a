import { createAgentRunner } from '@drawbridge/agents/runner'
import { scriptModel } from '@drawbridge/agents/testing'
import { argumentsOf } from '../dispatch/the-tool.ts'

export type BenchHouse = Parameters<typeof createAgentRunner>[0]

/** The usage that both models name for each request, so that neither counts it. */
const usage = { input: 1, output: 1 }

/** Opens a conversation whose model asks for one call in each of the given number of turns. */
export async function openConversation(house: BenchHouse, turns: number) {
  const model = scriptModel(
    (_, index) =>
      index < turns ? { calls: [{ name: 'bench__look', input: argumentsOf(index) }], usage } : { text: 'done', usage },
    { context: 1_000_000 },
  )
  const runner = createAgentRunner(house, { models: { get: async () => model } })
  return runner.open({ budget: { maxTurns: turns + 2 } })
}

/** Runs a conversation to its end, and reads every event of it. */
export async function drain(conversation: Awaited<ReturnType<typeof openConversation>>) {
  const run = conversation.send('go')
  for (;;) {
    const next = await run.next()
    if (next.done === true) return next.value
  }
}

/** Runs one conversation of the given number of turns. */
export async function runConversation(house: BenchHouse, turns: number): Promise<void> {
  await using conversation = await openConversation(house, turns)
  const { calls } = await drain(conversation)
  if (calls !== turns) throw new Error(`${calls} calls of ${turns} ran`)
}
