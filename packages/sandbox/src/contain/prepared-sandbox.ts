import { once } from 'node:events'
import { lstatSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { pid } from 'node:process'
import { finished } from 'node:stream/promises'
import { fail } from '@drawbridge/core'
import type { WatchedProgram } from '../bubblewrap/watch-program.ts'
import { atOnce } from '../launch/manner.ts'
import type { LaunchOptions } from '../launch/program-launcher.ts'
import { feed } from '../process/feed.ts'
import { spawnFault } from '../process/spawn-fault.ts'
import { readyText, refusedCode, waitingShell } from './command-text.ts'
import type { Layout } from './contained-layout.ts'
import type { KnownView } from './contained-view.ts'
import { hasMounts, mountTableOf } from './mount-table.ts'
import { type ContainedCommand, type StartTools, startContained } from './start-contained.ts'

/** A sandbox that was built in advance and waits for its one command. This process may exit meanwhile. */
export interface PreparedSandbox {
  /** The layout that it was built with, and the view of the disk from before. */
  readonly layout: Layout
  readonly before: KnownView
  /** Settles when it waits for a command: true; or when it cannot be built: false. Never rejects. */
  readonly ready: Promise<boolean>
  /** Waits for that. This process does not exit meanwhile. */
  wait(): Promise<boolean>
  /**
   * True if it is what a sandbox started now with its layout would be: the kernel shows the same mounts in it as when it was built,
   * they hold the files that are at their paths, nothing else was mounted on this machine, and this process passes on the same limits.
   */
  isAsBuilt(): boolean
  /** Lets it become the command. At most once, in the turn in which it was found to be as built. */
  become(text: string, command: ContainedCommand, options: LaunchOptions): WatchedProgram
  /** Ends it unused. Never rejects. */
  end(): Promise<void>
}

const maxSaid = 100
const shell: ContainedCommand = { words: [waitingShell], folder: '/', environment: {}, name: waitingShell, cwd: '/' }

/** Starts a sandbox in which a shell waits for a command. Throws if it cannot be started. */
export function prepareSandbox(layout: Layout, before: KnownView, tools: StartTools): PreparedSandbox {
  const origin = originOf(layout)
  const { program, secondInput, holdProcess } = startContained(
    { layout, command: shell, readsInput: true, hasSecondInput: true, isFirstProcess: true },
    tools,
  )
  if (secondInput === undefined) throw new Error('The shell of a prepared sandbox has no second input.')
  holdProcess(false)
  secondInput.on('error', () => undefined)
  program.exit.catch(() => undefined)
  feed(program.stdin, Buffer.from(readyText), true)
  let table: string | undefined
  // Read all the time, because Node drops what is unread at the end.
  let said = ''
  secondInput.on('data', (chunk: Uint8Array) => {
    if (said.length < maxSaid) said += Buffer.from(chunk).toString('latin1')
  })
  const built = once(secondInput, 'data').then(async () => {
    await program.started
    const first = program.first()
    table = first === undefined ? undefined : mountTableOf(first)
    return table !== undefined && hasMounts(table, layout)
  })
  const ready = Promise.race([built, program.over.then(() => false)]).catch(() => false)
  return {
    layout,
    before,
    ready,
    wait: async () => {
      holdProcess(true)
      const isReady = await ready
      holdProcess(false)
      return isReady
    },
    isAsBuilt: () => {
      const first = program.first()
      if (first === undefined || table === undefined) return false
      return mountTableOf(first) === table && originOf(layout) === origin
    },
    become: (text, command, { request }) => {
      holdProcess(true)
      program.stdin?.end(text)
      const { stdin } = request
      if (stdin !== undefined) feed(secondInput, stdin, false)
      const exit = program.exit.then(async (end) => {
        if (end.exitCode !== refusedCode) return end
        // All that could write to it has ended.
        await finished(secondInput, { writable: false }).catch(() => undefined)
        refuse(said.split('\n').at(1) ?? '', command)
        return end
      })
      exit.catch(() => undefined)
      return Object.create(program, {
        exit: { value: exit },
        stdin: { value: stdin === undefined ? null : secondInput },
        release: { value: release },
      }) as WatchedProgram
    },
    end: async () => {
      holdProcess(true)
      await program.tree.end(atOnce)
      await program.exit.catch(() => undefined)
      await release()
    },
  }

  function release() {
    secondInput?.destroy()
    return program.release()
  }
}

function refuse(reason: string, { name, cwd }: ContainedCommand): void {
  if (reason === 'folder') fail('sandbox_unavailable', `The sandbox could not be built: it has no folder "${cwd}".`)
  if (reason === 'ENOENT' || reason === 'EACCES') {
    throw spawnFault(Object.assign(new Error(reason), { code: reason }), name, cwd)
  }
}

/**
 * Returns what a sandbox is made from, as text: the identities of all that its layout mounts, the mounts of this machine, and what a
 * program inherits from this process besides descriptors, which is its limits, its priority and its mask for modes.
 */
function originOf(layout: Layout): string {
  const stats = layout.flatMap((step) =>
    step.kind === 'bind' ? [lstatSync(step.host, { throwIfNoEntry: false })] : [],
  )
  const identities = stats.map((stat) => `${stat?.dev}:${stat?.ino}:${stat?.birthtimeMs}`)
  const mask = /^Umask:.*$/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[0]
  return [...identities, mountTableOf(pid), readFileSync('/proc/self/limits', 'latin1'), getPriority(), mask].join('\n')
}
