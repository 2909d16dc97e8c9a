import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { openSupervisor } from '../../../teams/src/dispatch/open-supervisor.ts'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { homeOn } from '../__fixtures__/home-on.ts'
import { playingLast } from '../__fixtures__/playing-model.ts'
import { jsonOf } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'

const tasks = (action: string, more: object = {}) => ({ name: 'team__tasks', input: { action, ...more } })

/** An answer that comes once so many are asked for at the same time. */
function together(count: number) {
  const all = Promise.withResolvers<void>()
  let waiting = 0
  return (answer: object) => ({
    ...answer,
    get waitFor() {
      waiting += 1
      if (waiting === count) all.resolve()
      return all.promise
    },
  })
}

describeDatabases('a team that plans, works, is stuck, reviewed and answered', (database) => {
  test('comes to its end, and the record of each of its sessions replays equal', { timeout: 120_000 }, async () => {
    const folder = homeOn(database, {}, ['planner', 'coder', 'tester', 'writer', 'critic'])
    const team = ['shop', '--lead', 'planner', '--members', 'coder,tester,writer', '--reviewers', 'critic']
    await runHere(folder, ['teams', 'create', ...team])
    // The three members begin before one of them goes on.
    const atOnce = together(3)
    const model = playingLast({
      'Build the shop': [
        {
          calls: [
            tasks('create', { subject: 'Write the code', assignee: 'coder', require_approval: true }),
            tasks('create', { subject: 'Write the tests', assignee: 'tester' }),
            tasks('create', { subject: 'Write the manual', assignee: 'writer' }),
          ],
        },
        { text: 'The team works.' },
      ],
      'task #1 "Write the code"': [
        atOnce({ calls: [tasks('progress', { task: 1, percent: 50 })] }),
        { text: 'A draft of code.ts.' },
        { text: 'The whole of code.ts.' },
      ],
      'task #2 "Write the tests"': [
        atOnce({ calls: [tasks('comment', { task: 2, type: 'blocker', text: 'no runner is installed' })] }),
        { text: 'I cannot go on.' },
        { text: 'All tests pass.' },
      ],
      'task #3 "Write the manual"': [
        atOnce({ calls: [tasks('ask_user', { task: 3, text: 'In which language?' })] }),
        { text: 'I wait for the answer.' },
        { text: 'The manual is written.' },
      ],
      'The user answers your question': [{ text: 'The manual is written in English.' }],
      'has failed by "tester"': [{ calls: [tasks('retry', { task: 2 })] }, { text: 'Try again.' }],
      'Result: A draft of code.ts.': [
        { calls: [tasks('reject', { task: 1, text: 'No drafts.' })] },
        { text: 'Sent back.' },
      ],
      'Result: The whole of code.ts.': [{ calls: [tasks('approve', { task: 1 })] }, { text: 'Approved.' }],
    })
    const asked: string[] = []
    const errors: string[] = []
    {
      await using house = await agentHouse(model, {
        folder,
        agents: { allowUnknown: true },
        authority: {
          questioners: [
            {
              id: 'ada',
              ask: async ({ questions }) => {
                asked.push(...questions.map(({ question }) => question))
                return { status: 'answered', answers: [{ chosen: [], text: 'In English.' }] }
              },
            },
          ],
        },
      })
      {
        await using conversation = await house.runner.open({ principal: { agent: 'planner', user: 'ada' } })
        await readRun(conversation.send('Build the shop.'))
      }
      await using supervisor = await openSupervisor(house.drawbridge.house, undefined, {
        runner: house.runner,
        onError: (message) => void errors.push(message),
      })
      await supervisor.idle()
    }
    expect([errors, asked]).toEqual([[], ['In which language?']])
    const board = (await runHere(folder, ['teams', 'board', 'shop'])).stdout
    expect(board.match(/: completed/g)).toHaveLength(3)
    const events = (await runHere(folder, ['teams', 'events', 'shop'])).stdout
    const ofTask = (number: number) =>
      [...events.matchAll(new RegExp(`shop-${number} {2}(\\w+)`, 'g'))].map(([, type]) => type)
    expect(ofTask(1)).toEqual([
      ...['created', 'dispatched', 'progress', 'reviewed', 'rejected', 'dispatched', 'reviewed', 'approved'],
    ])
    expect(ofTask(2)).toEqual(['created', 'dispatched', 'failed', 'retried', 'dispatched', 'completed'])
    // The answer comes during the run that asked, or a further run begins with it.
    const third = ofTask(3).filter((type) => type !== 'waits' && type !== 'stale')
    const again = third.filter((type) => type === 'dispatched').slice(1)
    expect(third).toEqual(['created', 'dispatched', 'asked', 'answered', ...again, 'completed'])
    const { sessions } = jsonOf<{ sessions: { id: string }[] }>(await runHere(folder, ['sessions', '--json']))
    expect(sessions.length).toBeGreaterThanOrEqual(6)
    for (const { id } of sessions) {
      const replayed = jsonOf<{ status: string }>(await runHere(folder, ['replay', id, '--json']))
      expect(replayed, `${id}: ${JSON.stringify(replayed)}`).toMatchObject({ different: 0, differences: [] })
      expect(replayed.status).not.toBe('different')
    }
  })
})
