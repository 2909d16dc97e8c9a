import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ScriptedAnswer, scriptModel } from '@drawbridge/agents/testing'
import { approveEverything } from '@drawbridge/core'
import type { ModelRequest } from '@drawbridge/core/model'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { homeOn } from '../__fixtures__/home-on.ts'

const call = (name: string, input: object): ScriptedAnswer => ({
  calls: [{ name, input: input as Readonly<Record<string, unknown>> }],
})

const steps = [
  { key: 'read', title: 'Read', instructions: 'Say what is in a.txt.', allowed_tools: ['fs.read_file'] },
  { key: 'write', title: 'Write', instructions: 'Write it into b.txt.', depends_on: ['read'] },
]

/** A lead that plans, gives each step to a worker when it is ready, and ends the task; and the workers. */
function leadAndWorkers() {
  let turn = 0
  return scriptModel((request) => {
    const text = JSON.stringify(request.messages)
    const task = /\btask_[\w-]+/.exec(text)?.[0] ?? ''
    const key = /You are a worker\. The step (\w+)/.exec(text)?.[1]
    if (key !== undefined) return workerAt(key, task, request)
    const answers = [
      () => call('agent__task_create', { title: 'Copy the words', steps }),
      () => call('agent__dispatch_worker', { task, step: 'read' }),
      () => ({ text: 'The first one works.' }),
      () => call('agent__dispatch_worker', { task, allowed_tools: ['fs.write_file'] }),
      () => ({ text: 'The second one works.' }),
      () => call('agent__task_complete', { task }),
    ]
    return answers[turn++]?.() ?? { text: 'All is done.' }
  })
}

function workerAt(step: string, task: string, { messages }: ModelRequest): ScriptedAnswer {
  const results = messages.filter(({ role }) => role === 'tool').map(({ blocks }) => JSON.stringify(blocks))
  const before = /Result of read:\\n(\w+)/.exec(results[0] ?? '')?.[1] ?? ''
  switch (results.length) {
    case 0:
      return call('agent__task_claim_step', { task, step })
    case 1:
      return step === 'read'
        ? call('fs__read_file', { path: 'a.txt' })
        : call('fs__write_file', { path: 'b.txt', content: before })
    case 2: {
      const result = step === 'read' ? (/\bhello\b/.exec(results[1] ?? '')?.[0] ?? 'nothing') : 'It is in b.txt.'
      return call('agent__task_update_step', { task, step, status: 'completed', result })
    }
    default:
      return { text: `The step ${step} is done.` }
  }
}

describeDatabases('workers on a plan', (database) => {
  test('claim their steps, do them in order with their own tools only, and report, each once', async () => {
    const folder = homeOn(database, { 'a.txt': 'hello\n' })
    const model = leadAndWorkers()
    await using house = await agentHouse(model, { folder, authority: { approvers: [approveEverything] } })
    await using conversation = await house.runner.open()
    const children = await house.drawbridge.house.service('childAgents')
    await readRun(conversation.send('Have it copied.'))
    let last = ''
    while ((await children?.nextAnnouncement(conversation.id)) === true) {
      last = (await readRun(conversation.send(undefined))).report.text
    }
    expect(last).toBe('All is done.')
    expect(readFileSync(join(folder.workspace, 'b.txt'), 'utf8')).toBe('hello')

    const told = conversation
      .entries()
      .flatMap((entry) => (entry.kind === 'message' && entry.from === 'agent' ? [entry.text] : []))
    expect(told).toEqual([
      expect.stringContaining('The step read is done.'),
      expect.stringContaining('The step write is done.'),
    ])
    expect(await children?.list(conversation.id)).toMatchObject([
      { role: 'worker', state: 'completed', label: 'read: Read' },
      { role: 'worker', state: 'completed', label: 'write: Write' },
    ])

    const toolsOf = (words: string) =>
      model.requests
        .find(({ messages }) => JSON.stringify(messages[0]).includes(words))
        ?.tools?.map(({ name }) => name)
        .toSorted()
    const reporting = ['claim_step', 'get', 'query_steps', 'update_step'].map((name) => `agent__task_${name}`)
    expect(toolsOf('The step read')).toEqual([...reporting, 'artifact__read', 'fs__read_file'])
    expect(toolsOf('The step write')).toEqual([...reporting, 'artifact__read', 'fs__write_file'])

    const session = house.drawbridge.openSession()
    const listed = await session.call({ name: 'agent.task_list', arguments: {} })
    expect(listed.text).toMatch(/completed {2}2 of 2 steps done {2}"Copy the words"/)
    const workers = await session.call({ name: 'agent.list_workers', arguments: {} })
    expect(workers.text).toMatch(/0 of 4 workers of this process are busy/)
    expect(workers.text.match(/ {2}completed {2}/g)).toHaveLength(2)
  })
})
