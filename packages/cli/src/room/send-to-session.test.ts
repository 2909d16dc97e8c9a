import { scriptModel } from '@drawbridge/agents/testing'
import { approveEverything } from '@drawbridge/core'
import { expect, test } from 'vitest'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

const send = (input: object) => ({ name: 'sessions__send', input: { ...input } })
const lastText = (request: { readonly messages: readonly unknown[] }) => JSON.stringify(request.messages.at(-1))

test('a conversation sends to another one of its agent and reads the answer, which its calls made with the same authority', async () => {
  const folder = scratchFolder({ 'a.txt': 'the harbour opens at nine\n' })
  const talk = async (id: string, answers: Parameters<typeof scriptModel>[0], message: string, mode?: 'plan') => {
    const model = scriptModel(answers)
    await using house = await agentHouse(model, { folder, authority: { approvers: [approveEverything] } })
    await using conversation = await house.runner.open({ id, ...(mode === undefined ? {} : { mode }) })
    const { report } = await readRun(conversation.send(message))
    return { model, report }
  }
  await talk('clerk', [{ text: 'I am the clerk.' }], 'Be the clerk.')
  const write = { name: 'fs__write_file', input: { path: 'b.txt', content: 'b\n' } }
  const { model } = await talk(
    'chief',
    [
      { calls: [send({ session: 'clerk', text: 'Write b.txt.' })] },
      { calls: [write] },
      { calls: [send({ session: 'chief', text: 'Done.' })] },
      { text: 'I could not.' },
      { text: 'It is not possible.' },
    ],
    'Have the clerk write b.txt.',
    'plan',
  )
  const [, asked, denied, answered, told] = model.requests
  expect(lastText(asked ?? { messages: [] })).toContain('[Message of another agent, not of your user]\\nWrite b.txt.')
  expect(asked?.tools?.some(({ name }) => name === 'sessions__send')).toBe(false)
  expect(lastText(denied ?? { messages: [] })).toContain('plan')
  expect(lastText(answered ?? { messages: [] })).toContain('answer in your last message')
  expect(lastText(told ?? { messages: [] })).toMatch(/The run of \\"clerk\\" ended: completed.*I could not\./)
})

test('a message is refused for itself, for conversations of others and outside of a conversation; one that is open here gets it in between', async () => {
  const folder = scratchFolder()
  const texts = [{ session: 'chief' }, { session: 'none' }, { session: 'open' }]
  const model = scriptModel((_, index) => {
    const input = texts[index - 1]
    if (index === 0 || input === undefined) return { text: 'ok' }
    return { calls: [send({ ...input, text: 'Hello.' })] }
  })
  await using house = await agentHouse(model, { folder })
  await using present = await house.runner.open({ id: 'open' })
  await readRun(present.send('Stay.'))
  await using chief = await house.runner.open({ id: 'chief' })
  await readRun(chief.send('Send.'))
  const results = chief.entries().flatMap((entry) => (entry.kind === 'result' ? [JSON.stringify(entry.content)] : []))
  expect(results).toEqual([
    expect.stringContaining('This is your own session'),
    expect.stringContaining('You have no conversation'),
    expect.stringContaining('when it goes on'),
  ])
  await readRun(present.send('Anything new?'))
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toMatch(/not of your user\]\\nHello\..*Anything new\?/)
  const plain = await house.drawbridge.openSession().call({
    name: 'sessions.send',
    arguments: { session: 'open', text: 'Hello.' },
  })
  expect(plain).toMatchObject({ code: 'invalid_target', text: expect.stringContaining('drawbridge run') })
})

test('the work of another conversation goes on after the wait, and ends with the conversation that asked for it', async () => {
  const folder = scratchFolder()
  const never = new Promise<never>(() => undefined)
  const model = scriptModel(({ messages }, index) => {
    if (index === 0) return { text: 'ok' }
    if (index === 1) return { calls: [send({ session: 'clerk', text: 'Work.', wait_seconds: 0 })] }
    return JSON.stringify(messages.at(-1)).includes('Work.') ? { text: 'late', waitFor: never } : { text: 'It works.' }
  })
  await using house = await agentHouse(model, { folder })
  {
    await using clerk = await house.runner.open({ id: 'clerk' })
    await readRun(clerk.send('Be the clerk.'))
  }
  {
    await using chief = await house.runner.open({ id: 'chief' })
    await readRun(chief.send('Send.'))
    expect(JSON.stringify(chief.entries())).toContain('is still working')
  }
  await using clerk = await house.runner.open({ resume: 'clerk' })
  expect(clerk.access.mode).toBe('write')
  expect(JSON.stringify(clerk.entries())).toContain('Work.')
})
