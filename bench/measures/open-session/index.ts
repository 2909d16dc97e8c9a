import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createAgentRunner } from '@drawbridge/agents/runner'
import { scriptModel } from '@drawbridge/agents/testing'
import { createDrawbridge } from '@drawbridge/sdk'
import { median } from '../../lib/median.ts'
import type { Report } from '../../lib/report.ts'

const run = promisify(execFile)

/** The size of the session. Default 1 GiB. */
const mebibytes = Number(process.env.DRAWBRIDGE_BENCH_SESSION_MIB ?? 1_024)
const messageBytes = 128 * 1_024
const rounds = 5
const [mostMs, mostMib] = [1_000, 50]

/** Measures how long a very long recorded conversation takes to open in a new process, and how much memory more than a new one. */
export async function measure(): Promise<Report> {
  const home = await mkdtemp(join(tmpdir(), 'drawbridge-bench-home-'))
  const workspace = await mkdtemp(join(tmpdir(), 'drawbridge-bench-work-'))
  try {
    const messages = Math.ceil((mebibytes * 1_024 * 1_024) / messageBytes)
    await recordLong({ home, workspace, messages })
    const open = async (...session: readonly string[]): Promise<Opened> => {
      const script = join(import.meta.dirname, 'open-it.ts')
      const { stdout } = await run(process.execPath, ['--no-warnings', script, home, workspace, ...session])
      return JSON.parse(stdout) as Opened
    }
    const long: Opened[] = []
    const empty: Opened[] = []
    for (let round = 0; round < rounds; round += 1) {
      empty.push(await open())
      long.push(await open('long'))
    }
    const ms = median(long.map(({ openMs }) => openMs))
    const mib = median(long.map(({ peakMib }) => peakMib)) - median(empty.map(({ peakMib }) => peakMib))
    const row = (name: string, opened: readonly Opened[]) => [
      name,
      median(opened.map(({ openMs }) => openMs)).toFixed(0),
      median(opened.map(({ peakMib }) => peakMib)).toFixed(0),
    ]
    return {
      name: 'open-session',
      columns: ['session', 'ms to open', 'MiB at most, with one turn'],
      rows: [row('a new one', empty), row(`${mebibytes} MiB in ${messages} messages`, long)],
      goals: [
        { text: `${ms.toFixed(0)} ms to open <= ${mostMs} ms`, met: ms <= mostMs },
        { text: `${mib.toFixed(0)} MiB above a new one <= ${mostMib} MiB`, met: mib <= mostMib },
      ],
    }
  } finally {
    await rm(home, { recursive: true, force: true })
    await rm(workspace, { recursive: true, force: true })
  }
}

interface Opened {
  readonly openMs: number
  readonly peakMib: number
}

/** Records a conversation whose messages were replaced by a summary every thousand, as its window requires. */
async function recordLong({
  home,
  workspace,
  messages,
}: {
  readonly home: string
  readonly workspace: string
  readonly messages: number
}): Promise<void> {
  const model = scriptModel([{ text: 'ok' }], { context: 200_000 })
  await using drawbridge = await createDrawbridge({ home, workspace })
  const { house } = drawbridge
  const runner = createAgentRunner(house, { models: { get: async () => model } })
  await using conversation = await runner.open({ id: 'long' })
  const first = conversation.send('Begin.')
  while ((await first.next()).done !== true);
  let parent = conversation.entries().at(-1)?.node ?? ''
  const text = 'words of a page that was read \n'.repeat(messageBytes / 31)
  const emit = (node: string, event: object) => {
    const body = { ...event, node, parent } as unknown as Parameters<typeof house.emit>[1]
    parent = node
    return house.emit({ session: 'long', run: 'run_long' }, body)
  }
  for (let index = 1; index <= messages; index += 1) {
    await emit(`message/${index}`, { type: 'message.received', from: 'system', text: `${index} ${text}` })
    if (index % 1_000 !== 0 && index !== messages) continue
    const sizes = { before: 150_000, after: 2_000, dropped: 1_000 }
    const kept = { words: ['Begin.'], files: [] }
    const summary = { summary: 'Pages were read.', through: parent, shortened: [], kept, ...sizes }
    await emit(`compaction/${index}`, { type: 'context.compacted', ...summary })
  }
}
