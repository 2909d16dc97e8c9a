import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { scriptModel } from '@drawbridge/agents/testing'
import { approveEverything } from '@drawbridge/core'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { delegationPlaces, say } from '../__fixtures__/delegation-place.ts'
import { runHere } from '../__fixtures__/run-here.ts'

const transfer = (agent: string) => ({
  name: 'agent__handoff',
  input: { action: 'transfer', agent, reason: 'It is about code.' },
})

/** Both agents answer with their name; the planner hands over what is about code. */
const handingOver = () =>
  scriptModel(({ system, messages }) => {
    if (JSON.stringify(system).includes('You are coder')) return { text: 'Coder here.' }
    return JSON.stringify(messages.at(-1)).includes('My parser fails')
      ? { calls: [transfer('coder')] }
      : { text: 'Planner here.' }
  })

describeDatabases('a person who was handed over', (database) => {
  const { place, opened } = delegationPlaces(database)

  test.each([
    ['stays', (_: string) => [], 'Coder here.'],
    ['goes back once the link is removed', (_: string) => ['planner', 'coder', '--remove'], 'Planner here.'],
    [
      'goes back once the link denies the user',
      (user: string) => ['planner', 'coder', '--deny-users', user],
      'Planner here.',
    ],
  ])('%s', async (_, link, answer) => {
    const folder = await place(['planner', 'coder'])
    await using place_ = await opened(handingOver(), folder)
    await using conversation = await place_.house.runner.open({
      principal: { agent: 'planner', user: 'ada' },
      approvers: [approveEverything],
    })
    expect(await say(conversation, 'My parser fails.')).toBe('Coder here.')
    const words = link('ada')
    if (words.length > 0) expect(await runHere(folder, ['agents', 'link', ...words])).toMatchObject({ code: 0 })
    expect(await say(conversation, 'And now?')).toBe(answer)
  })

  test('goes back once the agent is removed, instead of being left with nobody', async () => {
    const folder = await place(['planner', 'coder'])
    let session = ''
    {
      await using place_ = await opened(handingOver(), folder)
      await using conversation = await place_.house.runner.open({
        principal: { agent: 'planner', user: 'ada' },
        approvers: [approveEverything],
      })
      session = conversation.id
      expect(await say(conversation, 'My parser fails.')).toBe('Coder here.')
    }
    rmSync(join(folder.home, 'agents', 'coder'), { recursive: true })
    await using place_ = await opened(handingOver(), folder, { profiles: { planner: {} } })
    await using conversation = await place_.house.runner.open({
      resume: session,
      principal: { agent: 'planner', user: 'ada' },
    })
    expect(await say(conversation, 'And now?')).toBe('Planner here.')
  })

  test('is not handed to and fro without end', async () => {
    const folder = await place(['planner', 'coder', '--both'])
    let asked = 0
    const model = scriptModel(({ system, messages }) => {
      if (JSON.stringify(messages.at(-1)).includes('answers from now on')) return { text: 'Handed over.' }
      asked += 1
      if (asked > 20) return { text: 'Endless.' }
      return { calls: [transfer(JSON.stringify(system).includes('You are coder') ? 'planner' : 'coder')] }
    })
    await using place_ = await opened(model, folder)
    await using conversation = await place_.house.runner.open({
      principal: { agent: 'planner', user: 'ada' },
      approvers: [approveEverything],
    })
    expect(await say(conversation, 'My parser fails.')).not.toBe('Endless.')
  })
})
