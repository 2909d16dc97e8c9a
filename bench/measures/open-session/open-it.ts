import { createAgentRunner } from '@drawbridge/agents/runner'
import { scriptModel } from '@drawbridge/agents/testing'
import { createDrawbridge } from '@drawbridge/sdk'

/** The time and memory that one process needs to open a session, or a new one if none is named. */
const [home = '', workspace = '', resume] = process.argv.slice(2)
const model = scriptModel([{ text: 'ok' }], { context: 200_000 })
await using drawbridge = await createDrawbridge({ home, workspace })
const runner = createAgentRunner(drawbridge.house, { models: { get: async () => model } })
const began = performance.now()
await using conversation = await runner.open(resume === undefined ? {} : { resume })
const openMs = performance.now() - began
const run = conversation.send('Go on.')
while ((await run.next()).done !== true);
const entries = conversation.entries().length
process.stdout.write(JSON.stringify({ openMs, entries, peakMib: process.resourceUsage().maxRSS / 1_024 }))
