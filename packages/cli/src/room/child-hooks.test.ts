import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scriptModel } from '@drawbridge/agents/testing'
import { expect, test } from 'vitest'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { homeWith } from '../__fixtures__/home-with.ts'
import { runHere } from '../__fixtures__/run-here.ts'

const guard = `
import { text } from 'node:stream/consumers'
const { event, child } = JSON.parse(await text(process.stdin))
if (child.task.includes('forbidden')) {
  process.stderr.write('Not that.')
  process.exitCode = 2
}
`
const note = `
import { appendFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
appendFileSync(process.argv[2], (await text(process.stdin)) + '\\n')
`

function guardedHome() {
  const folder = homeWith({})
  const [guardFile, noteFile] = [join(folder.root, 'guard.mjs'), join(folder.root, 'note.mjs')]
  const notes = join(folder.root, 'notes.txt')
  writeFileSync(guardFile, guard)
  writeFileSync(noteFile, note)
  const hooks = [
    { name: 'guard', event: 'SubagentStart', command: [process.execPath, guardFile] },
    { name: 'note', event: 'SubagentStop', command: [process.execPath, noteFile, notes] },
    { name: 'broken', event: 'SubagentStop', command: [process.execPath, '-e', 'process.exit(1)'] },
  ]
  writeFileSync(join(folder.home, 'drawbridge.jsonc'), JSON.stringify({ hooks }))
  return { folder, notes: () => (existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : []) }
}

const spawn = (task: string) => ({ name: 'agent__spawn', input: { task, wait: true } })

test('a hook that refuses a child keeps it from running, and one that watches hears of the end of those that ran', async () => {
  const { folder, notes } = guardedHome()
  const model = scriptModel(({ messages }) => {
    const text = JSON.stringify(messages)
    if (!text.includes('Begin.')) return { text: 'I counted three.' }
    if (messages.at(-1)?.role === 'tool') return { text: 'I see.' }
    return { calls: [spawn('Do the forbidden.'), spawn('Count.')] }
  })
  {
    await using house = await agentHouse(model, { folder })
    await using conversation = await house.runner.open()
    const { events } = await readRun(conversation.send('Begin.'))
    const codes = events.flatMap((event) =>
      event.type === 'call.ended' ? ['code' in event.outcome ? event.outcome.code : 'none'] : [],
    )
    expect(codes.sort()).toEqual(['denied_by_hook', 'none'])
    const children = await house.drawbridge.house.service('childAgents')
    const listed = (await children?.list(conversation.id)) ?? []
    // Children of one millisecond are listed in any order.
    expect(listed.toSorted((one, other) => one.task.length - other.task.length)).toMatchObject([
      { task: 'Count.', state: 'completed' },
      { state: 'rejected', message: 'The hook "guard" refused the child: Not that.' },
    ])
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('refused the child: Not that.')
  }
  // Only the child that ran was told about, and all hooks have heard of it before the process ends.
  expect(notes().map((line) => JSON.parse(line))).toMatchObject([
    {
      event: 'SubagentStop',
      child: { task: 'Count.', label: 'Count.', role: 'sub', depth: 1, runs: 1 },
      result: { state: 'completed', text: 'I counted three.' },
    },
  ])
})

test('hooks about children are shown by config explain', async () => {
  const { folder } = guardedHome()
  const { stdout, code } = await runHere(folder, ['config', 'explain'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/SubagentStart/)
  expect(stdout).toMatch(/guard/)
})
