// A loop over the Responses API of OpenAI whose tool calls all go through Drawbridge. A person answers in the session's own way, by an
// approver. The service here is a list of answers, so that the example runs without a key: leave `fetch` out to ask the real one.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toolsFor } from '@drawbridge/adapters/openai'
import { approveWith, createDrawbridge } from '@drawbridge/sdk'
import OpenAI from 'openai'

const workspace = await mkdtemp(join(tmpdir(), 'drawbridge-openai-'))
await writeFile(join(workspace, 'note.md'), 'Drawbridges are closed by default.\n')
const approver = approveWith('me', ({ tool }) => ({ answer: tool === 'fs.write_file' ? 'allow_once' : 'deny' }))
const drawbridge = await createDrawbridge({ workspace, authority: { approvers: [approver] } })

const calls = (id: string, name: string, given: object) => [
  { type: 'function_call', call_id: id, name, arguments: JSON.stringify(given) },
]
const script = [
  calls('read', 'fs__read_file', { path: 'note.md' }),
  calls('write', 'fs__write_file', { path: 'copy.md', content: 'Closed.\n' }),
  calls('delete', 'fs__delete', { path: 'note.md' }),
  [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'There is a copy.' }] }],
]
const fetch = async () => Response.json({ object: 'response', output: script.shift() })
const client = new OpenAI({ apiKey: 'none', fetch })

const { tools, answer } = await toolsFor(drawbridge.openSession().openRun(), { strict: true })
let input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Copy the note in one word.' }]
let previous: string | null = null
for (;;) {
  const response: OpenAI.Responses.Response = await client.responses.create({
    model: 'gpt-5',
    tools,
    input,
    previous_response_id: previous,
  })
  const answered = await answer(response)
  if (answered.status === 'pending' || answered.messages.length === 0) {
    console.log(response.output_text)
    break
  }
  for (const item of answered.messages) if ('output' in item) console.log(item.output)
  input = [...answered.messages]
  previous = response.id
}

await drawbridge[Symbol.asyncDispose]()
await rm(workspace, { recursive: true })
