import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveEverything } from '@drawbridge/core'
import { loadTools } from '@drawbridge/core/registry'
import { createCustomTools } from '@drawbridge/custom-tools/library'
import { createDrawbridge } from '@drawbridge/sdk'
import { median } from '../../lib/median.ts'
import type { Report } from '../../lib/report.ts'

const many = 500
/** The most that a call among many tools may cost, as a multiple of the same call where its tool is the only one. */
const callBar = 1.2
/** The most milliseconds that the list of tools for a model may take, once it was made. */
const listBar = 10
/** The most milliseconds until a change of one of the tools is in force, after the 250 ms in which nobody looks. */
const changeBar = 100
const rounds = 40

const toolNumber = (index: number) => ({
  name: `tool_${index}`,
  description: `Prints the number ${index} and what it is given.`,
  parameters: {
    type: 'object',
    properties: { text: { type: 'string' }, count: { type: 'integer', default: 1 } },
    required: ['text'],
  },
  permission: 'readonly',
  ...(index % 2 === 0
    ? { command: '/bin/echo', args: [`${index}`, '--', '{{.text}}', '{{.count}}'] }
    : { request: { method: 'GET', url: `https://api.example/things/${index}`, query: { text: '{{.text}}' } } }),
})

/** Measures 500 custom tools: adding them, listing them, a call of one, and a change, each next to a single tool. */
export async function measure(): Promise<Report> {
  await using one = await openWith(1)
  await using all = await openWith(many)
  const calls = { one: [] as number[], all: [] as number[] }
  // In turn, so that other work on the machine meets both alike.
  for (let round = 0; round < rounds; round += 1) {
    calls.one.push(await one.call())
    calls.all.push(await all.call())
  }
  const lists = { one: await one.list(), all: await all.list() }
  const changes = { one: await one.change(), all: await all.change() }
  const call = { one: median(calls.one), all: median(calls.all) }
  const ratio = call.all / call.one
  const row = (what: string, first: number, second: number) => [what, first.toFixed(2), second.toFixed(2)]
  return {
    name: 'custom',
    columns: ['milliseconds', '1 tool', `${many} tools`],
    rows: [
      row('all are added', one.added, all.added),
      row('Drawbridge opens, and the first session has its tools', one.opened, all.opened),
      row('a model is shown the tools, first', lists.one.first, lists.all.first),
      row('and again', lists.one.again, lists.all.again),
      row('a call', call.one, call.all),
      row('the first call after a change', changes.one, changes.all),
    ],
    goals: [
      {
        text: `a call among ${many} tools costs ${ratio.toFixed(2)} times one with a single tool <= ${callBar}`,
        met: ratio <= callBar,
      },
      {
        text: `the list is shown again in ${lists.all.again.toFixed(1)} ms <= ${listBar}`,
        met: lists.all.again <= listBar,
      },
      {
        text: `a change costs the next call ${(changes.all - call.all).toFixed(0)} ms <= ${changeBar}`,
        met: changes.all - call.all <= changeBar,
      },
    ],
    details: [`Medians of ${rounds} calls of "/bin/echo" in turn; half of the tools are commands, half requests.`],
    data: { calls, lists, changes },
  }
}

async function openWith(count: number) {
  const folder = await mkdtemp(join(tmpdir(), 'drawbridge-bench-custom-'))
  const [home, workspace] = [join(folder, 'home'), join(folder, 'workspace')]
  await mkdir(workspace)
  const options = { home, workspace, authority: { approvers: [approveEverything], limiting: 'off' as const } }
  const definitions = Array.from({ length: count }, (_, index) => toolNumber(index))
  let added = 0
  {
    await using drawbridge = await createDrawbridge(options)
    const tools = createCustomTools(drawbridge.house)
    const begun = performance.now()
    await tools.addAll(definitions, 'bench')
    added = performance.now() - begun
  }
  const begun = performance.now()
  const drawbridge = await createDrawbridge(options)
  const tools = createCustomTools(drawbridge.house)
  drawbridge.openSession()
  const opened = performance.now() - begun
  let text = 0
  const call = async () => {
    text += 1
    const session = drawbridge.openSession()
    const start = performance.now()
    const outcome = await session.call({ name: 'custom__tool_0', arguments: { text: `${text}` } })
    if (outcome.status !== 'ok') throw new Error(outcome.message)
    return performance.now() - start
  }
  return {
    added,
    opened,
    call,
    list: async () => {
      const shown = async () => {
        const start = performance.now()
        const { snapshot } = drawbridge.openSession()
        const shownTools = (await loadTools(snapshot.tools)).map((tool) => snapshot.show(tool))
        if (shownTools.length < count) throw new Error(`Only ${shownTools.length} tools are shown.`)
        return performance.now() - start
      }
      return { first: await shown(), again: median([await shown(), await shown(), await shown()]) }
    },
    change: async () => {
      const taken: number[] = []
      for (let round = 0; round < 5; round += 1) {
        await tools.edit('tool_0', { description: `Changed ${round}.` }, 'bench')
        await new Promise((resolve) => setTimeout(resolve, 260))
        taken.push(await call())
      }
      return median(taken)
    },
    [Symbol.asyncDispose]: async () => {
      await drawbridge[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
