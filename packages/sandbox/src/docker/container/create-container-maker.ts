import { errorMessage } from '@drawbridge/core'
import { type Clock, createCleanup } from '@drawbridge/core/base'
import type { FilteredNetwork } from '../../backend/sandbox-profile.ts'
import type { EngineClient } from '../engine/engine-client.ts'
import { hasStatus } from '../engine/engine-error.ts'
import { numberOf, textOf } from '../engine/read-fields.ts'
import { unavailable } from '../engine/sandbox-fault.ts'
import { runHelper } from '../exec/run-helper.ts'
import { labels } from './container-body.ts'
import { foreignView, type ViewQuestion, viewArguments, viewQuestions, viewScript } from './foreign-view.ts'
import { hasInnerMounts, misplacedMount, mountsScript } from './misplaced-mount.ts'
import { ownShell } from './own-programs.ts'
import { listOwnedContainers } from './owned-containers.ts'
import { makePlaceholders, removePlaceholders } from './placeholders.ts'
import type { MountPlan } from './plan-mounts.ts'
import { createRunningContainer, type RunningContainer } from './running-container.ts'
import type { UsageRecord } from './usage-record.ts'

export interface ContainerMakerOptions {
  readonly client: EngineClient
  readonly owner: string
  readonly usage: UsageRecord
  readonly clock: Clock
  readonly remove: (id: string, name: string) => Promise<void>
  readonly onNotice: (message: string) => void
  readonly openWayOut: (
    container: RunningContainer,
    network: FilteredNetwork,
    writable: readonly string[],
  ) => Promise<AsyncDisposable>
}

export interface WantedContainer {
  readonly name: string
  readonly body: object
  readonly configuration: string
  readonly imageId: string
  readonly life: RunningContainer['life']
  readonly plan: MountPlan
  /** The way out that its programs get. */
  readonly proxy: FilteredNetwork | undefined
}

const maxAttempts = 3
const runsAlready = 304

/** Makes containers, or takes those that another process made and uses; never one that is not ours, or not what is wanted. */
export function createContainerMaker(options: ContainerMakerOptions) {
  const { client, owner, usage, clock, remove, onNotice, openWayOut } = options
  return make

  async function make(wanted: WantedContainer): Promise<RunningContainer> {
    const { name } = wanted
    const { placeholders } = wanted.plan
    await makePlaceholders(placeholders)
    try {
      for (let attempt = 1; ; attempt += 1) {
        // Before it is created, so that others who find it know that it is used.
        await usage.touch(name, clock.now())
        const id = await createOrFind(wanted)
        if (id !== undefined) return await start(id, wanted)
        if (attempt === maxAttempts)
          throw unavailable(
            `The container "${name}" keeps being removed by another process. Stop that process, then call again.`,
          )
      }
    } catch (error) {
      const running = await listOwnedContainers(client, owner).catch(() => undefined)
      if (running?.length === 0) await removePlaceholders(placeholders.map(({ path }) => path))
      throw error
    }
  }

  /** Undefined if a container with that name was in the way and was removed. */
  async function createOrFind({ name, body, configuration }: WantedContainer): Promise<string | undefined> {
    try {
      const created = await client.call({ method: 'POST', path: `/containers/create?name=${name}`, body })
      return textOf(created, 'Id')
    } catch (error) {
      if (!isNameConflict(error)) throw error
    }
    // Another process created it first; one that does not run, or differs, is not used.
    const path = `/containers/${name}/json`
    const found = await client.call({ method: 'GET', path }).catch((error: unknown) => {
      if (hasStatus(error, 404)) return undefined
      throw error
    })
    if (found === undefined) return undefined
    const isSame = textOf(found, 'Config', 'Labels', labels.configuration) === configuration
    const isOurs = textOf(found, 'Config', 'Labels', labels.owner) === owner
    if (!isOurs) throw unavailable(`A container that is not ours has the name "${name}". Rename or remove it.`)
    const { isUsedByOthers } = await usage.read(name)
    // Processes left inside by a dead process would be attributed to someone else.
    if (isSame && isUsedByOthers) return textOf(found, 'Id')
    await remove(textOf(found, 'Id'), name)
    return undefined
  }

  async function start(id: string, wanted: WantedContainer): Promise<RunningContainer> {
    const { name, imageId, life, proxy } = wanted
    const { mounts } = wanted.plan
    const ways = createCleanup()
    try {
      await client.call({ method: 'POST', path: `/containers/${id}/start` }).catch((error: unknown) => {
        if (isWithoutShell(error)) throw unavailable(withoutShell, error)
        if (!hasStatus(error, runsAlready)) throw error
      })
      const facts = await client.call({ method: 'GET', path: `/containers/${id}/json` })
      const enginePid = numberOf(facts, 'State', 'Pid') ?? 0
      const onLost = () => void ways[Symbol.asyncDispose]()
      const isShared = async () => (await usage.read(name)).isUsedByOthers
      const container = createRunningContainer({ id, name, imageId, life, enginePid, isShared, onLost })
      if (hasInnerMounts(mounts)) {
        const wrong = misplacedMount(await runHelper(client, container, mountsScript), mounts)
        if (wrong !== undefined) throw unavailable(`"${wrong}" was replaced meanwhile. Call again.`)
      }
      const questions = await viewQuestions(mounts)
      if (questions.length > 0) {
        const other = foreignView(await runHelper(client, container, viewScript, viewArguments(questions)), questions)
        if (other !== undefined) throw unavailable(otherDisk(other))
      }
      const writable = mounts.flatMap(({ source, readOnly }) => (readOnly ? [] : [source]))
      if (proxy !== undefined) ways.use(await openWayOut(container, proxy, writable))
      return container
    } catch (error) {
      await ways[Symbol.asyncDispose]()
      await remove(id, name).catch((secondary: unknown) =>
        onNotice(`"${name}" could not be removed: ${errorMessage(secondary)}`),
      )
      throw error
    }
  }
}

function otherDisk({ source, target }: ViewQuestion): string {
  return `The container engine sees another disk: "${target}" in its container has none of the files of "${source}" on this machine. Ask the operator to use an engine of this machine, or to show the engine this folder at the same path.`
}

const withoutShell = `The image has no "${ownShell}", which a sandbox needs in addition to "sleep". Ask the operator to choose another image.`

function isWithoutShell(error: unknown): boolean {
  return /exec: "\/bin\/sh": (executable file not found|stat .*no such file)/.test(errorMessage(error))
}

/** Docker says 409; older Podman says 500 with the words. */
function isNameConflict(error: unknown): boolean {
  return hasStatus(error, 409) || (hasStatus(error, 500) && /name .* is (already )?in use/i.test(errorMessage(error)))
}
