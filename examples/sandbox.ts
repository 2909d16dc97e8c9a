// Commands in a sandbox: they see the workspace and no network. It needs bubblewrap (`bwrap`), and says so if it cannot be used.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveEverything, createDrawbridge } from '@drawbridge/sdk'

const workspace = await mkdtemp(join(tmpdir(), 'drawbridge-sandbox-'))
const drawbridge = await createDrawbridge({
  workspace,
  record: 'off',
  authority: { approvers: [approveEverything] },
  // Without `inspectOnly` a sandbox that cannot be made is an error at once; with it, only the calls that need it are refused.
  sandbox: { section: { mode: 'all', backend: 'bubblewrap', required: ['fs-write', 'net'] }, inspectOnly: true },
})
const { runs_in: place, why } = await drawbridge.explainSandbox()
console.log('Calls run in', place, '-', why)
if (place === 'bubblewrap') {
  const session = drawbridge.openSession()
  for (const command of [
    'echo made here > made.txt',
    'test -e ~/.ssh || echo no keys here',
    'tail -n +3 /proc/net/dev | cut -d: -f1', // the network interfaces
  ]) {
    const outcome = await session.call({ name: 'runtime.exec', arguments: { command } })
    console.log(command, '|', outcome.text)
  }
  console.log(await readFile(join(workspace, 'made.txt'), 'utf8'))
}
await drawbridge[Symbol.asyncDispose]()
await rm(workspace, { recursive: true })
