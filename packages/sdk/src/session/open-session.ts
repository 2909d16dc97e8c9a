import {
  type Mode,
  openDetachedRun,
  openRun,
  type Principal,
  type Run,
  type RunOfSessionOptions,
  type RunOptions,
  type Session,
  type SessionOptions,
} from '@drawbridge/core'
import { createEventLog, type EventLog } from '@drawbridge/core/event'
import { assertOptions } from '@drawbridge/core/options'
import { createSessionState } from '@drawbridge/core/registry'
import { runOptionsCheck, sessionOptionsCheck } from '../option-checks.ts'
import { hideUnaskable } from './hide-unaskable.ts'
import { belowParents, withDeniedPaths, withinParents } from './run-ceilings.ts'
import type { SharedServices } from './shared-services.ts'

/** @param onEnd Called once the session has been disposed of. */
export function openSession(services: SharedServices, given: SessionOptions = {}, onEnd?: () => unknown): Session {
  const { ids, clock, recorder, scrubber, catalogue, sinks } = services
  const { workspace } = services.machine
  const id = given.id ?? ids.next('session')
  const earlier = readEarlierOf(given, services)
  const options = withDeniedPaths(belowParents(given, services.runs, services.policy.rulesOf), workspace)
  const state = createSessionState()
  const known = new Set<string>()
  const opened = new Map<string, Run>()
  const events: EventLog = createEventLog({ session: id, clock, recorder, scrubber, catalogue, sinks })

  const optionsOf = ({ run, ...ownGiven }: RunOfSessionOptions): RunOptions => {
    const { principal: caller } = { ...options, ...ownGiven }
    const principal: Principal = { role: 'main', parents: [], ...caller, session: id, run: run ?? ids.next('run') }
    const own = withDeniedPaths(ownGiven, workspace)
    const mode = services.policy.modeOf(options)
    const runOptions = {
      ...options,
      ...withinParents({ id, mode, options, own }, principal, services.runs, services.policy.rulesOf),
    }
    const { approvers = services.approvers, questioners = services.questioners, signal } = runOptions
    const deniedPaths = [...(options.deniedPaths ?? []), ...(own.deniedPaths ?? [])]
    known.add(principal.run)
    services.runs.set(principal.run, {
      mode: services.policy.modeOf(runOptions),
      ceilings: runOptions.ceilings ?? [],
      deniedPaths: [
        ...deniedPaths.map((path) => (/^[/~]/.test(path) ? path : `${workspace}/${path}`)),
        ...principal.parents.flatMap((parent) => services.runs.get(parent.run)?.deniedPaths ?? []),
      ],
      agent: principal.agent,
      hide: runOptions.hide,
      approvers,
      questioners,
    })
    const place = services.placeFor?.(principal, { readsOnly: services.policy.readsOnly(runOptions) })
    const changed = services.forNextRun?.() ?? {}
    const policy = services.policy.forRun(principal, runOptions)
    // A run without a person denies what would be asked, and asks nothing itself.
    const asked = services.policy.modeOf(runOptions) === 'non-interactive' ? [] : questioners
    return {
      ...services,
      ...changed,
      ...policy,
      hide: hideUnaskable(policy.hide, asked.length > 0),
      ...(services.deferFrom === undefined ? {} : { defer: deferring(services.deferFrom, principal) }),
      questioners: asked,
      ...(place === undefined ? {} : { machine: place.machine, resolver: place.resolver }),
      settings: { ...place?.settings, ...(changed.settings ?? services.settings) },
      setup: {
        ...place?.setup,
        ...policySetup({ ...runOptions, deniedPaths }, services.policy.mode),
        ...(asked.length > 0 ? { asksPerson: true } : {}),
        ...(options.follows === undefined ? {} : { follows: options.follows }),
      },
      session: state,
      events,
      principal,
      ...(run === undefined ? {} : { run }),
      ...(earlier === undefined ? {} : { earlier }),
      approvers,
      dialect: services.dialectFor({
        provider: runOptions.scope?.provider,
        agent: principal.agent,
        dialect: runOptions.dialect,
      }),
      ...(signal === undefined ? {} : { signal }),
    }
  }
  const open = (runOptions: RunOfSessionOptions): Run => {
    const run = openRun(optionsOf(runOptions))
    if (runOptions.run !== undefined) services.runEnds.begin(runOptions.run)
    opened.set(run.principal.run, run)
    noteTools(run)
    return {
      ...run,
      end: (reason) => {
        run.end(reason)
        services.runEnds.end(run.principal.run)
      },
    }
  }
  /** A child gets no tool that its parent does not have. */
  const noteTools = ({ principal, snapshot }: Pick<Run, 'principal' | 'snapshot'>) => {
    const limits = services.runs.get(principal.run)
    const tools = () => [...snapshot.tools, ...snapshot.deferred].map(({ name }) => name)
    if (limits !== undefined) services.runs.set(principal.run, { ...limits, tools })
  }
  return {
    id,
    ...open({}),
    openRun: (runOptions = {}) => {
      assertOptions(runOptionsCheck, runOptions, 'options')
      return open(runOptions)
    },
    openDetachedRun: (runOptions = {}) => {
      const run = openDetachedRun(optionsOf(checked(runOptions)))
      noteTools(run)
      return run
    },
    interrupted: () => services.interruptedCalls(id),
    [Symbol.asyncDispose]: async () => {
      await state[Symbol.asyncDispose]()
      await services.endSandboxes?.(id)
      // If more is known about the end of a run, it has been recorded already, and only once. A detached run continues
      // with its receipts.
      for (const run of opened.values()) run.end(run.signal.aborted ? 'aborted' : 'completed')
      for (const run of known) {
        services.runs.delete(run)
        services.runEnds.end(run)
      }
      await services.runEnds.idle()
      onEnd?.()
    },
  }
}

/** Returns the reader of what entered the sessions that a new one goes on with. Undefined if it begins. */
function readEarlierOf({ follows, id }: SessionOptions, { readFlow }: SharedServices): RunOptions['earlier'] {
  const sessions = [follows, id].filter((each) => each !== undefined)
  if (sessions.length === 0 || readFlow === undefined) return undefined
  return async function* () {
    for (const each of sessions) yield* readFlow(each)
  }
}

function deferring(defer: NonNullable<SharedServices['deferFrom']>, principal: Principal): RunOptions['defer'] {
  return (tools) => defer(tools, principal)
}

function checked<Options extends object>(options: Options): Options {
  assertOptions(sessionOptionsCheck, options, 'options')
  return options
}

/** Returns the settings that a replay needs to give the run its recorded policy. */
function policySetup(
  { mode: own, scope, deniedPaths = [] }: SessionOptions,
  usual: Mode | undefined,
): Readonly<Record<string, unknown>> {
  const mode = own ?? usual
  return {
    ...(mode === undefined ? {} : { mode }),
    ...(scope === undefined ? {} : { scope }),
    ...(deniedPaths.length > 0 ? { deniedPaths } : {}),
  }
}
