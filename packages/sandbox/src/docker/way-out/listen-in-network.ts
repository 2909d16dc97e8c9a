import { spawn } from 'node:child_process'
import { execPath } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { listenerProgram } from '../../network/launcher-program.ts'
import { nodeAlone } from '../../network/node-alone.ts'
import { proxyPort } from '../../network/proxy-environment.ts'
import { unavailable } from '../engine/sandbox-fault.ts'
import type { OpenNamespaces } from './open-namespace.ts'

const listeningMs = 10_000
const maxSaidLength = 300

/**
 * Makes a listener in another network by a process of this machine that enters that network and nothing else of a container, and
 * ends once it has handed the listener over: nothing inside can see, stop or count it.
 * @param nsenter The file of util-linux' program, absolute.
 */
export async function listenInNetwork(nsenter: string, { network, users }: OpenNamespaces): Promise<unknown> {
  // The channel is 3.
  const entering = [
    '--net=/proc/self/fd/4',
    ...(users === undefined ? [] : ['--user=/proc/self/fd/5', '--preserve-credentials']),
  ]
  const words = [...entering, '--', execPath, ...nodeAlone, '-e', listenerProgram, String(proxyPort)]
  const child = spawn(nsenter, words, {
    cwd: '/',
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', network, ...(users === undefined ? [] : [users])],
  })
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + String(chunk)).slice(0, maxSaidLength)
  })
  child.once('message', (_message, handle) => resolve(handle))
  child.once('error', reject)
  child.once('close', () => reject(unavailable(`it cannot be entered: ${said.trim() || 'no reason was given'}`)))
  const late = new AbortController()
  try {
    return await Promise.race([promise, wait(listeningMs, undefined, { signal: late.signal }).then(tooLate)])
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  } finally {
    late.abort()
  }
}

function tooLate(): never {
  throw unavailable(`it did not answer within ${listeningMs} ms`)
}
