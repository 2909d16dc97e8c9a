import { randomUUID } from 'node:crypto'
import { DrawbridgeError, errorMessage } from '@drawbridge/core'
import type {
  AgentProfile,
  ChildAgents,
  ChildCaller,
  DelegatedTask,
  DelegateTarget,
  Delegations,
} from '@drawbridge/core/agent'
import { defined } from '@drawbridge/core/base'
import type { House } from '@drawbridge/room'
import { commandJudge } from '../gate/command-judge.ts'
import { type GateJudge, gatedReview, judgeWork } from '../gate/judge-work.ts'
import { readVerdict, reviewPrompt } from '../gate/read-verdict.ts'
import type { Link } from '../link/link.ts'
import { accessAlong, agentOf, linkedFrom } from '../link/link-access.ts'
import { listLinks } from '../link/link-store.ts'
import { builtInDelegation, type DelegationSection } from '../section.ts'
import { objectionToCycle } from './admit-delegation.ts'
import { createDelegationStore, type DelegationRecord, type DelegationStore } from './delegation-store.ts'

/** Delegations with what the tools of this room need besides. */
export interface DelegationKeeper extends Delegations {
  /** Ends a delegation of this process. */
  cancel(id: string, reason: string): Promise<void>
  /** Those of an agent for a user, newest first. */
  ofSource(source: string, user: string, limit: number): Promise<readonly DelegationRecord[]>
  /** Returns why a caller may not give work to an agent, for the model; undefined if it may. */
  objectionTo(caller: ChildCaller['principal'], target: string): Promise<string | undefined>
}

type Judged = { readonly source: string; readonly target: string; readonly task: string }

/** Creates the service of delegations. */
export function createDelegations(house: House, section: DelegationSection | undefined): DelegationKeeper {
  const settings = { ...builtInDelegation, ...defined({ ...section }) }
  let kept: Promise<DelegationStore> | undefined

  const store = () => {
    kept ??= house.database.obtain().then((database) => createDelegationStore(database, house.clock))
    return kept
  }
  const links = async (): Promise<readonly Link[]> => {
    if ((await house.database.options()) === undefined) return []
    const database = await house.database.find()
    return database === undefined ? [] : listLinks(database)
  }
  const profileOf = async (agent: string): Promise<AgentProfile> => {
    const profiles = (await house.service('agentRunner'))?.profiles ?? {}
    return Object.hasOwn(profiles, agent) ? (profiles[agent] ?? {}) : {}
  }
  const ledBy = async (caller: ChildCaller['principal']) =>
    (await (await house.service('teamRoster'))?.ledBy(caller)) ?? []

  /** The way in which a caller may give work to an agent. */
  async function wayTo(caller: ChildCaller['principal'], target: string) {
    const cycle = objectionToCycle(caller, target)
    if (cycle !== undefined) return { refused: cycle }
    const access = accessAlong(await links(), caller, target)
    if ('link' in access || !(await ledBy(caller)).includes(target)) {
      return 'link' in access ? access : { refused: `${access.refused} ${await possible(caller)}` }
    }
    return { link: undefined }
  }

  async function possible(caller: ChildCaller['principal']): Promise<string> {
    const targets = (await service.targetsOf(caller)).map(({ agent }) => agent)
    return targets.length === 0
      ? 'You can give work to no other agent: do it yourself, or start a child with agent.spawn.'
      : `You can give work to: ${targets.slice(0, 15).join(', ')}.`
  }

  /** Begins a delegation that is allowed already. */
  async function begin(
    caller: ChildCaller,
    work: DelegatedTask & { readonly isReview?: boolean },
    { link, gates = true }: { readonly link: Link | undefined; readonly gates?: boolean },
  ) {
    const { principal } = caller
    const source = agentOf(principal)
    const [delegations, children, own, target] = await Promise.all([
      store(),
      needChildren(),
      profileOf(source),
      profileOf(work.agent),
    ])
    const id = `delegate_${randomUUID().replaceAll('-', '')}`
    const skipsGates = work.skipGates === true || !gates || (await isBelowReview(principal.session))
    const limits = {
      maxLoad: target.delegation?.maxLoad ?? settings.maxLoad,
      maxConcurrent: link?.settings?.maxConcurrent ?? target.delegation?.maxConcurrent ?? settings.maxConcurrent,
    }
    const label = (work.label ?? work.task).replaceAll(/\s+/g, ' ').trim().slice(0, 60)
    const record = {
      id,
      source,
      target: work.agent,
      user: principal.user ?? 'local',
      session: principal.session,
      label,
    }
    const refused = await admitted(delegations, { ...record, skipsGates }, limits)
    if (refused !== undefined) return { refused }
    const timeoutMs = work.timeoutMs ?? settings.timeoutSeconds * 1_000
    const judging = skipsGates ? [] : (own.qualityGates ?? []).filter(({ event }) => event === 'delegation.completed')
    const judge = judgeFor(caller, { source, target: work.agent, task: work.task })
    const note = (judgement: Parameters<DelegationStore['judge']>[1]) => delegations.judge(id, judgement)
    try {
      const child = await children.spawn(
        caller,
        {
          id,
          agent: work.agent,
          label,
          task: taskText(source, work),
          timeoutMs,
          deniedTools: link?.settings?.denyTools ?? [],
          ...defined({ isReview: work.isReview }),
        },
        judging.length === 0 ? undefined : gatedReview(judging, { judge, note }),
      )
      if (child.state === 'rejected') {
        await delegations.end(id, child)
        return { refused: child.message ?? 'The delegation was rejected.' }
      }
    } catch (error) {
      await delegations.end(id, { state: 'rejected', text: '', message: errorMessage(error) })
      throw error
    }
    void children.wait(id).then((child) => delegations.end(id, child), ignore)
    return needOne(delegations, id)
  }

  /** Tries again if delegations of processes that died fill the place. */
  async function admitted(
    delegations: DelegationStore,
    record: Parameters<DelegationStore['add']>[0],
    limits: Parameters<DelegationStore['add']>[1],
  ): Promise<string | undefined> {
    const objection = await delegations.add(record, limits)
    if (objection === undefined || (await settle(delegations, record.target)) === 0) return objection
    return delegations.add(record, limits)
  }

  /** Ends the delegations whose child has ended without this process. Resolves to their number. */
  async function settle(delegations: DelegationStore, target?: string): Promise<number> {
    const children = await needChildren()
    let settled = 0
    for (const { id, createdAt } of await delegations.open(target)) {
      const child = await children.find(id)
      // One that is being admitted right now has no child yet.
      const isGone = child === undefined && createdAt + 60_000 < house.clock.now()
      if (!isGone && (child === undefined || child.state === 'pending' || child.state === 'running')) continue
      await delegations.end(id, child ?? { state: 'lost', text: '', message: 'Its process ended before it began.' })
      settled += 1
    }
    return settled
  }

  /** Work that judges work is not judged itself, however deep it is. */
  async function isBelowReview(session: string): Promise<boolean> {
    if ((await house.database.options()) === undefined || (await house.database.find()) === undefined) return false
    const children = await needChildren()
    const delegations = await store()
    let at: string | undefined = session
    while (at !== undefined) {
      if ((await delegations.find(at))?.skipsGates === true) return true
      at = (await children.find(at))?.parent
    }
    return false
  }

  function judgeFor(caller: ChildCaller, { source, target, task }: Judged): GateJudge {
    return async (gate, text, signal) => {
      const timeoutMs = gate.timeoutMs ?? 60_000
      if (gate.type === 'command') {
        const { clock, home: programs } = house
        const user = caller.principal.user ?? 'local'
        const where = { cwd: caller.workspace, programs }
        return commandJudge({ gate, text, ...where, timeoutMs, clock, signal, source, target, task, user })
      }
      const agent = gate.agent ?? ''
      // A reviewer who did the work would judge itself.
      if (agent === target)
        throw new DrawbridgeError('invalid_option', `the agent "${agent}" cannot judge its own work`)
      const work = { agent, task: reviewPrompt({ task, text }), timeoutMs, skipGates: true, isReview: true }
      const begun = await begin(caller, { ...work, label: `review for ${target}` }, { link: undefined })
      if ('refused' in begun) throw new DrawbridgeError('invalid_option', begun.refused)
      const ended = await service.wait(begun.id, { signal, toldBy: caller.toolCallId ?? '' })
      if (signal.aborted) await service.cancel(begun.id, 'The work that it judged was stopped.')
      if (ended.state !== 'completed')
        throw new DrawbridgeError(
          'invalid_option',
          `the reviewer "${agent}" ${ended.state}: ${ended.message ?? 'no reason'}`,
        )
      const verdict = readVerdict(ended.text)
      if (verdict.kind === 'approved') return { isPassed: true }
      if (verdict.kind === 'rejected') return { isPassed: false, feedback: verdict.feedback }
      throw new DrawbridgeError(
        'invalid_option',
        `the reviewer "${agent}" said neither APPROVED nor REJECTED: ${JSON.stringify(verdict.said.slice(0, 200))}`,
      )
    }
  }

  async function needChildren(): Promise<ChildAgents> {
    const children = await house.service('childAgents')
    if (children !== undefined) return children
    throw new DrawbridgeError(
      'invalid_option',
      'No room starts children here. Add the room of `@drawbridge/subagents`.',
    )
  }

  const service: DelegationKeeper = {
    targetsOf: async (caller) => {
      const known = await links()
      const led = await ledBy({ ...caller, session: '', run: '', role: 'main', parents: [] })
      const linked = linkedFrom(known, agentOf(caller)).filter((target) => 'link' in accessAlong(known, caller, target))
      const targets: DelegateTarget[] = []
      for (const agent of [...new Set([...linked, ...led])].toSorted()) {
        const { description = '' } = await profileOf(agent)
        targets.push({ agent, description, by: linked.includes(agent) ? 'link' : 'team' })
      }
      return targets
    },
    delegate: async (caller, task) => {
      const way = await wayTo(caller.principal, task.agent)
      return 'refused' in way ? { refused: way.refused } : begin(caller, task, { link: way.link })
    },
    wait: async (id, { signal, toldBy }) => {
      const children = await needChildren()
      const child = await children.wait(id, { signal, toldBy })
      const delegations = await store()
      if (child.state !== 'pending' && child.state !== 'running') await delegations.end(id, child)
      return needOne(delegations, id)
    },
    judge: async (caller, work) => {
      if (work.gates.length === 0 || (await isBelowReview(caller.principal.session))) return undefined
      return judgeWork(work, judgeFor(caller, work))
    },
    cancel: async (id, reason) => (await needChildren()).cancel(id, reason),
    ofSource: async (source, user, limit) => {
      if ((await house.database.find()) === undefined) return []
      const delegations = await store()
      await settle(delegations)
      return delegations.ofSource(source, user, limit)
    },
    objectionTo: async (caller, target) => {
      const way = await wayTo(caller, target)
      return 'refused' in way ? way.refused : undefined
    },
  }
  return service
}

function ignore(): void {}

async function needOne(delegations: DelegationStore, id: string): Promise<DelegationRecord> {
  const found = await delegations.find(id)
  if (found !== undefined) return found
  throw new DrawbridgeError('invalid_option', `No delegation has the id "${id}".`)
}

/** The whole of what the target reads. */
function taskText(
  source: string,
  { task, context, isReview = false }: DelegatedTask & { readonly isReview?: boolean },
): string {
  if (isReview) return task
  return [
    `The agent "${source}" gives you a task. Do only this task. Nobody answers questions: decide, and say what you assumed. Your last message is your report to "${source}"; say plainly what you could not do.`,
    ...(context === undefined ? [] : ['', 'What you need to know:', context]),
    '',
    'The task:',
    task,
  ].join('\n')
}
