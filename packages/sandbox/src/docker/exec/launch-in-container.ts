import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { fail } from '@drawbridge/core'
import type { PathMap } from '../../backend/create-path-map.ts'
import type { SandboxProfile } from '../../backend/sandbox-profile.ts'
import { atOnce } from '../../launch/manner.ts'
import type { Program, ProgramExit } from '../../launch/program.ts'
import type { LaunchOptions } from '../../launch/program-launcher.ts'
import { proxyEnvironment } from '../../network/proxy-environment.ts'
import { processMarker } from '../../process/process-marker.ts'
import type { ContainerKeeper } from '../container/create-container-keeper.ts'
import type { LiveProgram, RunningContainer } from '../container/running-container.ts'
import type { EngineClient } from '../engine/engine-client.ts'
import { EngineError } from '../engine/engine-error.ts'
import { sandboxFault, unavailable } from '../engine/sandbox-fault.ts'
import { containerTree } from './container-tree.ts'
import { engineRefusal } from './engine-refusal.ts'
import { wasKilledForMemory } from './memory-kills.ts'
import { type OpenExec, openExec } from './open-exec.ts'
import { type ExitWatch, readExec, watchExit } from './watch-exit.ts'

export interface LaunchContext {
  readonly client: EngineClient
  readonly keeper: ContainerKeeper
  readonly profile: SandboxProfile
  readonly paths: PathMap
  /** Returns the words that start a program inside, if they differ from those for this machine. */
  readonly argvInside: (container: RunningContainer, argv: readonly string[]) => Promise<readonly string[]>
}

/** The exit code of a program that SIGKILL ended. */
const killed = 137

/** The longest wait for a launch that is no longer wanted to reach the point at which it can be ended, in milliseconds. */
const unwantedMs = 2000

/** Starts a program in the container of a profile, which is created if necessary. */
export async function launchInContainer(options: LaunchOptions, context: LaunchContext): Promise<Program> {
  const { folder, signal } = options
  const cwd = context.paths.toInside(folder.real)
  if (cwd === undefined) {
    return fail('path_outside_roots', `"${folder.real}" is not in the sandbox. Run it inside the workspace.`)
  }
  try {
    for (let attempt = 1; ; attempt += 1) {
      const container = await orAborted(context.keeper.acquire(context.profile), signal)
      try {
        return await startIn(container, cwd, options, context)
      } catch (error) {
        // It may have ended since it was last used; then nothing was started.
        if (!EngineError.isInstance(error) || attempt > 1) throw error
        if (await context.keeper.isRunning(container)) throw error
      }
    }
  } catch (error) {
    throw sandboxFault(error, 'start the program')
  }
}

async function startIn(
  container: RunningContainer,
  cwd: string,
  options: LaunchOptions,
  context: LaunchContext,
): Promise<Program> {
  const { client, keeper } = context
  const { request, baseEnvironment, keepsInputOpen = false, signal } = options
  const program: LiveProgram = { marker: randomUUID() }
  const way = context.profile.network.kind === 'filtered' ? proxyEnvironment() : {}
  const destroy = (reason: string) => keeper.destroy(container, reason)
  const tree = containerTree({ client, container, program, destroy })
  const entered = await container.enter(program)
  try {
    const argv = await context.argvInside(container, options.argv)
    options.onReady?.()
    const starting = openExec(client, {
      container: container.id,
      argv,
      environment: { ...baseEnvironment, ...request.environment, ...way, PWD: cwd, [processMarker]: program.marker },
      cwd,
      readsInput: request.stdin !== undefined || keepsInputOpen,
      onCreated: (id) => {
        program.execId = id
      },
    })
    const exec = await inTime(starting, signal)
    if (exec === undefined) {
      starting.then((late) => late.release()).catch(() => undefined)
      await destroy('it did not start a program in time')
      signal?.throwIfAborted()
      throw unavailable('The sandbox did not start the program in time. Try again.')
    }
    feed(exec, request.stdin, keepsInputOpen)
    return programOf(exec, { container, program, tree, entered, name: options.argv[0] ?? '', client, keeper })
  } catch (error) {
    entered[Symbol.dispose]()
    throw error
  }
}

interface Parts extends Pick<LaunchContext, 'client' | 'keeper'> {
  readonly container: RunningContainer
  readonly program: LiveProgram
  readonly tree: ReturnType<typeof containerTree>
  readonly entered: Disposable
  readonly name: string
}

function programOf(exec: OpenExec, { client, container, program, tree, entered, name, keeper }: Parts): Program {
  const watch = watchExit(client, exec)
  let isEnding = false
  const exit = exitOf({ client, watch, exec, container, keeper, name, tree, isEnding: () => isEnding })
  exit.catch(() => undefined)
  return {
    stdout: exec.stdout,
    stderr: exec.stderr,
    stdin: exec.stdin,
    get pid() {
      return program.enginePid ?? 0
    },
    get started() {
      return startOf(exec, program, client, exit)
    },
    exit: exit.catch((error: unknown) => {
      // A container that had to be ended ended this program with it.
      if (isEnding && container.lost !== undefined) return { exitCode: null, signal: 'SIGKILL' } satisfies ProgramExit
      throw error
    }),
    tree: {
      killNow: tree.killNow,
      alive: async () => {
        try {
          return await tree.alive()
        } catch (error) {
          throw sandboxFault(error, 'list the processes that the program left running')
        }
      },
      end: async (manner) => {
        isEnding = true
        try {
          return await tree.end(manner)
        } catch (error) {
          throw sandboxFault(error, 'end the program, which may continue')
        } finally {
          watch.look()
        }
      },
    },
    signal: (signalName) => void tree.signal(signalName).catch(() => undefined),
    release: () => {
      exec.release()
      entered[Symbol.dispose]()
    },
  }
}

interface ExitParts extends Pick<Parts, 'client' | 'container' | 'keeper' | 'name' | 'tree'> {
  readonly watch: ExitWatch
  readonly exec: OpenExec
  readonly isEnding: () => boolean
}

async function exitOf({
  client,
  watch,
  exec,
  container,
  keeper,
  name,
  tree,
  isEnding,
}: ExitParts): Promise<ProgramExit> {
  try {
    const exit = await watch.exit
    const refused = engineRefusal(exec.opening(), exit.exitCode, name)
    if (refused !== undefined) throw refused
    if (exec.endedAs() !== 'whole' && exec.endedAs() !== undefined && !isEnding()) {
      throw new EngineError(undefined, 'its output was cut')
    }
    if (exit.exitCode !== killed || isEnding()) return exit
    // Killed by others, for want of memory, and with its container look alike.
    if (!(await keeper.isRunning(container))) throw new EngineError(undefined, 'it was ended')
    return (await wasKilledForMemory(client, container)) ? { ...exit, limitsHit: ['memory'] } : exit
  } catch (error) {
    if (!EngineError.isInstance(error)) throw error
    if (await keeper.isRunning(container).catch(() => true)) {
      // No one will learn of it any more, so it must not continue.
      await tree.end(atOnce).catch(() => undefined)
      throw sandboxFault(error, 'report the end of the program')
    }
    const reason = container.lost ?? error.message
    throw unavailable(`The sandbox was lost while the program ran: ${reason}. Try again.`, error)
  }
}

/** Runs once it has a number, or has ended already. */
async function startOf(
  exec: OpenExec,
  program: LiveProgram,
  client: EngineClient,
  exit: Promise<ProgramExit>,
): Promise<void> {
  let hasEnded = false
  const ended = exit.finally(() => {
    hasEnded = true
  })
  ended.catch(() => undefined)
  for (let pauseMs = 2; !hasEnded && program.enginePid === undefined; pauseMs = Math.min(pauseMs * 2, 100)) {
    const { enginePid } = await readExec(client, exec.id).catch(() => ({ enginePid: 0 }))
    if (enginePid > 0) program.enginePid = enginePid
    else await Promise.race([ended, wait(pauseMs)])
  }
  // If the start failed, the end has the reason.
  if (hasEnded) await ended
}

/** A program that does not read its input to the end is free not to. */
function feed({ stdin }: OpenExec, content: Uint8Array | undefined, keepsOpen: boolean): void {
  stdin?.on('error', () => undefined)
  if (!keepsOpen) stdin?.end(content)
  else if (content !== undefined) stdin?.write(content)
}

/** Returns undefined if a launch that is no longer wanted does not even reach the point at which it can be ended. */
async function inTime<Value>(starting: Promise<Value>, signal: AbortSignal | undefined): Promise<Value | undefined> {
  if (signal === undefined) return starting
  const timer = new AbortController()
  const unwanted = aborted(signal, timer.signal).then(() => wait(unwantedMs, undefined, { signal: timer.signal }))
  unwanted.catch(() => undefined)
  try {
    return await Promise.race([starting, unwanted])
  } finally {
    timer.abort()
  }
}

async function orAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work
  const timer = new AbortController()
  work.catch(() => undefined)
  try {
    return await Promise.race([work, aborted(signal, timer.signal).then(() => signal.throwIfAborted() as never)])
  } finally {
    timer.abort()
  }
}

/** Settles when `signal` aborts, and never listens longer than until `done` does. */
function aborted(signal: AbortSignal, done: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (signal.aborted) resolve()
  else signal.addEventListener('abort', () => resolve(), { once: true, signal: done })
  return promise
}
