import { createAgentRunner } from '@drawbridge/agents/runner'
import { scriptModel } from '@drawbridge/agents/testing'
import { approveEverything } from '@drawbridge/core'
import { createDrawbridge } from '@drawbridge/sdk'

// Writes a file with each call until it is killed, and prints what it was told is done. Arguments: workspace, home, session, round.
const [workspace = '', home = '', session = '', round = ''] = process.argv.slice(2)
await using drawbridge = await createDrawbridge({ workspace, home, authority: { approvers: [approveEverything] } })
const model = scriptModel((_, index) => ({
  text: `turn ${index}`,
  calls: [0, 1].map((n) => ({
    name: 'fs__write_file',
    input: { path: `${round}-${index}-${n}.txt`, content: 'x' },
  })),
}))
const runner = createAgentRunner(drawbridge.house, { models: { get: async () => model } })
await using conversation = await runner.open(round === '0' ? { id: session } : { resume: session })
for await (const event of conversation.send(`round ${round}`, { budget: { maxTurns: 10_000 } })) {
  if (event.type === 'turn.started' && event.turn === 1) process.stdout.write('said\n')
  if (event.type === 'call.ended') process.stdout.write(`${event.call}\n`)
}
