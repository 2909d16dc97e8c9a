import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import type { Program, ProgramExit, ProgramTree } from '../launch/program.ts'
import type { LaunchOptions, ProgramLauncher } from '../launch/program-launcher.ts'
import { endTree } from './end-tree.ts'
import { createOrphanGuard, type OrphanGuard } from './orphan-guard.ts'
import { createProcessGroup } from './process-group.ts'
import { processMarker } from './process-marker.ts'
import { systemProcessTable } from './process-table.ts'
import { createProcessTree, type ProcessTree } from './process-tree.ts'
import { sendSignal } from './send-signal.ts'
import { spawnFault } from './spawn-fault.ts'

type Child = ChildProcessByStdio<Writable | null, Readable, Readable>

/** Runs programs on the machine itself, without isolation. */
export const hostLauncher: ProgramLauncher = { programs: 'machine', launch: spawnProgram }

/** Starts a program as leader of its own session and process group. Listen to its output in the same turn. */
function spawnProgram(options: LaunchOptions): Program {
  const { argv, request, file, folder, baseEnvironment, keepsInputOpen = false } = options
  const [name = '', ...args] = argv
  const marker = randomUUID()
  const earlier = new Set(systemProcessTable.pids())
  const watching = watchOrphans(`${processMarker}=${marker}`)
  try {
    const settings = {
      argv0: name,
      cwd: folder.self,
      env: { ...baseEnvironment, ...request.environment, PWD: request.cwd, [processMarker]: marker },
      detached: true,
      shell: false,
    } as const
    const child: Child =
      request.stdin === undefined && !keepsInputOpen
        ? spawn(file, args, { ...settings, stdio: ['ignore', 'pipe', 'pipe'] })
        : spawn(file, args, { ...settings, stdio: ['pipe', 'pipe', 'pipe'] })
    feed(child, request.stdin, keepsInputOpen)
    const pid = child.pid ?? Number.NaN
    return {
      stdin: child.stdin,
      pid,
      stdout: child.stdout,
      stderr: child.stderr,
      tree: treeOf(pid, `${processMarker}=${marker}`, earlier),
      started: startOf(child, name, request.cwd),
      exit: exitOf(child, name, request.cwd),
      signal: (name) => sendSignal(-pid, name),
      release: () => {
        child.stdin?.destroy()
        child.stdout.destroy()
        child.stderr.destroy()
        child.unref()
        watching[Symbol.dispose]()
      },
    }
  } catch (error) {
    watching[Symbol.dispose]()
    throw spawnFault(error, name, request.cwd)
  }
}

let guard: OrphanGuard | undefined

/** Has the programs with this entry in their environment killed if this process dies without a chance to do so. One shell is enough. */
function watchOrphans(entry: string): Disposable {
  guard ??= createOrphanGuard(process.env, { stays: true })
  return guard.watch(entry)
}

function treeOf(root: number, marker: string, earlier: ReadonlySet<number>): ProgramTree {
  const isShown = earlier.size > 0
  return signalledTree(
    isShown ? createProcessTree({ table: systemProcessTable, root, marker, earlier }) : createProcessGroup(root),
  )
}

/** A program that does not read its input to the end is free not to. */
function feed({ stdin }: Child, content: Uint8Array | undefined, keepsOpen: boolean): void {
  stdin?.on('error', () => undefined)
  if (!keepsOpen) stdin?.end(content)
  else if (content !== undefined) stdin?.write(content)
}

function startOf(child: Child, name: string, cwd: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.once('spawn', resolve)
  child.once('error', (error) => reject(spawnFault(error, name, cwd)))
  promise.catch(() => undefined)
  return promise
}

function exitOf(child: Child, name: string, cwd: string): Promise<ProgramExit> {
  const { promise, resolve, reject } = Promise.withResolvers<ProgramExit>()
  child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }))
  child.once('error', (error) => reject(spawnFault(error, name, cwd)))
  // Not every caller waits for the end from the start; a later one still gets the fault.
  promise.catch(() => undefined)
  return promise
}

/** A tree whose members this process can see and signal. */
function signalledTree(members: ProcessTree): ProgramTree {
  return {
    alive: members.alive,
    end: (manner) => endTree(members, manner),
    killNow: () => {
      for (const pid of members.alive()) sendSignal(pid, 'SIGKILL')
    },
  }
}
