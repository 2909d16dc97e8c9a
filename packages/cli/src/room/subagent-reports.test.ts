import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ScriptedAnswer, scriptModel } from '@drawbridge/agents/testing'
import { approveEverything, approveWith } from '@drawbridge/core'
import type { ModelRequest } from '@drawbridge/core/model'
import { describe, expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { homeWith } from '../__fixtures__/home-with.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

const call = (name: string, input: object) => ({ name, input: input as Readonly<Record<string, unknown>> })
const spawn = (task: string, more: object = {}) => call('agent__spawn', { task, ...more })
const isFirst = ({ messages }: ModelRequest) => messages.at(-1)?.role !== 'tool'
const textOf = ({ messages }: ModelRequest) => JSON.stringify(messages)

/** A model in which the parent begins with one answer, and each child answers by a function. */
function scene(parent: ScriptedAnswer, child: (request: ModelRequest) => ScriptedAnswer) {
  return scriptModel((request) => {
    if (!textOf(request).includes('Begin.')) return child(request)
    return isFirst(request) && !textOf(request).includes('Your child') ? parent : { text: 'I go on.' }
  })
}

type Options = NonNullable<Parameters<typeof agentHouse>[1]>

async function play(model: ReturnType<typeof scriptModel>, options: Options = {}) {
  const house = await agentHouse(model, { authority: { limiting: 'off' }, ...options })
  const conversation = await house.runner.open()
  const children = await house.drawbridge.house.service('childAgents')
  if (children === undefined) throw new Error('No room starts children.')
  const { report } = await readRun(conversation.send('Begin.'))
  while (await children.nextAnnouncement(conversation.id)) await readRun(conversation.send(undefined))
  return {
    ...{ house, conversation, children, report },
    list: () => children.list(conversation.id),
    [Symbol.asyncDispose]: async () => {
      await conversation[Symbol.asyncDispose]()
      await house[Symbol.asyncDispose]()
    },
  }
}

describe('reported of subagents:', () => {
  test('two calls become hundreds of agents, because each one starts more', async () => {
    const limits = { depth: 5, childrenPerTree: 12, childrenPerParent: 3 }
    let started = 0
    const model = scene({ calls: [spawn('More.', { wait: true }), spawn('More.', { wait: true })] }, (request) => {
      if (!isFirst(request)) return { text: 'Enough.' }
      started += 1
      return { calls: [1, 2, 3].map(() => spawn('More.', { wait: true })) }
    })
    await using played = await play(model, { folder: homeWith({ subagents: limits }) })
    expect(started).toBe(12)
    expect(await played.list()).toHaveLength(2)
    expect(JSON.stringify(model.requests)).toContain('This tree has had 12 children, and may have 12 over its life.')
  })

  test('the cost of a conversation leaves out that of its children and theirs', async () => {
    const usage = { input: 100, output: 10 }
    const model = scene({ calls: [spawn('Below.', { wait: true })], usage }, (request) =>
      textOf(request).includes('Deeper.') || !isFirst(request)
        ? { text: 'Done.', usage }
        : { calls: [spawn('Deeper.', { wait: true })], usage },
    )
    await using played = await play(model, { folder: homeWith({ subagents: { depth: 2 } }) })
    expect((await played.conversation.spent()).children).toEqual({ count: 2, tokens: 330 })
    const [child] = await played.list()
    expect(await played.children.spent(child?.id ?? '')).toEqual({ count: 1, tokens: 110 })
  })

  test('a run that waits for its child does not count against the limits', async () => {
    const calls = [1, 2, 3].map((index) => spawn(`Task ${index}.`, { wait: true }))
    await using played = await play(
      scene({ calls }, () => ({ text: 'Done.' })),
      { folder: homeWith({ subagents: { childrenPerSession: 2 } }) },
    )
    const states = (await played.list()).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['completed', 'completed', 'rejected'])
  })

  test('a child that ran out of requests counts as completed, with a placeholder as its report', async () => {
    const model = scene({ calls: [spawn('Look.', { wait: true })] }, () => ({
      calls: [call('fs__list_files', {})],
    }))
    await using played = await play(model, { folder: homeWith({ subagents: { iterations: 3 } }) })
    expect(await played.list()).toMatchObject([{ state: 'failed', turns: 3 }])
  })

  test('the question of a second child replaces that of the first, which waits for ever', async () => {
    const asked = Promise.withResolvers<void>()
    const questions: { readonly label: string | undefined; readonly path: unknown }[] = []
    const person = approveWith(
      'person',
      async ({ principal, targets }) => {
        questions.push({ label: principal.label, path: targets[0] })
        if (questions.length === 2) asked.resolve()
        await asked.promise
        return { answer: 'allow_once' }
      },
      { human: true },
    )
    const parent = { calls: [spawn('Write a.txt', { label: 'one' }), spawn('Write b.txt', { label: 'two' })] }
    const model = scene(parent, (request) => {
      if (!isFirst(request)) return { text: 'Written.' }
      const path = /Write (\w\.txt)/.exec(textOf(request))?.[1]
      return { calls: [call('fs__write_file', { path, content: 'x' })] }
    })
    // Each question has an approver of its own call: the second one is asked while the first waits.
    const parallel = { id: 'person', human: true, ask: person.ask }
    await using played = await play(model, { authority: { limiting: 'off', approvers: [parallel] } })
    expect(questions.map(({ label }) => label).toSorted()).toEqual(['one', 'two'])
    expect((await played.list()).map(({ state }) => state)).toEqual(['completed', 'completed'])
  })

  test('to list or cancel children a model has to invent a task', async () => {
    const model = scene({ calls: [call('agent__subagents', { action: 'list' })] }, () => ({ text: 'Done.' }))
    await using played = await play(model)
    expect(played.report.reason).toBe('completed')
    expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toContain('validation_error')
  })

  test('cancelling all ends the children of other users', async () => {
    const free = Promise.withResolvers<void>()
    const model = scriptModel((request) => {
      const text = textOf(request)
      if (!text.includes('Begin.')) return { text: 'Done.', waitFor: free.promise }
      if (!isFirst(request) || text.includes('Your child')) return { text: 'I go on.' }
      return {
        calls: [text.includes('Cancel') ? call('agent__subagents', { action: 'cancel', id: 'all' }) : spawn('Wait.')],
      }
    })
    await using house = await agentHouse(model)
    const children = await house.drawbridge.house.service('childAgents')
    await using ada = await house.runner.open({ principal: { user: 'ada' } })
    await using bob = await house.runner.open({ principal: { user: 'bob' } })
    await readRun(ada.send('Begin.'))
    await readRun(bob.send('Begin.'))
    await readRun(bob.send('Cancel them.'))
    expect(await children?.list(bob.id)).toMatchObject([{ state: 'cancelled', user: 'bob' }])
    expect(await children?.list(ada.id)).toMatchObject([{ state: 'running', user: 'ada' }])
    free.resolve()
  })

  test('a child without a person to ask hangs, or is allowed what nobody was asked about', async () => {
    const model = scene({ calls: [spawn('Write.', { wait: true })] }, (request) =>
      isFirst(request)
        ? { calls: [call('fs__write_file', { path: 'a.txt', content: 'x' })] }
        : { text: 'I could not.' },
    )
    await using played = await play(model, { authority: { limiting: 'off', approvers: [] } })
    expect(await played.list()).toMatchObject([{ state: 'completed', text: 'I could not.' }])
    expect(existsSync(join(played.house.folder.workspace, 'a.txt'))).toBe(false)
    const told = model.requests.flatMap(({ messages }) => messages.filter(({ role }) => role === 'tool'))
    expect(JSON.stringify(told)).toMatch(/approv|available/i)
  })
})

describeWithProgram('git', 'reported of children in copies of a repository:', () => {
  test('the prompt names the folder of the parent, so that the child works there', async () => {
    const folder = scratchFolder({ 'a.txt': 'a\n' })
    const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: folder.workspace, stdio: 'pipe' })
    git('init', '-q', '-b', 'main')
    git('add', '.')
    git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'first')
    const model = scene({ calls: [spawn('Look.', { wait: true, isolation: 'worktree' })] }, () => ({ text: 'Seen.' }))
    await using _played = await play(model, {
      folder,
      authority: { limiting: 'off', approvers: [approveEverything] },
    })
    const child = model.requests.find((request) => !textOf(request).includes('Begin.'))
    expect(child).toBeDefined()
    expect(JSON.stringify([child?.system, child?.messages])).not.toContain(folder.workspace)
  })
})
