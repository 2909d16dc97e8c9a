// A recorded session again: would it go the same way today? Nothing is executed, asked or written by a replay.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDrawbridge, type DrawbridgeConfig } from '@drawbridge/sdk'
import { replayRecorded } from '@drawbridge/sdk/replay'

const folder = await mkdtemp(join(tmpdir(), 'drawbridge-replay-'))
const home = join(folder, 'home')
await writeFile(join(folder, 'note.md'), 'Drawbridges are closed by default.\n')

const drawbridge = await createDrawbridge({ workspace: folder, home })
const session = drawbridge.openSession({ id: 'monday' })
await session.call({ name: 'fs.read_file', arguments: { path: 'note.md' } })
await session.call({ name: 'fs.read_file', arguments: { path: 'missing.md' } })
session.end('completed')
await drawbridge[Symbol.asyncDispose]()

const same = await replayRecorded({ session: 'monday', home })
console.log(same.status, `${same.equal} of ${same.events} events were made again`)

const stricter: DrawbridgeConfig = { permissions: { rules: [{ tools: 'fs.*', when: { path: '*.md' }, then: 'deny' }] } }
const { status, differences } = await replayRecorded({ session: 'monday', home, config: stricter })
console.log(status, 'under a stricter policy, first:', JSON.stringify(differences[0]))
await rm(folder, { recursive: true })
