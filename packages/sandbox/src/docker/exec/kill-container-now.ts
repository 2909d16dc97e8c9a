import { spawn } from 'node:child_process'
import { execPath } from 'node:process'

/** Sends the request to the engine without waiting for the result. */
const source = `
const [socketPath, path] = process.argv.slice(1)
require('node:http').request({ socketPath, path, method: 'POST' }).on('error', () => {}).end()
`

/** Kills a container while this process exits and can no longer wait for an answer: another one does. */
export function killContainerNow(socket: string, container: string): void {
  const path = `/containers/${container}/kill?signal=KILL`
  const child = spawn(execPath, ['-e', source, socket, path], { detached: true, stdio: 'ignore', env: {} })
  child.on('error', () => undefined)
  child.unref()
}
