import { kill } from 'node:process'
import { createDockerBackend } from '../create-docker-backend.ts'
import { openFolder } from '../../files/anchored-folder.ts'

// A process that has a container and a program in it, and is killed before it can end either.
const { SOCKET = '', IMAGE = '', WORKSPACE = '', HOME_FOLDER = '', STATE = '', READ_ONLY = '' } = process.env
const backend = createDockerBackend({ home: HOME_FOLDER, stateFolder: STATE, socket: SOCKET, image: IMAGE })
const sandbox = await backend.prepare({
  key: 'session',
  workspace: { host: WORKSPACE, inside: '/workspace', access: 'write' },
  mounts: [],
  masked: [],
  readOnly: [READ_ONLY],
  network: { kind: 'none' },
  limits: {},
})
const program = await sandbox.launcher.launch({
  argv: ['sleep', '100'],
  file: 'sleep',
  request: { cwd: WORKSPACE },
  folder: await openFolder(WORKSPACE),
  baseEnvironment: sandbox.environment({}),
})
await program.started
if (process.env.EXIT === 'orderly') {
  program.tree.killNow()
  process.exit(0)
}
kill(process.pid, 'SIGKILL')
