import { type ScriptedAnswer, scriptModel } from '@drawbridge/agents/testing'
import type { Child, Conversation } from '@drawbridge/core/agent'
import type { ModelRequest } from '@drawbridge/core/model'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { type AgentHouse, agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { homeOn } from '../__fixtures__/home-on.ts'

/** A model that answers as the first rule says whose words are in the request's first message; the others are the parent's. */
function playing(parent: readonly ScriptedAnswer[], children: Readonly<Record<string, readonly ScriptedAnswer[]>>) {
  const counts = new Map<string, number>()
  return scriptModel((request) => {
    const first = textOf(request)
    const who = Object.keys(children).find((words) => first.includes(words)) ?? ''
    const count = counts.get(who) ?? 0
    counts.set(who, count + 1)
    return (who === '' ? parent : (children[who] ?? []))[count] ?? { text: `nothing more of ${who}` }
  })
}

function textOf({ messages }: Pick<ModelRequest, 'messages'>): string {
  return messages
    .filter(({ role }) => role === 'user')
    .map(({ blocks }) => blocks.map((block) => (block.type === 'text' ? block.text : '')).join(''))
    .slice(0, 1)
    .join('')
}

const spawn = (task: string, more: object = {}) => ({ name: 'agent__spawn', input: { task, ...more } })

async function childrenOf({ drawbridge }: AgentHouse, { id }: Conversation): Promise<readonly Child[]> {
  return (await (await drawbridge.house.service('childAgents'))?.list(id)) ?? []
}

const posted = (conversation: Conversation) =>
  new Promise<void>((resolve) => {
    conversation.onPosted(resolve)
  })

describeDatabases('subagents', (database) => {
  const scratch = (files?: Parameters<typeof homeOn>[1]) => homeOn(database, files)

  test('a child works on its task and its end becomes a message of its parent, once', async () => {
    const model = playing([{ calls: [spawn('Count the files.')] }, { text: 'I wait.' }, { text: 'It found three.' }], {
      'Count the files.': [{ text: 'There are three.' }],
    })
    await using house = await agentHouse(model, { folder: scratch() })
    await using conversation = await house.runner.open()
    const told = posted(conversation)
    const { report } = await readRun(conversation.send('How many files?'))
    expect(report).toMatchObject({ reason: 'completed', text: 'I wait.' })
    await told
    const { report: second } = await readRun(conversation.send(undefined))
    expect(second.text).toBe('It found three.')
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('There are three.')
    expect(await childrenOf(house, conversation)).toMatchObject([{ state: 'completed', label: 'Count the files.' }])
    expect(conversation.entries().filter((entry) => entry.kind === 'message' && entry.from === 'agent')).toHaveLength(1)
  })

  test('a child of a definition that does not exist is the mistake of the model, which reads what to do', async () => {
    const model = playing([{ calls: [spawn('Work.', { definition: 'planted' })] }, { text: 'No such one.' }], {})
    await using house = await agentHouse(model, { folder: scratch() })
    await using conversation = await house.runner.open()
    const { events } = await readRun(conversation.send('Begin.'))
    expect(events.find(({ type }) => type === 'call.ended')).toMatchObject({
      outcome: { code: 'invalid_target', message: expect.stringMatching(/^There is no definition "planted"/) },
    })
  })

  test('a parent that waits reads the report in the result of its call, and is not told again', async () => {
    const model = playing([{ calls: [spawn('Count the files.', { wait: true })] }, { text: 'Three.' }], {
      'Count the files.': [{ text: 'There are three.' }],
    })
    const folder = scratch()
    let id = ''
    {
      await using house = await agentHouse(model, { folder })
      await using conversation = await house.runner.open()
      id = conversation.id
      expect((await readRun(conversation.send('How many files?'))).report.text).toBe('Three.')
      expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('There are three.')
    }
    await using house = await agentHouse(model, { folder })
    await using conversation = await house.runner.open({ resume: id })
    expect(conversation.entries().map(({ kind }) => kind)).toEqual(['message', 'turn', 'result', 'answer'])
  })
})
