import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { approveEverything } from '@drawbridge/core'
import { createDrawbridge } from '@drawbridge/sdk'
import { describe, expect, test } from 'vitest'
import { homeWith } from '../__fixtures__/home-with.ts'
import { runHere } from '../__fixtures__/run-here.ts'

/** A team of a lead and two members, whose agents call tools. */
async function openTeam() {
  const folder = homeWith({ agents: { planner: {}, coder: {}, tester: {} } })
  const made = await runHere(folder, ['teams', 'create', 'shop', '--lead', 'planner', '--members', 'coder,tester'])
  expect(made).toMatchObject({ code: 0 })
  const { workspace, home } = folder
  const drawbridge = await createDrawbridge({
    workspace,
    home,
    agents: { allowUnknown: true },
    authority: { approvers: [approveEverything] },
  })
  return {
    call: (agent: string, name: string, input: object) =>
      drawbridge.openSession({ principal: { agent, user: 'ada' } }).call({ name, arguments: input }),
    [Symbol.asyncDispose]: () => drawbridge[Symbol.asyncDispose](),
  }
}

describe('reported of other products, and not so here', () => {
  test('a message to a teammate becomes a task that nobody asked for', async () => {
    await using team = await openTeam()
    const sent = await team.call('planner', 'team.message', { action: 'send', to: 'coder', text: 'Look at 1.' })
    expect(sent).toMatchObject({ status: 'ok' })
    expect((await team.call('coder', 'team.tasks', { action: 'list' })).text).toBe('No task matches.')
  })

  test('an agent sends a message to itself', async () => {
    await using team = await openTeam()
    const sent = await team.call('coder', 'team.message', { action: 'send', to: 'coder', text: 'Look at 1.' })
    expect(sent.text).toContain('You cannot send a message to yourself.')
    expect((await team.call('coder', 'team.message', { action: 'read' })).text).toBe('No unread messages.')
  })

  test('a create that failed keeps the board locked: later lists hang', async () => {
    await using team = await openTeam()
    const tasks = (input: object) => team.call('planner', 'team.tasks', input)
    const failing = Array.from({ length: 5 }, () => tasks({ action: 'create', subject: 'Build', blocked_by: [9] }))
    expect((await Promise.all(failing)).map(({ status }) => status)).toEqual(Array(5).fill('failed'))
    expect((await tasks({ action: 'list' })).text).toBe('No task matches.')
    expect((await tasks({ action: 'create', subject: 'Build' })).text).toContain('"Build" is pending.')
  })

  test('the number of a task as a text, as models write it, names none', async () => {
    await using team = await openTeam()
    await team.call('planner', 'team.tasks', { action: 'create', subject: 'Build' })
    expect((await team.call('coder', 'team.tasks', { action: 'get', task: '1' })).text).toContain('Build')
  })

  test('progress goes back when a member reports less', async () => {
    await using team = await openTeam()
    await team.call('planner', 'team.tasks', { action: 'create', subject: 'Build' })
    await team.call('coder', 'team.tasks', { action: 'claim', task: 1 })
    for (const percent of [60, 20]) await team.call('coder', 'team.tasks', { action: 'progress', task: 1, percent })
    expect((await team.call('coder', 'team.tasks', { action: 'list' })).text).toContain('60 %')
  })

  test('an agent judges its own work in an evaluate loop', async () => {
    await using team = await openTeam()
    const input = { generator: 'coder', evaluator: 'coder', task: 'Write.', pass_criteria: 'It is short.' }
    const outcome = await team.call('planner', 'agent.evaluate_loop', input)
    expect(outcome).toMatchObject({ status: 'failed', text: expect.stringContaining('Nobody judges its own work') })
  })

  test('a handoff cannot be taken back without the name of an agent', async () => {
    await using team = await openTeam()
    const outcome = await team.call('planner', 'agent.handoff', { action: 'clear' })
    expect(outcome.text).toContain('Nobody was handed over here.')
  })
})

test.each(['teams', 'delegation'])('the README of %s names a test for a report that does not exist', (name) => {
  const folder = join(import.meta.dirname, '../../..', name)
  const rows = [...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^\| [^|]+ \| `([^`]+)`: ([^|]+) \|$/gm)]
  expect(rows.length).toBeGreaterThan(10)
  for (const [, file = '', title = ''] of rows) expect(readFileSync(join(folder, file), 'utf8')).toContain(title)
})
