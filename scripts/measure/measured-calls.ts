import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveWith, createDrawbridge, type Outcome } from '@drawbridge/sdk'
import { type FilesThatRan, filesThatRan } from './files-that-ran.ts'

/** Calls before the measured one: the first opens the database and loads what is loaded late. */
const warmUp = 3

const calls = {
  edit: (round: number) => ({
    name: 'fs__edit',
    arguments: { path: 'note.md', edits: [{ old: `word ${round}`, new: `word ${round + 1}` }] },
  }),
  exec: () => ({ name: 'runtime__exec', arguments: { command: 'ls | head -3' } }),
}

/** Names of the calls that can be measured. */
export type MeasuredCall = keyof typeof calls

/** Measures one call that a person approves, in the steady state of a session of its own. */
export async function measureCall(root: string, name: MeasuredCall): Promise<FilesThatRan> {
  const folder = await mkdtemp(join(tmpdir(), 'drawbridge-measure-'))
  const workspace = await mkdtemp(join(tmpdir(), 'drawbridge-measured-'))
  await writeFile(join(workspace, 'note.md'), 'one\nword 0\nthree\n')
  const person = approveWith('person', () => ({ answer: 'allow_once' }), { human: true })
  const drawbridge = await createDrawbridge({ workspace, home: folder, authority: { approvers: [person] } })
  try {
    const session = drawbridge.openSession()
    const call = async (round: number) => {
      const outcome: Outcome = await session.call(calls[name](round))
      if (outcome.status !== 'ok') throw new Error(`${name}: ${outcome.text}`)
    }
    for (let round = 0; round < warmUp; round += 1) await call(round)
    return await filesThatRan(root, () => call(warmUp))
  } finally {
    await drawbridge[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
    await rm(workspace, { recursive: true, force: true })
  }
}
