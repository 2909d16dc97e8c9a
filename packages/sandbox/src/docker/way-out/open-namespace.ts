import { closeSync, fstatSync, openSync, readlinkSync, statSync } from 'node:fs'
import { getuid } from 'node:process'
import { unavailable } from '../engine/sandbox-fault.ts'

/** Namespaces of a process of this machine, held open: no later process with its number is taken for it. */
export interface OpenNamespaces extends Disposable {
  readonly network: number
  /** The user namespace, if rights over the network exist only inside it. */
  readonly users: number | undefined
}

/** Prints which network a container is in. */
export const networkScript = 'readlink /proc/self/ns/net'

/**
 * Opens the network of a container, found by its first process. Throws `sandbox_unavailable` if that is not a process
 * of this machine, or differs from the one seen inside, for example if the engine runs on another machine.
 * @param seenInside The output of `networkScript` there.
 */
export function openNamespaces(enginePid: number, seenInside: string): OpenNamespaces {
  const opened: number[] = []
  const close = () => {
    for (const descriptor of opened.splice(0)) closeSync(descriptor)
  }
  try {
    const network = openSync(`/proc/${enginePid}/ns/net`, 'r')
    opened.push(network)
    const found = `net:[${fstatSync(network).ino}]`
    if (found !== seenInside.trim()) throw unavailable('its network is not that of a process of this machine')
    if (found === readlinkSync('/proc/self/ns/net')) throw unavailable('it has the network of this machine')
    const isOther = statSync(`/proc/${enginePid}/ns/user`).ino !== statSync('/proc/self/ns/user').ino
    // Root has rights in what is below it.
    const users = isOther && getuid?.() !== 0 ? openSync(`/proc/${enginePid}/ns/user`, 'r') : undefined
    if (users !== undefined) opened.push(users)
    return { network, users, [Symbol.dispose]: close }
  } catch (error) {
    close()
    throw error
  }
}
