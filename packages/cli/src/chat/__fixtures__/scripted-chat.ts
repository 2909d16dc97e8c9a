// `drawbridge chat` with a scripted model: `node scripted-chat.ts HOME WORKSPACE [--resume]`.
import { createAgentRunner } from '@drawbridge/agents/runner'
import { scriptModel } from '@drawbridge/agents/testing'
import { createProcessIo } from '../../io/create-process-io.ts'
import { runChat } from '../run-chat.ts'

const [home = '', workspace = '', resume] = process.argv.slice(2)
const edit = { path: 'sum.js', edits: [{ old: 'a - b', new: 'a + b' }] }
const model = scriptModel((request) => {
  // Open todos come behind the conversation.
  const last = request.messages.findLast(({ blocks }) => !JSON.stringify(blocks).includes('<block source='))
  if (last?.role === 'tool') {
    const calls = request.messages.filter(({ role }) => role === 'tool').length
    if (calls === 1) return { text: 'The sum is wrong.', calls: [{ name: 'fs__edit', input: edit }] }
    return { text: 'The sum is right now.' }
  }
  const said = last?.blocks.map((block) => ('text' in block ? block.text : '')).join('') ?? ''
  if (!said.includes('correct')) return { text: 'What shall I do?' }
  return {
    calls: [
      { name: 'todo__write', input: { todos: [{ text: 'Correct the sum', status: 'in_progress' }] } },
      { name: 'fs__read_file', input: { path: 'sum.js' } },
    ],
  }
})
const runnerOf = async (house: Parameters<typeof createAgentRunner>[0]) =>
  createAgentRunner(house, { models: { get: async () => model } })
const flags = { home, workspace, ...(resume === undefined ? {} : { resume: true as const }) }
process.exitCode = await runChat(undefined, flags, createProcessIo(process), runnerOf)
