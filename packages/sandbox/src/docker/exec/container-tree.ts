import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { execPath } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import type { ProgramTree } from '../../launch/program.ts'
import { isContainerRunning } from '../container/is-container-running.ts'
import type { LiveProgram, RunningContainer } from '../container/running-container.ts'
import type { EngineClient } from '../engine/engine-client.ts'
import { EngineError } from '../engine/engine-error.ts'
import { listOf } from '../engine/read-fields.ts'
import { type ContainedProcess, unclaimed } from './contained-process.ts'
import { listEngineProcesses } from './engine-processes.ts'
import { listScript, readInsideProcesses } from './inside-processes.ts'
import { runHelper, runHelperIn } from './run-helper.ts'
import { readExec } from './watch-exit.ts'

/** Sends the request to the engine without waiting for the result. */
const source = `
const [socketPath, path] = process.argv.slice(1)
require('node:http').request({ socketPath, path, method: 'POST' }).on('error', () => {}).end()
`

export interface ContainerTreeOptions {
  readonly client: EngineClient
  readonly container: RunningContainer
  readonly program: LiveProgram
  /** Ends the container with all that is in it, because nothing less helped. */
  readonly destroy: (reason: string) => Promise<void>
}

export interface ContainerTree extends ProgramTree {
  /** Sends a signal to the program and its process group. */
  signal(name: NodeJS.Signals): Promise<void>
}

const lookEveryMs = 25

/** The longest wait for killed processes to disappear, in milliseconds. */
const dyingMs = 500

const killRounds = 3

/** If processes come and go all the time, the engine's list may be inconsistent. */
const looks = 5

/**
 * The processes that a program started in its container. The engine, from which nothing inside can hide, lists live
 * ones; signals are sent from inside. A program alone in the container is responsible for all processes in it;
 * otherwise for those that belong to no other program.
 */
export function containerTree({ client, container, program, destroy }: ContainerTreeOptions): ContainerTree {
  const others = () => [...container.live].filter((other) => other !== program)

  const alive = async (): Promise<readonly number[]> => {
    for (let attempt = 1; container.lost === undefined; attempt += 1) {
      try {
        return await look()
      } catch (error) {
        if (!EngineError.isInstance(error)) throw error
        if (!(await isContainerRunning(client, container))) container.giveUp('it was ended from outside')
        else if (attempt < looks) await wait(lookEveryMs)
        else await destroy('its processes are unknown')
      }
    }
    return []
  }

  const look = async (): Promise<readonly number[]> => {
    const seen = await listEngineProcesses(client, container.id, container.enginePid)
    const root = seen.byEnginePid.get(container.enginePid) ?? 1
    const known = await othersPids(others(), client)
    const roots = new Set(known.pids.map((pid) => seen.byEnginePid.get(pid)))
    const suspects = unclaimed(seen.processes, { root, isOthers: ({ pid }) => roots.has(pid) })
    if (suspects.length === 0 || (known.areAll && roots.size === 0 && (await strangers()) === 0))
      return pidsOf(suspects)
    return pidsOf(await mine())
  }

  /** Programs of other processes of this machine that share the container. */
  const strangers = async (): Promise<number> => {
    if (!(await container.isShared())) return 0
    const facts = await client.call({ method: 'GET', path: `/containers/${container.id}/json` })
    const ours = new Set([...container.live].map(({ execId }) => execId))
    const ids = listOf(facts, 'ExecIDs').map(String)
    const states = await Promise.all(
      ids.filter((id) => !ours.has(id)).map((id) => readExec(client, id).catch(() => undefined)),
    )
    return states.filter((state) => state?.isRunning === true).length
  }

  const listInside = async (helper: string) =>
    readInsideProcesses(await runHelper(client, container, listScript, [], helper))

  /** As known from inside, by the markers of those who are there. */
  const mine = async (): Promise<readonly ContainedProcess[]> => {
    const areStrangers = (await strangers()) > 0
    const helper = randomUUID()
    const known = new Set([helper, ...others().map(({ marker }) => marker)])
    const processes = await listInside(helper)
    for (const { marker } of others()) known.add(marker)
    const isOthers = ({ marker }: ContainedProcess): boolean => {
      if (marker === undefined || marker === program.marker) return false
      return areStrangers || known.has(marker)
    }
    return unclaimed(processes, { root: 1, isOthers })
  }

  const signalMine = async (name: string): Promise<void> => {
    const isAlone = (await strangers()) === 0
    const everybody = () => runHelperIn(client, container.id, 'kill -$1 -1', [name]).then(() => undefined)
    if (isAlone && (await container.ifAlone(program, everybody))) return
    const pids = pidsOf(await mine())
    if (pids.length > 0) await runHelper(client, container, 'kill -$1 $2', [name, pids.join(' ')])
  }

  const isGoneWithin = async (ms: number): Promise<boolean> => {
    const until = performance.now() + ms
    for (;;) {
      if ((await alive()).length === 0) return true
      if (performance.now() >= until) return false
      await wait(lookEveryMs)
    }
  }

  const endInside = async (signals: readonly string[], graceMs: number): Promise<boolean> => {
    for (const name of signals) {
      await signalMine(shortName(name))
      if (await isGoneWithin(graceMs)) return true
    }
    for (let round = 0; round < killRounds; round += 1) {
      await signalMine('KILL')
      if (await isGoneWithin(dyingMs)) return true
    }
    return false
  }

  return {
    alive,
    end: async ({ signals, graceMs }) => {
      try {
        if (await endInside(signals, graceMs)) return []
      } catch (error) {
        // A container without room for a helper, or one that is gone.
        if (!EngineError.isInstance(error)) throw error
      }
      await destroy('a program in it could not be ended otherwise')
      return []
    },
    killNow: () => killContainerNow(client.socket, container.id),
    signal: async (name) => {
      const leader = (await listInside(randomUUID())).find(
        ({ pid, group, marker }) => marker === program.marker && pid === group,
      )
      if (leader !== undefined)
        await runHelper(client, container, 'kill -$1 -$2', [shortName(name), String(leader.pid)])
    },
  }
}

/** Numbers of others' programs on the engine's machine, and whether all of them are known. */
async function othersPids(
  others: readonly LiveProgram[],
  client: EngineClient,
): Promise<{ readonly pids: readonly number[]; readonly areAll: boolean }> {
  const pids = await Promise.all(
    others.map(async (other) => {
      if (other.enginePid === undefined && other.execId !== undefined) {
        const { enginePid } = await readExec(client, other.execId)
        if (enginePid > 0) other.enginePid = enginePid
      }
      return other.enginePid
    }),
  )
  const found = pids.filter((pid) => pid !== undefined)
  return { pids: found, areAll: found.length === others.length }
}

function pidsOf(processes: readonly ContainedProcess[]): readonly number[] {
  return processes.map(({ pid }) => pid)
}

/** As every shell's `kill` takes it. */
function shortName(name: string): string {
  return name.replace(/^SIG/, '')
}

/** Kills a container while this process exits and can no longer wait for an answer: another one does. */
function killContainerNow(socket: string, container: string): void {
  const path = `/containers/${container}/kill?signal=KILL`
  const child = spawn(execPath, ['-e', source, socket, path], { detached: true, stdio: 'ignore', env: {} })
  child.on('error', () => undefined)
  child.unref()
}
