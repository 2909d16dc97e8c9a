import type { ChildProcess } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { execPath } from 'node:process'
import type { FilteredNetwork, SandboxMount } from '../backend/sandbox-profile.ts'
import { launcherProgram, passedPrefix } from './launcher-program.ts'
import { nodeAlone } from './node-alone.ts'
import { proxyEnvironment, proxyPort } from './proxy-environment.ts'

/**
 * The connection from a network namespace that has only loopback to the proxy. The command opens a listener inside and passes it
 * out. It is started with an `ipc` channel among its descriptors.
 */
export interface Bridge {
  /** Files of the machine that the command needs. */
  readonly mounts: readonly SandboxMount[]
  /** The command that opens the way inside and then becomes the given one: an absolute file and its words. */
  command(words: readonly string[]): readonly string[]
  /**
   * All variables to start the command with, from those of the program. The number of the channel is not among them: what starts the
   * command in an environment of its own making sets {@link channelVariable}.
   */
  environment(program: Readonly<Record<string, string>>): Record<string, string>
  /** Takes over what the command hands over, until it has ended. Call it in the turn in which the command was spawned. */
  serve(child: ChildProcess): void
}

/** Tells Node the number of its channel. */
export const channelVariable = 'NODE_CHANNEL_FD'

/** Pure but for asking where Node is. */
export function createBridge(network: FilteredNetwork): Bridge {
  const node = realpathSync.native(execPath)
  const way = proxyEnvironment()
  return {
    mounts: [{ host: node, inside: node, access: 'read' }],
    command: (words) => [node, ...nodeAlone, '-e', launcherProgram, String(proxyPort), ...words],
    environment: (program) => {
      const all = Object.entries({ ...program, ...way })
      return Object.fromEntries(all.map(([name, value]) => [passedPrefix + name, value]))
    },
    serve: (child) => {
      child.once('message', (_message, handle) => {
        const listener = network.adopt(handle)
        const end = () => void listener?.[Symbol.asyncDispose]()
        if (child.exitCode !== null || child.signalCode !== null) end()
        else child.once('exit', end)
      })
    },
  }
}
