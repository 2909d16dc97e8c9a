import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { approveEverything } from '@drawbridge/core'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { agentHouse } from '../__fixtures__/agent-house.ts'
import { homeOn } from '../__fixtures__/home-on.ts'
import { playingLast } from '../__fixtures__/playing-model.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { superviseOnce } from '../__fixtures__/supervise-once.ts'

describeDatabases('the work of members', (database) => {
  const opened = async (model: ReturnType<typeof playingLast>) => {
    const folder = homeOn(database, {}, ['planner', 'coder', 'tester'])
    const run = async (...words: string[]) => {
      const done = await runHere(folder, ['teams', ...words])
      expect(done, words.join(' ')).toMatchObject({ code: 0 })
      return done.stdout
    }
    await run('create', 'shop', '--lead', 'planner', '--members', 'coder,tester')
    const authority = { approvers: [approveEverything] }
    return { folder, run, house: await agentHouse(model, { folder, agents: { allowUnknown: true }, authority }) }
  }

  test('two members work at the same time: neither answers before both have begun', async () => {
    const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const bothBegan = Promise.all([one.promise, other.promise])
    const model = playingLast({
      'work on task #1': [{ text: 'Built.', waitFor: bothBegan }],
      'work on task #2': [{ text: 'Tested.', waitFor: bothBegan }],
    })
    const { run, house: opening } = await opened(model)
    await using house = opening
    await run('add', 'shop', 'Build', '--assignee', 'coder')
    await run('add', 'shop', 'Test', '--assignee', 'tester')
    const done = superviseOnce(house)
    const began = (words: string) => JSON.stringify(model.requests.map(({ messages }) => messages)).includes(words)
    await expect.poll(() => began('work on task #1') && began('work on task #2'), { timeout: 60_000 }).toBe(true)
    one.resolve()
    other.resolve()
    await done
    expect(await run('board', 'shop')).toContain('#1 "Build": completed, of coder\n#2 "Test": completed, of tester')
  })

  test('a member reads with its task what it needs: the team, the results before it, the last comments and the files', async () => {
    const model = playingLast({ 'work on task #1': [{ text: 'The parser is in parse.ts.' }], 'work on task #3': [] })
    const { folder, run, house: opening } = await opened(model)
    await using house = opening
    mkdirSync(join(folder.home, 'teams', 'shop', 'shared'), { recursive: true })
    writeFileSync(join(folder.home, 'teams', 'shop', 'shared', 'plan.md'), 'plan')
    await run('add', 'shop', 'Write the parser', '--assignee', 'coder')
    await run('add', 'shop', 'Of nobody')
    await run('add', 'shop', 'Test it', '--description', 'All of it.', '--assignee', 'tester', '--blocked-by', '1')
    for (const text of ['first note', 'second note', 'third note', 'fourth note'])
      await run('act', 'shop', '3', 'comment', text)
    await using session = await house.drawbridge.house.openSession({ principal: { agent: 'planner', user: 'local' } })
    const path = join(folder.home, 'teams', 'shop', 'shared', 'plan.md')
    const attached = await session.call({ name: 'team.tasks', arguments: { action: 'attach', task: 3, path } })
    expect(attached.status).toBe('ok')
    await superviseOnce(house)
    const request = model.requests.find(({ messages }) => JSON.stringify(messages).includes('work on task #3'))
    const said = JSON.stringify(request?.messages)
    for (const needed of [
      ...['of the team \\"shop\\", led by \\"planner\\"', 'All of it.', 'The parser is in parse.ts.', 'Files: plan.md'],
      ...['second note', 'third note', 'fourth note'],
    ])
      expect(said).toContain(needed)
    for (const other of ['first note', 'Of nobody']) expect(said).not.toContain(other)
    expect(JSON.stringify(request?.system)).not.toContain('# Team shop')
  })

  test('a task shows its comments and its result to the team', async () => {
    const model = playingLast({ 'work on task #1': [{ text: 'The parser is in parse.ts.' }] })
    const { run, house: opening } = await opened(model)
    await using house = opening
    await run('add', 'shop', 'Write the parser', '--assignee', 'coder')
    await run('act', 'shop', '1', 'comment', 'In one file.')
    await superviseOnce(house)
    await using session = await house.drawbridge.house.openSession({ principal: { agent: 'tester', user: 'local' } })
    const outcome = await session.call({ name: 'team.tasks', arguments: { action: 'get', task: 1 } })
    const shown = JSON.stringify(outcome.result.content)
    expect(shown).toContain('In one file.')
    expect(shown).toContain('Result: The parser is in parse.ts.')
  })
})
