import { userInfo } from 'node:os'
import { DrawbridgeError } from '@drawbridge/core'
import { systemClock } from '@drawbridge/core/base'
import { createScrubber } from '@drawbridge/core/scrub'
import type {
  ConfigurationRepository,
  ConfigurationRow,
  ConfigurationState,
} from '@drawbridge/store/configuration-rows'
import { createHomeDatabase, type HomeDatabaseSources } from '../database/home-database.ts'
import { isMeantBy, type LoadedSection } from '../room/room-sections.ts'
import { formatKeyPath, isAtOrBelow, type KeyPath } from './config-path.ts'
import { type ConfigProblem, formatProblem } from './config-problem.ts'
import { examineLayers } from './examine-configuration.ts'
import { secretKeys } from './explain-configuration.ts'
import { leavesOf } from './leaves-of.ts'
import type { OpenSources } from './read-configuration.ts'
import type { PolicyTest } from './sections.ts'
import { configurationOn, createStoredLayer } from './stored-rows.ts'

/** Operations on the settings in the database. */
export interface StoredConfiguration extends AsyncDisposable {
  /** By path. */
  list(): Promise<readonly ConfigurationRow[]>
  /**
   * Keeps a setting, in place of all that was kept below its path.
   * @returns what is worth a look all the same.
   * @throws DrawbridgeError `invalid_option` that says what is wrong with it; then nothing is changed.
   */
  set(path: KeyPath, value: unknown): Promise<readonly ConfigProblem[]>
  /** Removes a setting and everything below it. Resolves to false if it does not exist. */
  unset(path: KeyPath): Promise<boolean>
}

/** The options of `openStoredConfiguration`. */
export type StoredConfigurationSources = Omit<OpenSources, 'workspace' | 'rows' | 'withoutProject'> &
  Pick<HomeDatabaseSources, 'environment'>

/** Opens the settings of a home. The first setting creates its database if necessary. */
export function openStoredConfiguration(sources: StoredConfigurationSources): StoredConfiguration {
  const owner = createHomeDatabase({
    home: sources.home,
    environment: sources.environment,
    config: sources.config,
  })
  const kept = createStoredLayer(owner)
  /** The result of a start outside a project. */
  const examine = (rows: readonly ConfigurationRow[]) =>
    examineLayers({ ...sources, workspace: sources.home, withoutProject: true, rows })

  return {
    list: async () => (await kept.read()).rows,
    set: async (path, value) => {
      const settings = await configurationOn(await owner.obtain())
      for (;;) {
        const { rows, revision } = await settings.read()
        const above = rows.find((row) => row.path.length < path.length && isAtOrBelow(path, row.path))
        if (above !== undefined)
          refuse(
            `"${formatKeyPath(above.path)}" is stored as one value. Set it as a whole, or remove it first: drawbridge config unset ${formatKeyPath(above.path)}`,
          )
        const setBy = userInfo().username
        const replaced = rows.filter((row) => isAtOrBelow(row.path, path))
        const added: ConfigurationRow = { path, value, setBy, setAt: systemClock.now() }
        const { problems, warnings, sections } = await examine([
          ...rows.filter((row) => !replaced.includes(row)),
          added,
        ])
        if (problems.length > 0) refuse(`Nothing was changed.\n${problems.map(formatProblem).join('\n')}`)
        refuseSecrets(added, sections)
        const remove = replaced.map((row) => row.path)
        const events = await changedBy(settings, { rows, revision }, [
          ...rows.filter((row) => !replaced.includes(row)),
          added,
        ])
        if (await settings.change({ remove, add: [{ path, value }], setBy, events }, revision)) return warnings
      }
    },
    unset: async (path) => {
      for (;;) {
        const { rows, revision } = await kept.read()
        const remove = rows.filter((row) => isAtOrBelow(row.path, path))
        if (remove.length === 0) return false
        const settings = await configurationOn(await owner.obtain())
        const { problems } = await examine(rows.filter((row) => !remove.includes(row)))
        // Existing faults may be fixed one by one.
        if (problems.length > 0 && (await examine(rows)).problems.length === 0)
          refuse(`Nothing was changed.\n${problems.map(formatProblem).join('\n')}`)
        const setBy = userInfo().username
        const events = await changedBy(
          settings,
          { rows, revision },
          rows.filter((row) => !remove.includes(row)),
        )
        if (await settings.change({ remove: remove.map((row) => row.path), add: [], setBy, events }, revision))
          return true
      }
    },
    [Symbol.asyncDispose]: () => owner[Symbol.asyncDispose](),
  }
}

/** Returns what the audit log says of the policy after a change of settings. */
async function changedBy(
  { versions }: Pick<ConfigurationRepository, 'versions'>,
  before: ConfigurationState,
  after: readonly ConfigurationRow[],
) {
  const { policyChangedBySettings } = await import('../policy-draft/policy-changed.ts')
  // The schema was checked before these were stored.
  const tests = ((await versions.find(before.revision))?.tests ?? []) as readonly PolicyTest[]
  return policyChangedBySettings({ ...before, tests }, after, userInfo().username)
}

/** The database keeps settings as they are, and shows them: secrets have a place of their own. */
export function refuseSecrets(
  { path, value }: Pick<ConfigurationRow, 'path' | 'value'>,
  sections: readonly LoadedSection[],
): void {
  const leaves =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? leavesOf(value, path)
      : [{ path: [...path], value }]
  const scrubber = createScrubber()
  for (const { path: place, value: leaf } of leaves) {
    const text = JSON.stringify(leaf)
    const isSecretKey =
      secretKeys.has(place.join('.')) ||
      sections.some(
        ({ room, secretKeys: own = [] }) => place[0] === room && own.some((key) => isMeantBy(key, place.slice(1))),
      )
    const texts = Array.isArray(leaf) ? leaf : [leaf]
    const isPlain = isSecretKey && texts.some((each) => typeof each === 'string' && !reference.test(each))
    if (!isPlain && scrubber.scrub(text).text === text) continue
    refuse(
      `"${formatKeyPath(place.map(String))}" contains a secret, which the database would store and show in plain text. Nothing was changed. Store it with \`drawbridge secrets set NAME\`, and write "\${secret:NAME}" here.`,
    )
  }
}

const reference = /^\$\{secret:[^}]+\}$/

function refuse(message: string): never {
  throw new DrawbridgeError('invalid_option', message)
}
