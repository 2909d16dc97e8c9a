// An agent of the OpenAI Agents SDK whose tool calls all go through Drawbridge. A write interrupts its run; state and receipts are
// saved, and the run goes on from what was saved. The model here is the SDK's scripted one, so that the example runs without a key.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApprovals, toolsFor } from '@drawbridge/adapters/openai-agents'
import { createDrawbridge } from '@drawbridge/sdk'
import { Agent, Runner, RunState } from '@openai/agents'
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing'

const workspace = await mkdtemp(join(tmpdir(), 'drawbridge-openai-agents-'))
await writeFile(join(workspace, 'note.md'), 'Drawbridges are closed by default.\n')
const drawbridge = await createDrawbridge({ workspace })
const session = drawbridge.openSession()
const runner = new Runner({ tracingDisabled: true })

const model = new ScriptedModel([
  [functionCall('fs__read_file', { path: 'note.md' }, { callId: 'read' })],
  [functionCall('fs__write_file', { path: 'copy.md', content: 'Closed.\n' }, { callId: 'write' })],
  [assistantMessage('There is a copy now.')],
])

const approvals = createApprovals()
const agent = new Agent({ name: 'copyist', model, tools: await toolsFor(session, { approvals }) })
const asked = await runner.run(agent, 'Copy the note in one word.')
for (const { name } of asked.interruptions)
  console.log('asks', name, approvals.request('write')?.targets.length, 'target')
const saved = JSON.stringify({ state: asked.state.toString(), approvals }) // it contains the arguments, secrets included

// Later, also in another process: an agent like the first, with what was saved.
const { state: text, approvals: waiting } = JSON.parse(saved)
const later = agent.clone({ tools: await toolsFor(session, { approvals: createApprovals(waiting) }) })
const state = await RunState.fromString(later, text)
for (const item of state.getInterruptions()) state.approve(item)
const { finalOutput } = await runner.run(later, state)
console.log(finalOutput)
console.log(await readFile(join(workspace, 'copy.md'), 'utf8'))

await drawbridge[Symbol.asyncDispose]()
await rm(workspace, { recursive: true })
