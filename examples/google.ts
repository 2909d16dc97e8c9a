// A loop over the Gemini API whose tool calls all go through Drawbridge. The service here is a list of answers, so that the example
// runs without a key: leave `fetch` out to ask the real one.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toolsFor } from '@drawbridge/adapters/google'
import { createDrawbridge } from '@drawbridge/sdk'
import { type Content, GoogleGenAI } from '@google/genai'

const workspace = await mkdtemp(join(tmpdir(), 'drawbridge-google-'))
await writeFile(join(workspace, 'note.md'), 'Drawbridges are closed by default.\n')
const drawbridge = await createDrawbridge({ workspace })

const script = [
  [
    { functionCall: { name: 'fs__read_file', args: { path: 'note.md' } } },
    { functionCall: { name: 'fs__read_file', args: { path: 'other.md' } } },
  ],
  [{ text: 'The note says that drawbridges are closed by default.' }],
]
const fetch = async () => Response.json({ candidates: [{ content: { role: 'model', parts: script.shift() } }] })
const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { fetch } })

const { tools, answer } = await toolsFor(drawbridge.openSession())
const contents: Content[] = [{ role: 'user', parts: [{ text: 'What does the note say?' }] }]
for (;;) {
  const response = await client.models.generateContent({ model: 'gemini-2.5-pro', contents, config: { tools } })
  const answered = await answer(response)
  if (answered.status === 'pending' || answered.messages.length === 0) {
    console.log(response.text)
    break
  }
  for (const { parts = [] } of answered.messages)
    for (const { functionResponse } of parts) console.log(functionResponse?.name, functionResponse?.response)
  contents.push(...(response.candidates?.flatMap(({ content }) => content ?? []) ?? []), ...answered.messages)
}

await drawbridge[Symbol.asyncDispose]()
await rm(workspace, { recursive: true })
