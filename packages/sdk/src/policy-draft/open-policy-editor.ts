import type { PolicyChanged } from '@drawbridge/access/room'
import type { DrawbridgeEvent, Registry } from '@drawbridge/core'
import type { Clock } from '@drawbridge/core/base'
import type { SimulationReport } from '@drawbridge/core/replay'
import {
  type ConfigurationRow,
  type ConfigurationVersion,
  createConfigurationRepository,
} from '@drawbridge/store/configuration-rows'
import type { Database } from '@drawbridge/store/database'
import { compileConfiguration } from '../config/compile-configuration.ts'
import { type ConfigProblem, databaseLayer, formatProblem } from '../config/config-problem.ts'
import { examineConfiguration } from '../config/examine-configuration.ts'
import type { PolicyTestOutcome } from '../config/judge-policy-test.ts'
import { readConfiguration } from '../config/read-configuration.ts'
import type { PolicyTest } from '../config/sections.ts'
import { realUserHome } from '../home/real-user-home.ts'
import { trialOf } from '../simulate/trial-of.ts'
import { changeToPolicy, digestOfPolicy, type PolicyContent, policyOfRows, rowsAfter } from './database-policy.ts'
import { type DraftProblem, draftRefusals, testRefusals } from './draft-refusals.ts'
import { policyChanged } from './policy-changed.ts'
import { type PolicyChange, policyChanges } from './policy-changes.ts'

/** The policy that the database held after one change. */
export interface PolicyVersion {
  /** The number of the change. */
  readonly version: number
  readonly content: PolicyContent
  /** Calls with the verdicts that must come out. */
  readonly tests: readonly PolicyTest[]
  /** Equal for equal policies with equal tests. */
  readonly digest: string
  /** The account that made the change. */
  readonly setBy: string
  /** Milliseconds since the Unix epoch. */
  readonly setAt: number
  readonly note: string | undefined
  /** The dotted paths that it changed, those that are not policy among them. */
  readonly changed: readonly (readonly string[])[]
}

/** The policy of the database as it is now. */
export type CurrentPolicy = Pick<PolicyVersion, 'version' | 'content' | 'tests' | 'digest'>

/** The result of the check of a policy that is to be that of the database. */
export interface PolicyCheck {
  readonly problems: readonly DraftProblem[]
  readonly warnings: readonly DraftProblem[]
}

/** A policy that is to be that of the database. */
export interface PolicyApplication {
  readonly content: PolicyContent
  /** Absent: those of the policy that it replaces. */
  readonly tests?: readonly PolicyTest[] | undefined
  /** The digest of the policy that it replaces. */
  readonly replaces: string
  /** The account that does it. */
  readonly setBy: string
  /** Default `terminal`. */
  readonly surface?: PolicyChanged['surface']
  readonly note?: string | undefined
}

/** The result of an application. Unless it is `applied`, nothing was changed. */
export type PolicyOutcome =
  | { readonly status: 'applied'; readonly current: CurrentPolicy; readonly changes: readonly PolicyChange[] }
  /** Another policy is there than the one that it was to replace. */
  | { readonly status: 'stale'; readonly current: CurrentPolicy }
  | { readonly status: 'faulty'; readonly problems: readonly DraftProblem[] }

/** The trial of a policy on recorded calls. */
export type PolicyTrialReport =
  | { readonly status: 'simulated'; readonly report: SimulationReport }
  | { readonly status: 'faulty'; readonly problems: readonly DraftProblem[] }

/** The tests of a policy, run. */
export type PolicyTestReport =
  | { readonly status: 'run'; readonly results: readonly PolicyTestOutcome[] }
  | { readonly status: 'faulty'; readonly problems: readonly DraftProblem[] }

/** The policy that the database holds: to read, to check, to try and to replace. */
export interface PolicyEditor {
  read(): Promise<CurrentPolicy>
  check(content: PolicyContent): Promise<PolicyCheck>
  apply(application: PolicyApplication): Promise<PolicyOutcome>
  /** Tries a policy, together with the files, on recorded events. Nothing runs. */
  simulate(content: PolicyContent, events: AsyncIterable<DrawbridgeEvent>): Promise<PolicyTrialReport>
  /** Runs tests on a policy together with the files. Their calls are judged, not made. */
  test(content: PolicyContent, tests: readonly PolicyTest[]): Promise<PolicyTestReport>
  /** Newest first. @param before Only versions older than this one. */
  versions(page: { readonly limit: number; readonly before?: number | undefined }): Promise<readonly PolicyVersion[]>
  version(version: number): Promise<PolicyVersion | undefined>
}

/** The surroundings of a policy. */
export interface PolicyEditorSources {
  readonly database: Database
  /** The folder with the operator's file. */
  readonly home: string
  /** The base of relative paths in rules. */
  readonly workspace: string
  /** The tools of recorded calls. */
  readonly registry: Registry
  readonly clock: Clock
}

/** Opens the policy that a database holds. */
export function openPolicyEditor({ database, home, workspace, registry, clock }: PolicyEditorSources): PolicyEditor {
  const repository = createConfigurationRepository(database, { clock })
  const examine = async (rows: readonly ConfigurationRow[]): Promise<PolicyCheck> => {
    const sources = { home, workspace: home, withoutProject: true, secrets: 'unchecked', rows } as const
    const { problems, warnings } = await examineConfiguration(sources)
    return { problems: problems.map(problemOf), warnings: warnings.map(problemOf) }
  }
  const read = async () => {
    const state = await repository.read()
    return { ...state, tests: (await repository.versions.find(state.revision))?.tests ?? [] }
  }
  /** Reads the files together with a policy, as if it were that of the database. */
  const layersWith = async (content: PolicyContent) => {
    const { rows } = await repository.read()
    const after = rowsAfter(rows, changeToPolicy(rows, content))
    const loaded = await readConfiguration({ home, workspace, secrets: 'unchecked', rows: after })
    return loaded.status === 'refused' ? loaded : { ...loaded, layers: loaded.configuration.layers }
  }
  return {
    read: async () => currentOf(await read()),
    check: async (content) => {
      const problems = draftRefusals(content)
      if (problems.length > 0) return { problems, warnings: [] }
      const { rows } = await repository.read()
      return examine(rowsAfter(rows, changeToPolicy(rows, content)))
    },
    apply: async ({ content, tests: given, replaces, setBy, surface = 'terminal', note }) => {
      for (;;) {
        const { rows, revision, ...kept } = await read()
        const current = currentOf({ rows, revision, ...kept })
        const tests = given ?? current.tests
        if (current.digest !== replaces) return { status: 'stale', current }
        const refusals = [...draftRefusals(content), ...testRefusals(tests)]
        const change = changeToPolicy(rows, content)
        const problems = refusals.length > 0 ? refusals : (await examine(rowsAfter(rows, change))).problems
        if (problems.length > 0) return { status: 'faulty', problems }
        const author = { version: revision + 1, by: setBy, surface, note }
        const events = policyChanged(current, { content, tests }, author)
        if (!(await repository.change({ ...change, setBy, note, tests, events }, revision))) continue
        const applied = { version: revision + 1, content, tests, digest: digestOfPolicy(content, tests) }
        return { status: 'applied', current: applied, changes: policyChanges(current.content, content) }
      }
    },
    simulate: async (content, events) => {
      const loaded = await layersWith(content)
      if (loaded.status === 'refused') return { status: 'faulty', problems: loaded.problems.map(problemOf) }
      const trial = trialOf(loaded.layers, { registry, workspace })
      if (trial.status === 'faulty') return { status: 'faulty', problems: trial.problems.map(problemOf) }
      for await (const event of events) trial.simulation.add(event)
      return { status: 'simulated', report: trial.simulation.report() }
    },
    test: async (content, tests) => {
      const loaded = await layersWith(content)
      if (loaded.status === 'refused') return { status: 'faulty', problems: loaded.problems.map(problemOf) }
      const { layers } = loaded
      const compiling = { tools: registry.list(), workspace, userHome: realUserHome() }
      const compiled = compileConfiguration(layers, compiling)
      if (compiled.status === 'refused') return { status: 'faulty', problems: compiled.problems.map(problemOf) }
      const { runTestsOn } = await import('../config/run-tests-on.ts')
      const tested = { layers, compiled: compiled.policy, registry, workspace }
      return { status: 'run', results: await runTestsOn(tested, tests) }
    },
    versions: async (page) => (await repository.versions.list(page)).map(versionOf),
    version: async (version) => {
      const found = await repository.versions.find(version)
      return found && versionOf(found)
    },
  }
}

function currentOf(held: Pick<ConfigurationVersion, 'rows' | 'revision' | 'tests'>): CurrentPolicy {
  const content = policyOfRows(held.rows)
  // The schema was checked before these were stored.
  const tests = held.tests as readonly PolicyTest[]
  return { version: held.revision, content, tests, digest: digestOfPolicy(content, tests) }
}

function versionOf({ changed, setBy, setAt, note, ...held }: ConfigurationVersion): PolicyVersion {
  return { ...currentOf(held), changed, setBy, setAt, note }
}

/** A message about a setting of the database begins with its path. */
function problemOf(problem: ConfigProblem): DraftProblem {
  const { file, message } = problem
  if (file !== databaseLayer) return { place: formatProblem({ ...problem, message: '' }).replace(/: $/, ''), message }
  const [, place] = /^"?([\w.]+)"?[ :]/.exec(message) ?? []
  return { place: place ?? databaseLayer, message }
}
