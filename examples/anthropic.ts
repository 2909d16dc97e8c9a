// A loop over the Messages API of Anthropic whose tool calls all go through Drawbridge, with an approval in between. The service here
// is a list of answers, so that the example runs without a key: leave `fetch` out to ask the real one.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { createApprovals, toolsFor } from '@drawbridge/adapters/anthropic'
import { createDrawbridge } from '@drawbridge/sdk'

const workspace = await mkdtemp(join(tmpdir(), 'drawbridge-anthropic-'))
await writeFile(join(workspace, 'note.md'), 'Drawbridges are closed by default.\n')
const drawbridge = await createDrawbridge({ workspace })

const script = [
  { type: 'tool_use', id: 'read', name: 'fs__read_file', input: { path: 'note.md' } },
  { type: 'tool_use', id: 'write', name: 'fs__write_file', input: { path: 'copy.md', content: 'Closed.\n' } },
  { type: 'text', text: 'There is a copy now.' },
]
const fetch = async () => Response.json({ type: 'message', role: 'assistant', content: [script.shift()] })
const client = new Anthropic({ apiKey: 'none', fetch })

const approvals = createApprovals()
const { tools, answer } = await toolsFor(drawbridge.openSession(), { approvals })
const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Copy the note in one word.' }]
for (;;) {
  const message = await client.messages.create({ model: 'claude-sonnet-5-5', max_tokens: 1_000, tools, messages })
  let answered = await answer(message)
  while (answered.status === 'pending') {
    for (const [id, { tool, offers }] of answered.requests) {
      console.log(`${tool} asks:`, offers.map((offer) => offer.answer).join(', '))
      approvals.decide(id, { answer: 'allow_once' })
    }
    answered = await answer(message)
  }
  if (answered.messages.length === 0) {
    console.log(message.content.map((block) => (block.type === 'text' ? block.text : '')).join(''))
    break
  }
  for (const { content } of answered.messages) console.log(JSON.stringify(content))
  messages.push({ role: 'assistant', content: message.content }, ...answered.messages)
}

await drawbridge[Symbol.asyncDispose]()
await rm(workspace, { recursive: true })
