// Has children work and hears their ends, until it kills itself: `node work-with-children.ts JSON`.
import { writeSync } from 'node:fs'
import { createAgentRunner } from '@drawbridge/agents/runner'
import { scriptModel } from '@drawbridge/agents/testing'
import { approveEverything } from '@drawbridge/core'
import { type Clock, systemClock } from '@drawbridge/core/base'
import { createDrawbridge } from '@drawbridge/sdk'

/** What one process works on. */
export interface KilledParent {
  readonly workspace: string
  readonly home: string
  readonly session: string
  readonly round: number
  /** The look at the clock at which it kills itself. */
  readonly killAt: number
  /** True if the children write a file each in a copy of the repository. */
  readonly isIsolated?: boolean
}

const work = JSON.parse(process.argv[2] ?? '') as KilledParent
let points = 0
const clock: Clock = {
  now: () => {
    points += 1
    if (points === work.killAt) process.kill(process.pid, 'SIGKILL')
    return systemClock.now()
  },
  after: systemClock.after,
}
const model = scriptModel(({ messages }) => {
  const text = JSON.stringify(messages)
  if (!text.includes('Begin round')) return answerOfChild(text, messages.at(-1)?.role === 'tool')
  const last = JSON.stringify(messages.findLast(({ role }) => role === 'user')?.blocks)
  if (messages.at(-1)?.role === 'tool' || !last.includes('Begin round')) return { text: 'I go on.' }
  const spawn = (index: number) => ({
    name: 'agent__spawn',
    input: {
      task: `Report ${work.round}-${index}.`,
      label: `${work.round}-${index}`,
      isolation: work.isIsolated === true ? 'worktree' : 'none',
    },
  })
  return { calls: [spawn(1), spawn(2)] }
})

function answerOfChild(text: string, hasWritten: boolean) {
  const name = /Report (\d+-\d)\./.exec(text)?.[1] ?? ''
  if (work.isIsolated !== true) return { text: 'A report.' }
  if (!hasWritten) return { calls: [{ name: 'fs__write_file', input: { path: `made-${name}.txt`, content: name } }] }
  // What was told to a model is there, whatever happens to this process.
  writeSync(1, `wrote ${name}\n`)
  return { text: 'A report.' }
}

await using drawbridge = await createDrawbridge({
  ...{ workspace: work.workspace, home: work.home, clock },
  authority: { limiting: 'off', approvers: [approveEverything] },
  settings: { endsLoops: false },
})
const runner = createAgentRunner(drawbridge.house, { models: { get: async () => model } })
const isKnown = work.round > 0 && (await drawbridge.house.database.find()) !== undefined
await using conversation = await runner.open(isKnown ? { resume: work.session } : { id: work.session })
for await (const _event of conversation.send(`Begin round ${work.round}.`)) clock.now()
const children = await drawbridge.house.service('childAgents')
while ((await children?.nextAnnouncement(conversation.id)) === true) {
  for await (const _event of conversation.send(undefined)) clock.now()
}
process.stdout.write(`points ${points}\n`)
