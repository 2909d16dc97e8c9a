import { approveWith } from '@drawbridge/core'
import { describe, expect, test } from 'vitest'
import { openScene, scripted } from '../__fixtures__/open-scene.ts'

const named = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    name: `tool_${at}`,
    description: at === 3 ? 'Sends a letter to somebody.' : `Does number ${at}.`,
    inputSchema: { type: 'object', properties: { word: { type: 'string' } } },
  }))

async function open(more: object = {}) {
  const scene = await openScene({ one: scripted({ tools: named(6) }) }, { withTools: true, deferAbove: 5, ...more })
  await scene.agree('one')
  return scene
}

describe('beyond the budget', () => {
  test('no tool of the server is shown, all are found, and one that was found can be called in both ways', async () => {
    const { run, call } = await open()
    const { snapshot } = run()
    expect(snapshot.tools.map(({ name }) => name)).toEqual([
      'servers.call',
      'servers.get_prompt',
      'servers.list_resources',
      'servers.read_resource',
      'servers.request_access',
      'servers.search',
    ])
    expect(snapshot.deferred).toHaveLength(6)
    const found = await call('servers.search', { query: 'send a letter' })
    expect(found.text).toMatch(/"name":"mcp\.one\.tool_3"/)
    expect(found.result.content.at(-1)).toMatchObject({ label: { trust: 'untrusted' } })
    const target = { name: 'mcp.one.tool_3', arguments: { word: 'dear' } }
    expect((await call('servers.call', target)).text).toContain('{"word":"dear"}')
    expect((await call('servers__call', { ...target, name: 'mcp__one__tool_3' })).text).toContain('{"word":"dear"}')
    expect((await call('mcp.one.tool_3', { word: 'sir' })).text).toContain('{"word":"sir"}')
  })

  test('a call through servers.call is asked about, judged and recorded as the tool itself', async () => {
    const { run } = await open()
    const asked: unknown[] = []
    const approver = approveWith(
      'watcher',
      (request) => {
        asked.push(request)
        return { answer: 'allow_once' }
      },
      { human: true },
    )
    const own = run({}, { approvers: [approver] })
    const events: unknown[] = []
    using _listening = own.events.subscribe((event) => void events.push(event))
    await own.call({ name: 'servers.call', arguments: { name: 'mcp.one.tool_1', arguments: {} } })
    expect(asked).toHaveLength(1)
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'tool.started', tool: 'mcp.one.tool_1', askedAs: 'servers.call' }),
    )
  })

  test('bad arguments are told in terms of the tool', async () => {
    const { call } = await open()
    const outcome = await call('servers.call', { name: 'mcp.one.tool_1', arguments: { word: 7 } })
    expect(outcome).toMatchObject({ status: 'failed', code: 'validation_error' })
    expect(outcome.text).toContain('word')
  })
})

test.each([
  ['a tool of ours', { name: 'fs.write_file', arguments: {} }, 'not a tool of a server'],
  ['a tool that does not exist', { name: 'mcp.one.gone', arguments: {} }, 'no tool has this name'],
  ['itself', { name: 'servers.call', arguments: { name: 'servers.call' } }, 'not a tool of a server'],
])('%s cannot be called through servers.call', async (_what, input, reason) => {
  const { call } = await open()
  const outcome = await call('servers.call', input)
  expect(outcome.status).toBe('failed')
  expect(outcome.text).toContain(reason)
})

test('servers.call that names itself under its shown name ends', async () => {
  const { call } = await open()
  let input: object = { name: 'mcp__one__tool_1', arguments: {} }
  for (let depth = 0; depth < 10; depth += 1) input = { name: 'servers__call', arguments: input }
  expect((await call('servers.call', input)).status).toBe('ok')
})

test('within the budget everything is shown', async () => {
  const { run } = await open({ deferAbove: 6 })
  expect(run().snapshot.deferred).toEqual([])
  expect(run().snapshot.tools.filter(({ name }) => name.startsWith('mcp.'))).toHaveLength(6)
})
