// `drawbridge chat` with a scripted model: `node scripted-chat.ts HOME WORKSPACE [--resume]`.
import { createAgentRunner } from '@drawbridge/agents/runner'
import { scriptModel } from '@drawbridge/agents/testing'
import { createProcessIo } from '../../io/create-process-io.ts'
import { runChat } from '../run-chat.ts'

const [home = '', workspace = '', resume] = process.argv.slice(2)
const edit = { path: 'sum.js', edits: [{ old: 'a - b', new: 'a + b' }] }
const write = { path: 'made.txt', content: 'x' }
const model = scriptModel((request) => {
  const begins = JSON.stringify(request.messages[0]?.blocks ?? [])
  if (begins.includes('Write a file.')) {
    const isDone = request.messages.some(({ role }) => role === 'tool')
    return isDone ? { text: 'I wrote it.' } : { calls: [{ name: 'fs__write_file', input: write }] }
  }
  // Open todos come behind the conversation.
  const last = request.messages.findLast(({ blocks }) => !JSON.stringify(blocks).includes('<block source='))
  if (last?.role === 'tool') {
    const calls = request.messages.filter(({ role }) => role === 'tool').length
    if (begins.includes('have it written')) return { text: 'A child works on it.' }
    if (calls === 1) return { text: 'The sum is wrong.', calls: [{ name: 'fs__edit', input: edit }] }
    return { text: 'The sum is right now.' }
  }
  if (begins.includes('have it written')) {
    if (JSON.stringify(last).includes('I wrote it.')) return { text: 'The child has written it.' }
    return { calls: [{ name: 'agent__spawn', input: { task: 'Write a file.', label: 'writer' } }] }
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
