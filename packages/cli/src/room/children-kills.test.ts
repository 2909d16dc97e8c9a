import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { scriptModel } from '@drawbridge/agents/testing'
import { openDatabase, statement } from '@drawbridge/store/database'
import { expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { homeOn } from '../__fixtures__/home-on.ts'
import type { ScratchFolder } from '../__fixtures__/scratch-folder.ts'
import type { KilledParent } from '../__fixtures__/work-with-children.ts'

/** Kills on each database. `.ci/run` asks for 30. */
const rounds = Math.min(30, Number(process.env.DRAWBRIDGE_KILL_ROUNDS ?? 2))
/** The looks at the clock between which a round is killed: about 120 are a round, 210 with copies of the repository. */
const points = { plain: { opening: 90, first: 30, last: 115 }, isolated: { opening: 190, first: 60, last: 205 } }

const script = join(import.meta.dirname, '../__fixtures__/work-with-children.ts')
const ended = statement<[], { id: string; label: string; runs: number; state: string; branch: string | null }>(
  'select id, label, runs, state, branch from subagents_children',
)
const session = 'parent'

/** Resolves to true if it was killed before it had heard all, with the children that had written their file by then. */
async function workUntilKilled(work: KilledParent) {
  const child = spawn(process.execPath, [script, JSON.stringify(work)], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors] = await Promise.all([readAll(child.stdout), readAll(child.stderr), once(child, 'close')])
  expect(errors).toBe('')
  const wrote = [...output.matchAll(/^wrote (\S+)$/gm)].map(([, label = '']) => label)
  return { wasKilled: child.signalCode === 'SIGKILL', wrote }
}

describeDatabases('a parent whose process is killed while its children work', (database) => {
  test('hears the end of each of them exactly once, in whichever process', { timeout: 300_000 }, async () => {
    const folder = homeOn(database)
    await killAgainAndAgain(folder, {})
    const { told } = await hearTheRest(folder)
    const children = await childrenOf(folder)
    expect(children.length).toBeGreaterThan(1)
    expect(children.filter(({ state }) => state === 'pending' || state === 'running')).toEqual([])
    expect(told.toSorted()).toEqual(children.map(({ id }) => id).toSorted())
  })

  describeWithProgram('git', 'in copies of the repository', () => {
    test('loses nothing that they wrote, leaves no copy, and is told each end once', { timeout: 300_000 }, async () => {
      const folder = homeOn(database, { 'a.txt': 'a\n' })
      const git = (...words: readonly string[]) =>
        execFileSync('git', words, { cwd: folder.workspace, stdio: 'pipe', encoding: 'utf8' })
      git('init', '-q', '-b', 'main')
      git('add', '.')
      git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'first')
      const wrote = await killAgainAndAgain(folder, { isIsolated: true })
      const { told, texts } = await hearTheRest(folder)
      const children = await childrenOf(folder)
      expect(children.filter(({ state }) => state === 'pending' || state === 'running')).toEqual([])
      expect(told.toSorted()).toEqual(children.map(({ id }) => id).toSorted())
      expect(wrote).not.toEqual([])
      for (const label of wrote) {
        const branch = children.find((child) => child.label === label)?.branch ?? ''
        expect(git('show', `${branch}:made-${label}.txt`)).toBe(label)
        expect(texts.filter((text) => text.includes(branch))).toHaveLength(1)
      }
      expect(readdirSync(join(folder.home, 'worktrees'))).toEqual([])
      expect(git('status', '--porcelain')).toBe('')
    })
  })

  /** Resolves to the children whose writing was done before a kill. */
  async function killAgainAndAgain(
    { workspace, home }: ScratchFolder,
    kind: Pick<KilledParent, 'isIsolated'>,
  ): Promise<readonly string[]> {
    const { opening, first, last } = points[kind.isIsolated === true ? 'isolated' : 'plain']
    let kills = 0
    const written: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      // The first process lives until its children have begun; then the kills are spread over a round.
      const killAt = round === 0 ? opening : first + ((round * 37) % (last - first))
      const { wasKilled, wrote } = await workUntilKilled({ workspace, home, session, round, killAt, ...kind })
      if (wasKilled) kills += 1
      written.push(...wrote)
    }
    expect(kills).toBeGreaterThan(0)
    return written
  }

  async function childrenOf({ home }: ScratchFolder) {
    const options = database.options()
    await using opened = await openDatabase(
      options.kind === 'sqlite' ? { kind: 'sqlite', file: join(home, 'drawbridge.db') } : options,
    )
    return await opened.all(ended)
  }
})

/** Resumes the conversation in this process, and returns the children whose ends it was told in all of them. */
async function hearTheRest(folder: ScratchFolder) {
  const model = scriptModel(() => ({ text: 'heard' }))
  await using house = await agentHouse(model, { folder, authority: { limiting: 'off' } })
  await using conversation = await house.runner.open({ resume: session })
  const children = await house.drawbridge.house.service('childAgents')
  while ((await children?.nextAnnouncement(session)) === true) await readRun(conversation.send(undefined))
  await readRun(conversation.send('Anything else?'))
  const texts = conversation
    .entries()
    .flatMap((entry) => (entry.kind === 'message' && entry.from === 'agent' ? [entry.text] : []))
  return { texts, told: texts.flatMap((text) => /\((sub_\w+)\)/.exec(text)?.[1] ?? []) }
}
