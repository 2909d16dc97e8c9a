import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@drawbridge/core/base'
import { approveWith, createDrawbridge, type Outcome } from '@drawbridge/sdk'
import { type FilesThatRan, filesThatRan } from './files-that-ran.ts'

/** Calls before the measured ones: the first opens the database and loads what is loaded late. */
const warmUp = 3

/** A clock that stands still: on a slow machine, what is looked at every few hundred milliseconds would be looked at in each call. */
const clock = { ...systemClock, now: () => 1_700_000_000_000 }

/** Calls that are measured. A timer of the background may run during one of them, and not during each. */
const measured = 4

const calls = {
  edit: (round: number) => ({
    name: 'fs__edit',
    arguments: { path: 'note.md', edits: [{ old: `word ${round}`, new: `word ${round + 1}` }] },
  }),
  exec: () => ({ name: 'runtime__exec', arguments: { command: 'ls | head -3' } }),
}

/** Names of the calls that can be measured. */
export type MeasuredCall = keyof typeof calls

/** Measures a call that a person approves, in the steady state of a session of its own: what ran in every one of several. */
export async function measureCall(root: string, name: MeasuredCall): Promise<FilesThatRan> {
  const folder = await mkdtemp(join(tmpdir(), 'drawbridge-measure-'))
  const workspace = await mkdtemp(join(tmpdir(), 'drawbridge-measured-'))
  await writeFile(join(workspace, 'note.md'), 'one\nword 0\nthree\n')
  const person = approveWith('person', () => ({ answer: 'allow_once' }), { human: true })
  const drawbridge = await createDrawbridge({ workspace, home: folder, clock, authority: { approvers: [person] } })
  try {
    const session = drawbridge.openSession()
    const call = async (round: number) => {
      const outcome: Outcome = await session.call(calls[name](round))
      if (outcome.status !== 'ok') throw new Error(`${name}: ${outcome.text}`)
    }
    for (let round = 0; round < warmUp; round += 1) await call(round)
    const rounds: FilesThatRan[] = []
    for (let round = warmUp; round < warmUp + measured; round += 1) {
      rounds.push(await filesThatRan(root, () => call(round)))
    }
    const [first = new Map<string, readonly string[]>(), ...others] = rounds
    return new Map(
      [...first].flatMap(([path, functions]) => {
        const always = functions.filter((name) => others.every((each) => each.get(path)?.includes(name) === true))
        return always.length === 0 ? [] : [[path, always] as const]
      }),
    )
  } finally {
    await drawbridge[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
    await rm(workspace, { recursive: true, force: true })
  }
}
